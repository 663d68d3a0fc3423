// oneDNN for the kernels: the engine, and a cache of primitives that were created, and run, on one thread each (R4).
#pragma once

#include <memory>

namespace lockstep::engine::cpu {

class OneDnn {
 public:
  OneDnn();
  ~OneDnn();
  struct Impl;
  [[nodiscard]] Impl& impl() noexcept { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::engine::cpu
