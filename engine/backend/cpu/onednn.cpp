#include "engine/backend/cpu/onednn.h"

namespace lockstep::engine::cpu {

struct OneDnn::Impl {};

OneDnn::OneDnn() : impl_(std::make_unique<Impl>()) {}
OneDnn::~OneDnn() = default;

}  // namespace lockstep::engine::cpu
