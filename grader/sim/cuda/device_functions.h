/// Barriers, fences, clocks and traps of device code.  The runtime defines them.
#pragma once

#include "gridlock_device.h"
#include "gridlock_intrinsics.h"
#include "host_defines.h"

extern "C" {

GRIDLOCK_DEVICE void __syncthreads(void);
GRIDLOCK_DEVICE int __syncthreads_count(int predicate);
GRIDLOCK_DEVICE int __syncthreads_and(int predicate);
GRIDLOCK_DEVICE int __syncthreads_or(int predicate);

GRIDLOCK_DEVICE void __threadfence(void);
GRIDLOCK_DEVICE void __threadfence_block(void);
GRIDLOCK_DEVICE void __threadfence_system(void);

GRIDLOCK_DEVICE long long int clock64(void);
GRIDLOCK_DEVICE __attribute__((noreturn)) void __trap(void);
GRIDLOCK_DEVICE void __brkpt(void);

}  // extern "C"

GRIDLOCK_DEVICE void __nanosleep(unsigned int ns);
