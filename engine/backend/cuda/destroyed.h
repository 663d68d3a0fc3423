// Objects of CUDA's libraries, owned: unique_ptr<Opaque, Destroyed<destroy function>>.
#pragma once

namespace lockstep::engine::cuda {

template <auto Destroy>
struct Destroyed {
  template <class T>
  void operator()(T* object) const noexcept {
    (void)Destroy(object);
  }
};

}  // namespace lockstep::engine::cuda
