// expect: data_race
// missing: must come between line 17 and line 18
// told: curandGenerateUniform
// The host reads generated numbers and does not wait for the stream that they are made
// in.
#include <curand.h>
#include <cstdio>

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  float* numbers;
  cudaMallocManaged(&numbers, 64 * sizeof(float));
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetStream(generator, stream);
  curandGenerateUniform(generator, numbers, 64);
  printf("%g\n", numbers[0]);
  return cudaStreamSynchronize(stream);
}
