/// The CUDA keywords, in three variants, and macros for our own declarations.
///
///  - simulator (GRIDLOCK_SIM): one ordinary C++ compile is host and device code at once.
///    The keywords become markers, which the rewriter reads after the preprocessor has
///    run; __host__ does so only if each side is preprocessed apart
///    (GRIDLOCK_TWO_PASSES);
///  - `clang++ -x cuda` (__CUDA__): clang's own attributes, so that a syntax check with
///    these headers reports the same mix-ups of host and device code as nvcc;
///  - anything else, such as the runtime's own sources: keywords are empty, as in a .cpp.
#pragma once

#if defined(__CUDA__)
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define GRIDLOCK_DEVICE __attribute__((device))
#define GRIDLOCK_BOTH __attribute__((host)) __attribute__((device))
#else
#if defined(GRIDLOCK_TWO_PASSES)
#define __host__ __gridlock_host__
#else
#define __host__
#endif
#if defined(GRIDLOCK_SIM)
#define __device__ __gridlock_device__
#define __global__ __gridlock_global__
#define __shared__ __gridlock_shared__
#define __constant__ __gridlock_constant__
#define __managed__ __gridlock_managed__
#else
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#endif
/// Attributes of our declarations: of functions for the device, and of functions for both
/// sides.
#define GRIDLOCK_DEVICE
#define GRIDLOCK_BOTH
#endif

#define __forceinline__ inline __attribute__((always_inline))
#if defined(GRIDLOCK_SIM) && !defined(__CUDA__)
#define __launch_bounds__(...) __gridlock_launch_bounds__(__VA_ARGS__)
#define __cluster_dims__(...) __gridlock_cluster_dims__(__VA_ARGS__)
#else
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#endif
#define __maxnreg__(...)
#define __grid_constant__
#define __nv_pure__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)

// Empty, because libstdc++ writes __attribute__((__noinline__)): the attribute list may
// then be empty, but a nested __attribute__ is an error.
#define __noinline__

/// For our own small functions.  The inlined code has no line of its own, so the return
/// address of a runtime call lies in the student's line.
#if defined(__clang__)
#define GRIDLOCK_INLINE inline __attribute__((always_inline, nodebug))
#else
#define GRIDLOCK_INLINE inline __attribute__((always_inline))
#endif

#define CUDARTAPI
#define CUDART_CB
