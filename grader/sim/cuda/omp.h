/// OpenMP as without -fopenmp: the host has one thread, and pragmas have no effect.  nvcc
/// without further options does the same, if the compiler has this header.
#pragma once

#include <time.h>

#include "cuda_runtime.h"

GRIDLOCK_INLINE void omp_set_num_threads(int) {}
GRIDLOCK_INLINE int omp_get_num_threads() { return 1; }
GRIDLOCK_INLINE int omp_get_max_threads() { return 1; }
GRIDLOCK_INLINE int omp_get_thread_num() { return 0; }
GRIDLOCK_INLINE int omp_get_num_procs() { return 1; }
GRIDLOCK_INLINE int omp_in_parallel() { return 0; }
GRIDLOCK_INLINE double omp_get_wtime() { return (double)clock() / CLOCKS_PER_SEC; }
