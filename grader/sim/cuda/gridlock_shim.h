/// Included (-include) before the first line of every file compiled for the simulator.
///
/// One ordinary C++17 compile produces both host and device code.  __CUDACC__ and
/// __NVCC__ are defined, because the language is CUDA C++.  __CUDA_ARCH__ is not defined,
/// as in nvcc's host pass: a program that tests it is preprocessed twice, and the two
/// texts are merged before the compile (build/rewrite/two_passes.h).  No header of ours
/// may depend on it. GRIDLOCK_SIM identifies the simulator.
///
/// The same headers are used by `clang++ -x cuda -fsyntax-only -nocudainc -nocudalib`,
/// which generates nothing but reports calls between host and device code that are not
/// allowed.
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
/// Declarations that clang needs in order to check `kernel<<<...>>>` itself.
extern "C" {
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t bytes = 0,
                                     cudaStream_t stream = 0);
unsigned cudaConfigureCall(dim3 grid, dim3 block, size_t bytes = 0,
                           cudaStream_t stream = 0);
}
#endif
