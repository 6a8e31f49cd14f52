/// Variables that every file that includes this has for itself.
#pragma once

__device__ int counter;
__device__ volatile int last = 5;
__constant__ int step = 2;

void count_elsewhere();
