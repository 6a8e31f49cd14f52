/// The names of the states of cuRAND's device API.  The simulator does not model it: the
/// types are incomplete and no function is declared, so compile errors name what a
/// program uses.
#pragma once
#define CURAND_KERNEL_H_  // Programs test it.

#include "curand.h"

typedef struct curandStateXORWOW curandState, curandState_t, curandStateXORWOW_t;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
