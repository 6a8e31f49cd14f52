// What scenarios.cu uses of a submission; lab.toml lists the same for students.

#pragma once

#include <gridlock/required.h>

GRIDLOCK_REQUIRED __device__ void gpuSync(unsigned* mutex, unsigned goal);
GRIDLOCK_REQUIRED __global__ void phases(unsigned* a, unsigned* b, int n, int rounds,
                                         unsigned* mutex, unsigned start);
GRIDLOCK_REQUIRED cudaError_t residentBlocks(dim3 block, int* blocks);
GRIDLOCK_REQUIRED cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a,
                                           unsigned* b, int n, int rounds,
                                           unsigned* mutex, unsigned* start,
                                           cudaStream_t stream);
