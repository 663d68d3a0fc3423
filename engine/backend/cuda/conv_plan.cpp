#include "engine/backend/cuda/conv_plan.h"

// cuDNN 9 marks the convolution calls as deprecated in favour of its graph interface, whose headers come with no toolkit; it
// exports them all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "engine/backend/cuda/check.h"
#include "engine/backend/cuda/conv_descriptors.h"
#include "engine/backend/cuda/state.h"

namespace lockstep::engine::cuda {

namespace {

/// An algorithm that takes more is passed over for one that takes less.
constexpr std::size_t most_workspace = std::size_t{1} << 30U;

struct Plan {
  ConvolutionDescriptors descriptors;
  int algorithm = -1;  ///< of the pass's own enumeration; -1: there is none
  std::size_t workspace = 0;
};

using Key = std::array<std::int64_t, 19>;
using Plans = std::map<Key, Plan>;

Key key_of(const ConvolutionShape& s, ConvolutionPass pass, const State& state) {
  return {s.images,    s.channels,   s.height,     s.width,       s.outputs,     s.kernel[0], s.kernel[1], s.output_height, s.output_width,       s.stride[0],
          s.stride[1], s.padding[0], s.padding[1], s.dilation[0], s.dilation[1], s.groups,    state.strict ? 1 : 0, state.tf32 ? 1 : 0, static_cast<std::int64_t>(pass)};
}

/// The heuristic's first that is allowed.
template <class Performance>
void choose(Plan& plan, const Performance* found, int count, const State& state) {
  for (int i = 0; i < count; ++i) {
    const bool works = found[i].status == CUDNN_STATUS_SUCCESS && found[i].memory <= most_workspace;
    const bool fixed = found[i].determinism == CUDNN_DETERMINISTIC || !state.strict;
    const bool exact = state.tf32 || found[i].mathType == CUDNN_FMA_MATH || found[i].mathType == CUDNN_DEFAULT_MATH;
    if (!works || !fixed || !exact) continue;
    plan.algorithm = static_cast<int>(found[i].algo);
    plan.workspace = found[i].memory;
    return;
  }
}

void look_for_algorithm(Plan& plan, ConvolutionPass pass, const State& state) {
  const ConvolutionDescriptors& d = plan.descriptors;
  int count = 0;
  if (pass == ConvolutionPass::forward) {
    cudnnConvolutionFwdAlgoPerf_t found[CUDNN_CONVOLUTION_FWD_ALGO_COUNT];
    const cudnnStatus_t status = cudnnGetConvolutionForwardAlgorithm_v7(state.cudnn, d.x.get(), d.w.get(), d.convolution.get(), d.y.get(), CUDNN_CONVOLUTION_FWD_ALGO_COUNT, &count, found);
    if (status == CUDNN_STATUS_SUCCESS) choose(plan, found, count, state);
  } else if (pass == ConvolutionPass::data) {
    cudnnConvolutionBwdDataAlgoPerf_t found[CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT];
    const cudnnStatus_t status =
        cudnnGetConvolutionBackwardDataAlgorithm_v7(state.cudnn, d.w.get(), d.y.get(), d.convolution.get(), d.x.get(), CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT, &count, found);
    if (status == CUDNN_STATUS_SUCCESS) choose(plan, found, count, state);
  } else {
    cudnnConvolutionBwdFilterAlgoPerf_t found[CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT];
    const cudnnStatus_t status =
        cudnnGetConvolutionBackwardFilterAlgorithm_v7(state.cudnn, d.x.get(), d.y.get(), d.convolution.get(), d.w.get(), CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT, &count, found);
    if (status == CUDNN_STATUS_SUCCESS) choose(plan, found, count, state);
  }
}

constexpr const char* pass_names[] = {"forward", "backward data", "backward weights"};

Plan make_plan(const ConvolutionShape& s, ConvolutionPass pass, State& state) {
  Plan plan;
  if (fits_descriptors(s)) {
    plan.descriptors = describe_convolution(s, state.tf32);
    look_for_algorithm(plan, pass, state);
  }
  state.choices.try_emplace(fmt::format("conv2d {} [{}, {}, {}, {}] x [{}, {}, {}, {}]", pass_names[static_cast<int>(pass)], s.images, s.channels, s.height, s.width, s.outputs,
                                        s.channels / s.groups, s.kernel[0], s.kernel[1]),
                            plan.algorithm < 0 ? std::string("Lockstep's direct kernel") : fmt::format("cuDNN algorithm {}, workspace {}", plan.algorithm, plan.workspace));
  return plan;
}

}  // namespace

bool run_convolution(const KernelContext& context, const ConvolutionShape& shape, ConvolutionPass pass, const void* first, const void* second, void* out) {
  State& state = state_of(context);
  auto& plans = *static_cast<Plans*>(state.conv_plans);
  const Key key = key_of(shape, pass, state);
  auto found = plans.find(key);
  if (found == plans.end()) found = plans.emplace(key, make_plan(shape, pass, state)).first;
  const Plan& p = found->second;
  if (p.algorithm < 0) return false;
  const ConvolutionDescriptors& d = p.descriptors;
  const Scratch workspace(context, p.workspace);
  const float one = 1.0F, zero = 0.0F;
  if (pass == ConvolutionPass::forward) {
    check("cudnnConvolutionForward", cudnnConvolutionForward(state.cudnn, &one, d.x.get(), first, d.w.get(), second, d.convolution.get(), static_cast<cudnnConvolutionFwdAlgo_t>(p.algorithm),
                                                             workspace.as<void>(), p.workspace, &zero, d.y.get(), out));
  } else if (pass == ConvolutionPass::data) {
    check("cudnnConvolutionBackwardData",
          cudnnConvolutionBackwardData(state.cudnn, &one, d.w.get(), second, d.y.get(), first, d.convolution.get(), static_cast<cudnnConvolutionBwdDataAlgo_t>(p.algorithm),
                                       workspace.as<void>(), p.workspace, &zero, d.x.get(), out));
  } else {
    check("cudnnConvolutionBackwardFilter",
          cudnnConvolutionBackwardFilter(state.cudnn, &one, d.x.get(), first, d.y.get(), second, d.convolution.get(), static_cast<cudnnConvolutionBwdFilterAlgo_t>(p.algorithm),
                                         workspace.as<void>(), p.workspace, &zero, d.w.get(), out));
  }
  return true;
}

void* make_conv_plans() { return new Plans; }
void destroy_conv_plans(void* plans) noexcept { delete static_cast<Plans*>(plans); }

}  // namespace lockstep::engine::cuda
