// A module that says it is of another build; with a library that it needs where LOCKSTEP_NEEDS_LIBRARY is set.
#include "engine/backend/cuda/api.h"

#if defined(LOCKSTEP_NEEDS_LIBRARY)
extern "C" int cudnn_of_tests();
#endif

extern "C" const lockstep::engine::cuda::ModuleTable* lockstep_cuda_module() {
  static lockstep::engine::cuda::ModuleTable table;
  table.version = lockstep::engine::cuda::module_version + 1;
#if defined(LOCKSTEP_NEEDS_LIBRARY)
  table.version += static_cast<std::uint32_t>(cudnn_of_tests());
#endif
  return &table;
}
