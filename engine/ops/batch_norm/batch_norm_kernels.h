// Kernels of batch_norm.
#pragma once

#include "engine/core/view.h"

namespace lockstep::engine::kernels::batch_norm {

struct Options {
  double momentum;
  double eps;
  bool relu;
  bool training;  ///< the batch's statistics; else the running ones
};

/// Images are channels_last [N, C, H, W] of one dtype, f32 or f64; per-channel views dense [C]. `statistics` is f64
/// [2, C]: mean, and 1 / √(var + eps).
struct Forward {
  View output;
  View statistics;    ///< written
  View x;
  View weight;        ///< may be null: 1
  View bias;          ///< may be null: 0
  View residual;      ///< may be null
  View running_mean;  ///< may be null in training; else updated then
  View running_var;
};

struct Backward {
  View x_gradient;         ///< may be null, as the next three
  View weight_gradient;
  View bias_gradient;
  View residual_gradient;  ///< given exactly where there is a residual behind a ReLU that wants a gradient
  View gradient;
  View x;
  View output;      ///< given where there are a ReLU and a residual
  View statistics;  ///< as forward left them
  View weight;
  View bias;
};

struct Table {
  void (*forward)(const KernelContext&, const Options&, const Forward&) = nullptr;
  void (*backward)(const KernelContext&, const Options&, const Backward&) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::batch_norm
