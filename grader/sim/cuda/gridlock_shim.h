/// Comes before the first line of every file compiled for the simulator (-include).
///
/// One plain C++17 compile serves host and device code.  __CUDACC__ and __NVCC__ are
/// defined, because the language is CUDA C++.  __CUDA_ARCH__ is not, as in nvcc's pass
/// for the host: a program that asks for it is preprocessed twice, and the texts become
/// one before it is compiled (build/rewrite/two_passes.h).  No header of ours may depend
/// on it. GRIDLOCK_SIM says that this is the simulator.
///
/// The same headers serve `clang++ -x cuda -fsyntax-only -nocudainc -nocudalib`, which
/// generates nothing but reports host and device code mixed up.
#pragma once

#define GRIDLOCK_SIM 1

#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#define __CUDA_ARCH_LIST__ 900

#include "cuda_runtime.h"

#if defined(__CUDA__)
/// Declarations that clang needs to check `kernel<<<...>>>` itself, on either side.
extern "C" {
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t bytes = 0,
                                     cudaStream_t stream = 0);
unsigned cudaConfigureCall(dim3 grid, dim3 block, size_t bytes = 0,
                           cudaStream_t stream = 0);
}
#endif
