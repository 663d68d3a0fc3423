// Strided copies on the CPU, with conversion of dtype.
#include <cstring>

#include "engine/backend/cpu/pieces.h"
#include "engine/backend/cpu/rows.h"
#include "engine/ops/copy/convert.h"
#include "engine/ops/copy/copy_kernels.h"

namespace lockstep::engine::kernels::copy {

namespace {

template <class To, class From>
void copy_row(To* to, std::int64_t to_stride, const From* from, std::int64_t from_stride, std::int64_t count) {
  if constexpr (std::is_same_v<To, From>) {
    if (to_stride == 1 && from_stride == 1) {
      std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(To));
      return;
    }
  }
  for (std::int64_t i = 0; i < count; ++i) to[i * to_stride] = convert<To>(from[i * from_stride]);
}

void strided(const KernelContext& context, const View& destination, const View& source) {
  visit_dtype(destination.dtype, [&]<class To>() {
    visit_dtype(source.dtype, [&]<class From>() {
      To* const to = destination.as<To>();
      const From* const from = source.as<From>();
      cpu::for_rows<2>(context, {&destination, &source}, [&](const auto& offsets, const auto& strides, std::int64_t count) {
        copy_row(to + offsets[0], strides[0], from + offsets[1], strides[1], count);
      });
    });
  });
}

void many(const KernelContext& context, const View* views, std::int64_t count, const View& gate) {
  if (gate.defined() && *gate.as<std::int64_t>() == 0) return;
  cpu::for_pieces(context, views, count, [&](std::int64_t i, std::int64_t begin, std::int64_t end, std::int64_t) {
    const auto item = static_cast<std::int64_t>(item_size(views[i].dtype));
    std::memcpy(views[i].as<std::byte>() + begin * item, views[count + i].as<std::byte>() + begin * item, static_cast<std::size_t>((end - begin) * item));
  });
}

}  // namespace

void fill_cpu(Table& table) {
  table.strided = strided;
  table.many = many;
}

}  // namespace lockstep::engine::kernels::copy
