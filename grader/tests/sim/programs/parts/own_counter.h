/// Each file that includes this has its own copy of the variables.
#pragma once

__device__ int counter;
__device__ volatile int last = 5;
__constant__ int step = 2;

void count_elsewhere();
