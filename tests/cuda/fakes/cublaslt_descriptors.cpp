// cuBLASLt's handles, descriptors and their attributes.
#include "tests/cuda/fakes/cublaslt_descriptors.h"

#include <set>

#include "tests/cuda/fakes/faults.h"
#include "tests/cuda/fakes/reports.h"
#include "tests/cuda/fakes/world.h"

using namespace lockstep::fakes;
using namespace lockstep::fakes::blas;

namespace {

/// Where an attribute lies in an object.
struct Field {
  int attribute;
  void* member;
  std::size_t bytes;
};

#define LOCKSTEP_FIELD(attribute, member) Field{attribute, &(member), sizeof(member)}

struct Fields {
  Field all[16];
};

Fields fields_of(Layout& x) {
  return {{LOCKSTEP_FIELD(CUBLASLT_MATRIX_LAYOUT_TYPE, x.type), LOCKSTEP_FIELD(CUBLASLT_MATRIX_LAYOUT_ORDER, x.order),
           LOCKSTEP_FIELD(CUBLASLT_MATRIX_LAYOUT_ROWS, x.rows), LOCKSTEP_FIELD(CUBLASLT_MATRIX_LAYOUT_COLS, x.cols),
           LOCKSTEP_FIELD(CUBLASLT_MATRIX_LAYOUT_LD, x.ld), LOCKSTEP_FIELD(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, x.batch_count),
           LOCKSTEP_FIELD(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, x.batch_stride)}};
}

Fields fields_of(Desc& x) {
  return {{LOCKSTEP_FIELD(CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, x.compute), LOCKSTEP_FIELD(CUBLASLT_MATMUL_DESC_SCALE_TYPE, x.scale),
           LOCKSTEP_FIELD(CUBLASLT_MATMUL_DESC_POINTER_MODE, x.pointer_mode), LOCKSTEP_FIELD(CUBLASLT_MATMUL_DESC_TRANSA, x.transa),
           LOCKSTEP_FIELD(CUBLASLT_MATMUL_DESC_TRANSB, x.transb), LOCKSTEP_FIELD(CUBLASLT_MATMUL_DESC_TRANSC, x.transc),
           LOCKSTEP_FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE, x.epilogue), LOCKSTEP_FIELD(CUBLASLT_MATMUL_DESC_BIAS_POINTER, x.bias),
           LOCKSTEP_FIELD(CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, x.bias_batch_stride), LOCKSTEP_FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, x.aux),
           LOCKSTEP_FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, x.aux_ld), LOCKSTEP_FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, x.aux_batch_stride),
           LOCKSTEP_FIELD(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, x.bias_type), LOCKSTEP_FIELD(CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, x.sm_count)}};
}

Fields fields_of(Preference& x) {
  return {{LOCKSTEP_FIELD(CUBLASLT_MATMUL_PREF_SEARCH_MODE, x.search_mode), LOCKSTEP_FIELD(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, x.max_workspace),
           LOCKSTEP_FIELD(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, x.reduction_mask), LOCKSTEP_FIELD(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, x.alignment[0]),
           LOCKSTEP_FIELD(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, x.alignment[1]), LOCKSTEP_FIELD(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, x.alignment[2]),
           LOCKSTEP_FIELD(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, x.alignment[3]), LOCKSTEP_FIELD(CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT, x.max_waves),
           LOCKSTEP_FIELD(CUBLASLT_MATMUL_PREF_IMPL_MASK, x.implementation_mask)}};
}

Fields fields_of(Algorithm& x) {
  return {{LOCKSTEP_FIELD(CUBLASLT_ALGO_CONFIG_ID, x.id), LOCKSTEP_FIELD(CUBLASLT_ALGO_CONFIG_TILE_ID, x.tile),
           LOCKSTEP_FIELD(CUBLASLT_ALGO_CONFIG_SPLITK_NUM, x.split_k), LOCKSTEP_FIELD(CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME, x.reduction)}};
}
#undef LOCKSTEP_FIELD

const Field* find_field(const Fields& fields, int attribute) {
  for (const Field& field : fields.all) {
    if (field.member != nullptr && field.attribute == attribute) return &field;
  }
  return nullptr;
}

cublasStatus_t invalid(const char* call, const char* why) {
  violation(std::string(call) + ": " + why);
  return CUBLAS_STATUS_INVALID_VALUE;
}

