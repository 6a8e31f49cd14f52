// What scenarios.cu uses of a submission.  lab.toml says the same for students.

#pragma once

#include <gridlock/required.h>

GRIDLOCK_REQUIRED __device__ void addTo(int* total, int value);
