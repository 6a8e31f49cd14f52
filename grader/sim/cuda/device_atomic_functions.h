/// \file
/// CUDA's atomic functions: exactly these overloads, each for the device, the block
/// (_block) and the system (_system).  All are relaxed.  The runtime defines them.
#pragma once

#include "host_defines.h"

#define GRIDLOCK_ATOMIC(name, type)                           \
  GRIDLOCK_DEVICE type name(type* address, type val);         \
  GRIDLOCK_DEVICE type name##_block(type* address, type val); \
  GRIDLOCK_DEVICE type name##_system(type* address, type val);
#define GRIDLOCK_ATOMIC_CAS(type)                                              \
  GRIDLOCK_DEVICE type atomicCAS(type* address, type compare, type val);       \
  GRIDLOCK_DEVICE type atomicCAS_block(type* address, type compare, type val); \
  GRIDLOCK_DEVICE type atomicCAS_system(type* address, type compare, type val);

GRIDLOCK_ATOMIC(atomicAdd, int)
GRIDLOCK_ATOMIC(atomicAdd, unsigned int)
GRIDLOCK_ATOMIC(atomicAdd, unsigned long long)
GRIDLOCK_ATOMIC(atomicAdd, float)
GRIDLOCK_ATOMIC(atomicAdd, double)

GRIDLOCK_ATOMIC(atomicSub, int)
GRIDLOCK_ATOMIC(atomicSub, unsigned int)

GRIDLOCK_ATOMIC(atomicExch, int)
GRIDLOCK_ATOMIC(atomicExch, unsigned int)
GRIDLOCK_ATOMIC(atomicExch, unsigned long long)
GRIDLOCK_ATOMIC(atomicExch, float)

GRIDLOCK_ATOMIC(atomicMin, int)
GRIDLOCK_ATOMIC(atomicMin, unsigned int)
GRIDLOCK_ATOMIC(atomicMin, long long)
GRIDLOCK_ATOMIC(atomicMin, unsigned long long)

GRIDLOCK_ATOMIC(atomicMax, int)
GRIDLOCK_ATOMIC(atomicMax, unsigned int)
GRIDLOCK_ATOMIC(atomicMax, long long)
GRIDLOCK_ATOMIC(atomicMax, unsigned long long)

GRIDLOCK_ATOMIC(atomicInc, unsigned int)
GRIDLOCK_ATOMIC(atomicDec, unsigned int)

GRIDLOCK_ATOMIC(atomicAnd, int)
GRIDLOCK_ATOMIC(atomicAnd, unsigned int)
GRIDLOCK_ATOMIC(atomicAnd, long long)
GRIDLOCK_ATOMIC(atomicAnd, unsigned long long)

GRIDLOCK_ATOMIC(atomicOr, int)
GRIDLOCK_ATOMIC(atomicOr, unsigned int)
GRIDLOCK_ATOMIC(atomicOr, long long)
GRIDLOCK_ATOMIC(atomicOr, unsigned long long)

GRIDLOCK_ATOMIC(atomicXor, int)
GRIDLOCK_ATOMIC(atomicXor, unsigned int)
GRIDLOCK_ATOMIC(atomicXor, long long)
GRIDLOCK_ATOMIC(atomicXor, unsigned long long)

GRIDLOCK_ATOMIC_CAS(int)
GRIDLOCK_ATOMIC_CAS(unsigned int)
GRIDLOCK_ATOMIC_CAS(unsigned long long)
GRIDLOCK_DEVICE unsigned short atomicCAS(unsigned short* address, unsigned short compare,
                                         unsigned short val);

#undef GRIDLOCK_ATOMIC_CAS
#undef GRIDLOCK_ATOMIC
