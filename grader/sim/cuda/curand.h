/// \file
/// cuRAND's host API: a generator fills arrays.  On the device that is a kernel in the
/// generator's stream, which writes the whole array for the program's line that calls it;
/// the host does not wait for it.  The runtime defines these functions.
#pragma once
#define CURAND_H_  // Programs ask for it.

#include "cuda_runtime_api.h"

#define CURAND_VER_MAJOR 10
#define CURAND_VER_MINOR 4
#define CURAND_VER_PATCH 0

enum curandStatus {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_TYPE_ERROR = 103,
  CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203,
  CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999
};
typedef enum curandStatus curandStatus_t;

/// The generators that there are.
enum curandRngType {
  CURAND_RNG_TEST = 0,
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161
};
typedef enum curandRngType curandRngType_t;

enum curandOrdering {
  CURAND_ORDERING_PSEUDO_BEST = 100,
  CURAND_ORDERING_PSEUDO_DEFAULT = 101,
  CURAND_ORDERING_PSEUDO_SEEDED = 102,
  CURAND_ORDERING_PSEUDO_LEGACY = 103,
  CURAND_ORDERING_PSEUDO_DYNAMIC = 104
};
typedef enum curandOrdering curandOrdering_t;

typedef struct curandGenerator_st* curandGenerator_t;

extern "C" {

curandStatus_t curandCreateGenerator(curandGenerator_t* generator,
                                     curandRngType_t rng_type);
/// The generator fills arrays of the host, before each call returns.
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator,
                                         curandRngType_t rng_type);
curandStatus_t curandDestroyGenerator(curandGenerator_t generator);
curandStatus_t curandGetVersion(int* version);
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream);
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed);
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator,
                                        unsigned long long offset);
/// Checked; the numbers come in the generator's own order, whatever it says.
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator,
                                          curandOrdering_t order);
/// Does in advance what the first numbers would do; here, nothing.
curandStatus_t curandGenerateSeeds(curandGenerator_t generator);

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* outputPtr,
                              size_t num);
/// A CURAND_STATUS_TYPE_ERROR for all generators that there are.
curandStatus_t curandGenerateLongLong(curandGenerator_t generator,
                                      unsigned long long* outputPtr, size_t num);
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* outputPtr,
                                     size_t num);
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* outputPtr,
                                           size_t num);
// As many normal numbers as one asks for are made in pairs: an odd number is a
// CURAND_STATUS_LENGTH_NOT_MULTIPLE.
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* outputPtr,
                                    size_t n, float mean, float stddev);
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* outputPtr,
                                          size_t n, double mean, double stddev);
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* outputPtr,
                                       size_t n, float mean, float stddev);
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator,
                                             double* outputPtr, size_t n, double mean,
                                             double stddev);
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int* outputPtr,
                                     size_t n, double lambda);

}  // extern "C"
