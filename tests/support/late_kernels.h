// The CPU's kernels as a queue takes them: calling one keeps its arguments, with the lists that they point to, and hands on what
// does the work later.
#pragma once

#include <functional>
#include <tuple>
#include <type_traits>
#include <vector>

#include "engine/ops/fill_cpu.h"
#include "engine/ops/kernel_table.h"

namespace lockstep::test {

/// Where launches go: KernelContext::stream of a backend whose table late_kernels() filled.
class LaunchQueue {
 public:
  virtual ~LaunchQueue() = default;
  virtual void enqueue(std::function<void()> work) = 0;
};

namespace late {

using engine::KernelContext;
using engine::KernelTable;
using engine::View;

/// An argument that is kept.
template <class T>
struct Kept {
  explicit Kept(const T& v) : value(v) {}
  const T& get() const { return value; }
  T value;
};
/// The start of a list whose length other arguments give.
template <class T>
struct Kept<const T*> {
  explicit Kept(const T* start) : first(start) {}
  void take(std::int64_t count) { list.assign(first, first + count); }
  const T* get() const { return list.data(); }
  const T* first;
  std::vector<T> list;
};

/// What does the work.
inline const KernelTable& cpu_kernels() {
  static const KernelTable table = [] {
    KernelTable all;
    engine::fill_cpu(all);
    return all;
  }();
  return table;
}

/// How many lists of `count` views lie one after the other.
template <auto Function>
constexpr std::int64_t lists = 1;
template <>
inline constexpr std::int64_t lists<&engine::kernels::adam_step::Table::step> = 4;
template <>
inline constexpr std::int64_t lists<&engine::kernels::copy::Table::many> = 2;

template <auto Group, auto Function>
struct Late {
  template <class... P>
  static void call(const KernelContext& context, P... arguments) {
    auto kept = std::make_tuple(Kept<std::decay_t<P>>(arguments)...);
    std::int64_t count = 0;
    std::int64_t many = lists<Function>;
    const auto note = [&]<class T>(const T& argument) {
      if constexpr (std::is_same_v<T, std::int64_t>) count = count == 0 ? argument : count;
      if constexpr (std::is_same_v<T, bool>) many = argument ? 3 : 2;  // sgd_step's, the one list with a flag
    };
    constexpr bool has_list = (std::is_pointer_v<std::decay_t<P>> || ...);
    if constexpr (has_list) {
      (note(arguments), ...);
      std::apply([&](auto&... each) { (take(each, count, many), ...); }, kept);
    }
    static_cast<LaunchQueue*>(context.stream)->enqueue([kept = std::move(kept), context] {
      std::apply([&](const auto&... each) { ((cpu_kernels().*Group).*Function)(context, each.get()...); }, kept);
    });
  }
  template <class... P>
  static auto pointer(void (*)(const KernelContext&, P...)) -> void (*)(const KernelContext&, P...) {
    return &Late::template call<P...>;
  }
  template <class T>
  static void take(Kept<T>& argument, std::int64_t count, std::int64_t many) {
    if constexpr (std::is_same_v<T, const View*>) argument.take(count * many);
    else if constexpr (std::is_pointer_v<T>) argument.take(count);
  }
};

template <auto Group, auto... Functions>
void fill(KernelTable& table) {
  (((table.*Group).*Functions = Late<Group, Functions>::pointer((table.*Group).*Functions)), ...);
}

}  // namespace late

/// Every kernel of the CPU, to be run later by context.stream.
inline void late_kernels(engine::KernelTable& table) {
  namespace k = engine::kernels;
  using T = engine::KernelTable;
  late::fill<&T::adam_step, &k::adam_step::Table::step>(table);
  late::fill<&T::adaptive_avg_pool2d, &k::adaptive_avg_pool2d::Table::forward, &k::adaptive_avg_pool2d::Table::backward>(table);
  late::fill<&T::arithmetic, &k::arithmetic::Table::binary, &k::arithmetic::Table::affine>(table);
  late::fill<&T::avg_pool2d, &k::avg_pool2d::Table::forward, &k::avg_pool2d::Table::backward>(table);
  late::fill<&T::batch_norm, &k::batch_norm::Table::forward, &k::batch_norm::Table::backward>(table);
  late::fill<&T::checksum, &k::checksum::Table::sum>(table);
  late::fill<&T::conv2d, &k::conv2d::Table::forward, &k::conv2d::Table::backward>(table);
  table.conv2d.pools = late::cpu_kernels().conv2d.pools;
  late::fill<&T::copy, &k::copy::Table::strided, &k::copy::Table::many>(table);
  late::fill<&T::cross_entropy, &k::cross_entropy::Table::forward, &k::cross_entropy::Table::backward>(table);
  late::fill<&T::dropout, &k::dropout::Table::mask, &k::dropout::Table::apply>(table);
  late::fill<&T::fill, &k::fill::Table::constant>(table);
  late::fill<&T::gather_batch, &k::gather_batch::Table::gather>(table);
  late::fill<&T::gradient_norm, &k::gradient_norm::Table::sum_of_squares, &k::gradient_norm::Table::scale, &k::gradient_norm::Table::clip_by_norm,
             &k::gradient_norm::Table::close_gate, &k::gradient_norm::Table::clamp>(table);
  late::fill<&T::linear, &k::linear::Table::forward, &k::linear::Table::backward>(table);
  late::fill<&T::matmul, &k::matmul::Table::product>(table);
  late::fill<&T::max_pool2d, &k::max_pool2d::Table::forward, &k::max_pool2d::Table::backward>(table);
  late::fill<&T::metrics, &k::metrics::Table::argmax, &k::metrics::Table::count_equal>(table);
  late::fill<&T::pointwise_loss, &k::pointwise_loss::Table::forward, &k::pointwise_loss::Table::backward>(table);
  late::fill<&T::reduce, &k::reduce::Table::sum>(table);
  late::fill<&T::sgd_step, &k::sgd_step::Table::step>(table);
  late::fill<&T::softmax, &k::softmax::Table::forward, &k::softmax::Table::backward>(table);
  late::fill<&T::unary, &k::unary::Table::forward, &k::unary::Table::backward>(table);
}

}  // namespace lockstep::test
