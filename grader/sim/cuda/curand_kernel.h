/// \file
/// cuRAND's device API: generators whose state is in the program's own memory.  What a
/// function reads and writes there are accesses of the line that calls it, so threads
/// that share a state without an order race.
#pragma once
#define CURAND_KERNEL_H_  // Programs ask for it.

#include "cuda_runtime.h"
#include "curand.h"
#include "curand_lognormal.h"
#include "curand_normal.h"
#include "curand_poisson.h"
#include "curand_uniform.h"
#include "gridlock_generators.h"
