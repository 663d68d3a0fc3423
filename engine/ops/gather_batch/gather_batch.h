// A batch of a data set that lies on the device: chosen samples, normalised.
#pragma once

#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// out[n, …] = (samples[index[n], …] - shift) * scale, each operation rounded to f32 once: what data::Normalizer computes.
/// `samples`: u8 or f32, [M, C, H, W] in channels_last memory or [M, C]. `index`: i64 [N] of 0 … M - 1, or undefined for all in
/// their order (N = M). `shift`, `scale`: f32 [C]. `out`: f32 [N, …] of the same layout. Not recorded. @throws ShapeError
void gather_batch(Tensor& out, const Tensor& samples, const Tensor& index, const Tensor& shift, const Tensor& scale);

}  // namespace lockstep::engine::ops
