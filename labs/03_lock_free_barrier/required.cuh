// What scenarios.cu uses of a submission; lab.toml lists the same for students.

#pragma once

#include <gridlock/required.h>

GRIDLOCK_REQUIRED __device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut,
                                          unsigned goal);
GRIDLOCK_REQUIRED __global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn,
                                              unsigned* arrayOut, unsigned start);
