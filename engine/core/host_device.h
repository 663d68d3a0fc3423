// Functions that the CPU's and the GPU's kernels share are written once and marked with this.
#pragma once

#if defined(__CUDACC__)
#define LOCKSTEP_HOST_DEVICE __host__ __device__
#else
#define LOCKSTEP_HOST_DEVICE
#endif
