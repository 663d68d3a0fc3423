// Fill on the CPU.
#include "engine/backend/cpu/rows.h"
#include "engine/ops/fill/fill_kernels.h"

namespace lockstep::engine::kernels::fill {

namespace {

template <class T>
T converted(double value) {
  if constexpr (std::is_same_v<T, bfloat16> || std::is_same_v<T, float16>) return T(static_cast<float>(value));
  else if constexpr (std::is_same_v<T, bool>) return value != 0.0;
  else return static_cast<T>(value);
}

void constant(const KernelContext& context, const View& destination, double value) {
  visit_dtype(destination.dtype, [&]<class T>() {
    T* const data = destination.as<T>();
    const T element = converted<T>(value);
    cpu::for_rows<1>(context, {&destination}, [&](const auto& offsets, const auto& strides, std::int64_t count) {
      T* const row = data + offsets[0];
      for (std::int64_t i = 0; i < count; ++i) row[i * strides[0]] = element;
    });
  });
}

}  // namespace

void fill_cpu(Table& table) { table.constant = constant; }

}  // namespace lockstep::engine::kernels::fill
