// expect: passed
// The host fills memory by SSE's functions, waits for the kernel, and reads by them.
#include <cuda_runtime.h>
#include <emmintrin.h>

#include <cstdio>

__global__ void twice(float* a) { a[threadIdx.x] *= 2; }

int main() {
  float* a = nullptr;
  cudaMallocManaged(&a, 64 * sizeof(float));
  for (int i = 0; i < 64; i += 4) _mm_store_ps(a + i, _mm_set1_ps(3));
  twice<<<1, 64>>>(a);
  cudaDeviceSynchronize();
  __m128 sum = _mm_setzero_ps();
  for (int i = 0; i < 64; i += 4) sum = _mm_add_ps(sum, _mm_load_ps(a + i));
  float sums[4];
  _mm_storeu_ps(sums, sum);
  printf("%g\n", sums[0]);
  return sums[0] == 96 ? 0 : 1;
}
