// A tiled matrix product: 7 * 10^7 accesses, most to shared memory that many threads
// read.
#include "speed.h"
constexpr int kTile = 32;
__global__ void product(const float* a, const float* b, float* c, int n) {
  __shared__ float as[kTile][kTile], bs[kTile][kTile];
  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  float sum = 0;
  for (int tile = 0; tile < n; tile += kTile) {
    as[threadIdx.y][threadIdx.x] = a[y * n + tile + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * n + x];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = sum;
}
int main() {
  const int n = 320;
  const Array<float> a(n * n, 0), b(n * n, 0), c(n * n);
  const dim3 grid(n / kTile, n / kTile), block(kTile, kTile);
  product<<<grid, block>>>(a, b, c, n);
  return cudaDeviceSynchronize();
}
