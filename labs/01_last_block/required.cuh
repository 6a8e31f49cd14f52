// What scenarios.cu uses of a submission; lab.toml lists the same for students.

#pragma once

#include <gridlock/required.h>

#include "block_fold.cuh"

GRIDLOCK_REQUIRED __device__ bool lastBlock(int* counter);
GRIDLOCK_REQUIRED __device__ bool lastBlockShared(int* counter);
GRIDLOCK_REQUIRED __global__ void sumPartials(const int* in, int n, int* partial);
GRIDLOCK_REQUIRED __global__ void sumFinal(const int* partial, int blocks, int* out);
GRIDLOCK_REQUIRED __global__ void sumSinglePass(const int* in, int n, int* partial,
                                                int* counter, int* out);
GRIDLOCK_REQUIRED __global__ void sumNoncommMultiBlock(const int* in, int n,
                                                       Affine* partial, int* counter,
                                                       Affine* out);
