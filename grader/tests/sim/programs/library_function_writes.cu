// expect: data_race
// A library function writes through the pointers that it is given: here all blocks write
// the one cosine.
#include <cstdio>

__global__ void turn(float* sine, float* cosine) {
  sincosf(float(blockIdx.x), sine + blockIdx.x, cosine);
}

int main() {
  float *sine, *cosine;
  cudaMalloc(&sine, 4 * sizeof(float));
  cudaMalloc(&cosine, sizeof(float));
  turn<<<4, 1>>>(sine, cosine);
  return cudaDeviceSynchronize();
}
