// expect: data_race
// told: write a[8]  by the host
// told: racing write a[8]
// The host fills memory by SSE's functions, which write four floats at once, and does not
// wait for the kernel that still reads there.
#include <cuda_runtime.h>
#include <emmintrin.h>

__global__ void twice(float* a) { a[threadIdx.x] *= 2; }

int main() {
  float* a = nullptr;
  cudaMallocManaged(&a, 64 * sizeof(float));
  for (int i = 0; i < 64; i += 4) _mm_store_ps(a + i, _mm_set1_ps(3));
  twice<<<1, 64>>>(a);
  _mm_stream_ps(a + 8, _mm_set1_ps(2));
  cudaDeviceSynchronize();
}