template <class T, class Opaque>
cublasStatus_t set_attribute(const char* call, Opaque* opaque, int attribute, const void* value, std::size_t bytes) {
  const Guard guard;
  T object;
  if (!read(opaque, object)) return invalid(call, "the descriptor was not created, or was destroyed");
  const Fields fields = fields_of(object);
  const Field* const field = find_field(fields, attribute);
  if (field == nullptr) return invalid(call, ("the fake does not know attribute " + std::to_string(attribute)).c_str());
  if (value == nullptr || bytes != field->bytes) return invalid(call, ("attribute " + std::to_string(attribute) + " has another size").c_str());
  std::memcpy(field->member, value, bytes);
  write(opaque, object);
  return CUBLAS_STATUS_SUCCESS;
}

template <class T, class Opaque>
cublasStatus_t get_attribute(const char* call, const Opaque* opaque, int attribute, void* value, std::size_t bytes, std::size_t* written) {
  const Guard guard;
  T object;
  if (!read(opaque, object)) return invalid(call, "the descriptor was not created, or was destroyed");
  const Fields fields = fields_of(object);
  const Field* const field = find_field(fields, attribute);
  if (field == nullptr) return invalid(call, ("the fake does not know attribute " + std::to_string(attribute)).c_str());
  if (bytes == 0 && written == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  if (bytes != 0 && (value == nullptr || bytes != field->bytes)) return invalid(call, ("attribute " + std::to_string(attribute) + " has another size").c_str());
  if (bytes != 0) std::memcpy(value, field->member, bytes);
  if (written != nullptr) *written = field->bytes;
  return CUBLAS_STATUS_SUCCESS;
}

template <class Opaque, class T>
cublasStatus_t initialise(Opaque* opaque, std::size_t bytes, const T& value) {
  if (bytes < sizeof(Opaque)) return CUBLAS_STATUS_ALLOC_FAILED;
  std::memset(static_cast<void*>(opaque), 0, sizeof(Opaque));
  write(opaque, value);
  return CUBLAS_STATUS_SUCCESS;
}

template <class Opaque, class T>
cublasStatus_t create(Opaque** opaque, const T& value) {
  *opaque = new Opaque;
  return initialise(*opaque, sizeof(Opaque), value);
}

template <class T, class Opaque>
cublasStatus_t destroy(const char* call, Opaque* opaque) {
  const Guard guard;
  if (opaque == nullptr) return CUBLAS_STATUS_SUCCESS;
  T object;
  if (!read(opaque, object)) return invalid(call, "the descriptor was not created, or was destroyed");
  delete opaque;
  return CUBLAS_STATUS_SUCCESS;
}

Layout make_layout(cudaDataType type, std::uint64_t rows, std::uint64_t cols, std::int64_t ld) {
  Layout layout;
  layout.type = static_cast<std::uint32_t>(type);
  layout.rows = rows;
  layout.cols = cols;
  layout.ld = ld;
  return layout;
}

Desc make_desc(cublasComputeType_t compute, cudaDataType_t scale) {
  Desc desc;
  desc.compute = compute;
  desc.scale = scale;
  return desc;
}

}  // namespace

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  const Guard guard;
  *handle = nullptr;
  if (device_status() != cudaSuccess || fault_plan().faults.cublas_create) return CUBLAS_STATUS_NOT_INITIALIZED;
  *handle = new_handle<cublasLtHandle_t>();
  world().library_handles.insert(*handle);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  const Guard guard;
  if (world().library_handles.erase(handle) == 1) return CUBLAS_STATUS_SUCCESS;
  violation("cublasLtDestroy: the handle was not created, or was destroyed");
  return CUBLAS_STATUS_NOT_INITIALIZED;
}

std::size_t cublasLtGetVersion() { return CUBLAS_VERSION; }
std::size_t cublasLtGetCudartVersion() { return CUDART_VERSION; }

