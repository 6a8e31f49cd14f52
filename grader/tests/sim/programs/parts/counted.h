/// Shared by the files of several_files.cu.  Each file has its own copy of the variables,
/// since nvcc links device code file by file.
#pragma once

__device__ int own;
__device__ volatile int last = 5;
__constant__ int step = 2;

__global__ void count(UNIT* counter);

void add_elsewhere();
unsigned expected(unsigned threads);
