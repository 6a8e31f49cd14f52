/// \file
/// For a lab's required.cuh, which declares what its scenarios.cu uses of a submission.
#pragma once

#include <cuda_runtime.h>

/// Stands in front of each function that a submission has to define.  The submission may
/// define it `inline`: the compiler keeps it for scenarios.cu nevertheless.
#ifdef GRIDLOCK_SIM
#define GRIDLOCK_REQUIRED __attribute__((used))
#else
#define GRIDLOCK_REQUIRED
#endif
