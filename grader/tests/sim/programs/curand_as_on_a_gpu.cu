// expect: passed
// Of each generator, the numbers that cuRAND 13.0 printed on an NVIDIA H200.
#include <curand_kernel.h>

#include <cstdio>

struct Recorded {
  unsigned long long seed, subsequence, offset;
  unsigned first, second;  // Bits.
  double uniform, uniformDouble, normal, nextNormal, normalDouble;
};
__constant__ Recorded recorded[3][3] = {
    {
        {0x0, 0, 0, 0xbd7f03b6, 0x703e556d, 0.517013, 0.0713675838, 1.2296, 0.1739,
         -0.9979600},
        {0x4d2, 1, 5, 0x047c6db7, 0x7307c980, 0.799349, 0.3774238413, -2.1245, 0.1389,
         -0.2048457},
        {0x123456789abcdef, 77, 5, 0x53ed204d, 0xb6199fa5, 0.358018, 0.2420049946, 2.1029,
         -1.1634, 0.5201518},
    },
    {
        {0x0, 0, 0, 0x6627e8d5, 0xe169c58d, 0.735713, 0.6054818539, 0.1808, -0.1536,
         2.3263280},
        {0x4d2, 1, 5, 0x653d7a73, 0x1d8331c1, 0.527329, 0.1719303792, 0.9106, -1.2747,
         -1.7819731},
        {0x123456789abcdef, 77, 5, 0x361e9d94, 0xe1acda4b, 0.311227, 0.6252882450, 0.9973,
         1.3949, -0.9320434},
    },
    {
        {0x0, 0, 0, 0x2083cd07, 0x518b05c4, 0.309186, 0.8258468631, -0.3616, -1.6979,
         0.9536730},
        {0x4d2, 1, 5, 0x815d3185, 0x62a67c3b, 0.097931, 0.1143891986, 2.5664, 0.0148,
         -0.5621134},
        {0x123456789abcdef, 77, 5, 0xeba1bfe9, 0xcb76f79c, 0.055631, 0.7865054550, 0.0649,
         0.4846, -0.9933287},
    },
};
__device__ int wrong;

__device__ void expect(double got, double expected, double tolerance, const char* what) {
  if (fabs(got - expected) <= tolerance) return;
  printf("%s: %.10f, not %.10f\n", what, got, expected);
  atomicAdd(&wrong, 1);
}

template <class State>
__global__ void draw(int generator) {
  const Recorded& r = recorded[generator][threadIdx.x];
  State state;
  curand_init(r.seed, r.subsequence, r.offset, &state);
  expect(curand(&state), r.first, 0, "first");
  expect(curand(&state), r.second, 0, "second");
  expect(curand_uniform(&state), r.uniform, 1e-6, "uniform");
  expect(curand_uniform_double(&state), r.uniformDouble, 1e-10, "uniform double");
  expect(curand_normal(&state), r.normal, 1e-4, "normal");
  expect(curand_normal(&state), r.nextNormal, 1e-4, "next normal");
  expect(curand_normal_double(&state), r.normalDouble, 1e-7, "normal double");
}

int main() {
  draw<curandStateXORWOW_t><<<1, 3>>>(0);
  draw<curandStatePhilox4_32_10_t><<<1, 3>>>(1);
  draw<curandStateMRG32k3a_t><<<1, 3>>>(2);
  int failed;
  cudaMemcpyFromSymbol(&failed, wrong, sizeof failed);
  return failed;
}