const char* cublasLtGetStatusName(cublasStatus_t status) {
  switch (status) {
    case CUBLAS_STATUS_SUCCESS: return "CUBLAS_STATUS_SUCCESS";
    case CUBLAS_STATUS_NOT_INITIALIZED: return "CUBLAS_STATUS_NOT_INITIALIZED";
    case CUBLAS_STATUS_ALLOC_FAILED: return "CUBLAS_STATUS_ALLOC_FAILED";
    case CUBLAS_STATUS_INVALID_VALUE: return "CUBLAS_STATUS_INVALID_VALUE";
    case CUBLAS_STATUS_ARCH_MISMATCH: return "CUBLAS_STATUS_ARCH_MISMATCH";
    case CUBLAS_STATUS_MAPPING_ERROR: return "CUBLAS_STATUS_MAPPING_ERROR";
    case CUBLAS_STATUS_EXECUTION_FAILED: return "CUBLAS_STATUS_EXECUTION_FAILED";
    case CUBLAS_STATUS_INTERNAL_ERROR: return "CUBLAS_STATUS_INTERNAL_ERROR";
    case CUBLAS_STATUS_NOT_SUPPORTED: return "CUBLAS_STATUS_NOT_SUPPORTED";
    case CUBLAS_STATUS_LICENSE_ERROR: return "CUBLAS_STATUS_LICENSE_ERROR";
  }
  return "unknown status";
}

const char* cublasLtGetStatusString(cublasStatus_t status) {
  switch (status) {
    case CUBLAS_STATUS_SUCCESS: return "success";
    case CUBLAS_STATUS_NOT_INITIALIZED: return "the library was not initialized";
    case CUBLAS_STATUS_ALLOC_FAILED: return "the resource allocation failed";
    case CUBLAS_STATUS_INVALID_VALUE: return "an unsupported value or parameter was passed to the function";
    case CUBLAS_STATUS_EXECUTION_FAILED: return "the function failed to launch on the GPU";
    case CUBLAS_STATUS_NOT_SUPPORTED: return "the requested functionality is not supported";
    default: return cublasLtGetStatusName(status);
  }
}

cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t layout, std::size_t bytes, cudaDataType type, std::uint64_t rows, std::uint64_t cols, std::int64_t ld) {
  return initialise(layout, bytes, make_layout(type, rows, cols, ld));
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType type, std::uint64_t rows, std::uint64_t cols, std::int64_t ld) {
  return create(layout, make_layout(type, rows, cols, ld));
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) { return destroy<Layout>("cublasLtMatrixLayoutDestroy", layout); }
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout, cublasLtMatrixLayoutAttribute_t attribute, const void* value, std::size_t bytes) {
  return set_attribute<Layout>("cublasLtMatrixLayoutSetAttribute", layout, attribute, value, bytes);
}
cublasStatus_t cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t layout, cublasLtMatrixLayoutAttribute_t attribute, void* value, std::size_t bytes, std::size_t* written) {
  return get_attribute<Layout>("cublasLtMatrixLayoutGetAttribute", layout, attribute, value, bytes, written);
}

cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t desc, std::size_t bytes, cublasComputeType_t compute, cudaDataType_t scale) {
  return initialise(desc, bytes, make_desc(compute, scale));
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* desc, cublasComputeType_t compute, cudaDataType_t scale) { return create(desc, make_desc(compute, scale)); }
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t desc) { return destroy<Desc>("cublasLtMatmulDescDestroy", desc); }
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attribute, const void* value, std::size_t bytes) {
  return set_attribute<Desc>("cublasLtMatmulDescSetAttribute", desc, attribute, value, bytes);
}
cublasStatus_t cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attribute, void* value, std::size_t bytes, std::size_t* written) {
  return get_attribute<Desc>("cublasLtMatmulDescGetAttribute", desc, attribute, value, bytes, written);
}

cublasStatus_t cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t preference, std::size_t bytes) { return initialise(preference, bytes, Preference()); }
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) { return create(preference, Preference()); }
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) { return destroy<Preference>("cublasLtMatmulPreferenceDestroy", preference); }
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference, cublasLtMatmulPreferenceAttributes_t attribute, const void* value, std::size_t bytes) {
  return set_attribute<Preference>("cublasLtMatmulPreferenceSetAttribute", preference, attribute, value, bytes);
}
cublasStatus_t cublasLtMatmulPreferenceGetAttribute(cublasLtMatmulPreference_t preference, cublasLtMatmulPreferenceAttributes_t attribute, void* value, std::size_t bytes, std::size_t* written) {
  return get_attribute<Preference>("cublasLtMatmulPreferenceGetAttribute", preference, attribute, value, bytes, written);
}

cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t* algorithm, cublasLtMatmulAlgoConfigAttributes_t attribute, void* value, std::size_t bytes, std::size_t* written) {
  return get_attribute<Algorithm>("cublasLtMatmulAlgoConfigGetAttribute", algorithm, attribute, value, bytes, written);
}

}  // extern "C"
