// What scenarios.cu uses of a submission; lab.toml lists the same for students.

#pragma once

#include <gridlock/required.h>

#include "concurrency.cuh"

GRIDLOCK_REQUIRED __device__ void checkIn(KernelConcurrencyData* data, int kid);
GRIDLOCK_REQUIRED __device__ void checkOut(KernelConcurrencyData* data, int kid);
GRIDLOCK_REQUIRED __global__ void addKernel(unsigned* values, int n, int cycles, int kid,
                                            KernelConcurrencyData* data);
GRIDLOCK_REQUIRED cudaError_t runKernels(Run run, KernelConcurrencyData* report,
                                         float* ms);
GRIDLOCK_REQUIRED __device__ void enterKernel(KernelConcurrencyData* data, int kid);
GRIDLOCK_REQUIRED __device__ void leaveKernel(KernelConcurrencyData* data,
                                              int* blocks_out, int kid);
