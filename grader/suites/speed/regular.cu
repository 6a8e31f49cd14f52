// A program at full size: 10^9 accesses of device code, contiguous in each warp.
// -DSHRINK=8 makes its arrays and matrices that much smaller along each side.
#include <cstdio>

#include "speed.h"

#ifndef SHRINK
#define SHRINK 1
#endif

constexpr int kSide = 4096 / SHRINK, kTile = 32, kMatrix = 640 / SHRINK / kTile * kTile;
constexpr int kSaxpys = 3, kStencils = 4;
constexpr int kRounds = kSaxpys + kStencils + kMatrix / kTile;

__global__ void saxpy(int round, float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (is_planted(round, kRounds)) y[drawn(Draw::element, n)] = 0;
  y[i] = a * x[i] + y[i];
}

// An element inside the square becomes the mean of its neighbours.
__global__ void stencil(int round, const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  const float* at = in + y * n + x;
  if (is_planted(round, kRounds)) out[drawn(Draw::element, n * n)] = 0;
  if (x == 0 || x == n - 1 || y == 0 || y == n - 1)
    out[y * n + x] = at[0];
  else
    out[y * n + x] = (at[-1] + at[1] + at[-n] + at[n]) / 4;
}

__global__ void product(int round, const float* a, const float* b, float* c) {
  __shared__ float as[kTile][kTile], bs[kTile][kTile];
  const int n = kMatrix;
  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  float sum = 0;
  for (int tile = 0; tile < n; tile += kTile, ++round) {
    as[threadIdx.y][threadIdx.x] = a[y * n + tile + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * n + x];
    __syncthreads();
    if (is_planted(round, kRounds)) as[0][drawn(Draw::element, kTile * kTile)] = 0;
    for (int k = 0; k < kTile; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = sum;
}

// x and y are linear in the coordinates, so the stencil leaves them unchanged.
bool linear() {
  const int side = kSide, n = side * side;
  const Array<float> x(n, [](int i) { return i % side; });
  const Array<float> y(n, [](int i) { return i / side; });
  int round = 0;
  for (int i = 0; i < kSaxpys; ++i) saxpy<<<n / 256, 256>>>(round++, 1, x, y, n);
  for (int i = 0; i < kStencils; i += 2) {
    stencil<<<dim3(side / 256, side), 256>>>(round++, y, x, side);
    stencil<<<dim3(side / 256, side), 256>>>(round++, x, y, side);
  }
  const auto host = y.on_host();
  bool right = true;
  for (int i = 0; i < n; ++i) right &= host[i] == i / side + kSaxpys * (i % side);
  return right;
}

bool square() {
  const int n = kMatrix;
  const Array<float> a(n * n, [](int i) { return i / n % 4; });
  const Array<float> b(n * n, [](int i) { return i % n % 8; });
  const Array<float> c(n * n);
  const dim3 grid(n / kTile, n / kTile), block(kTile, kTile);
  product<<<grid, block>>>(kSaxpys + kStencils, a, b, c);
  const auto host = c.on_host();
  bool right = true;
  for (int i = 0; i < n * n; ++i) right &= host[i] == n * (i / n % 4) * (i % n % 8);
  return right;
}

int main() {
  const bool right = linear() && square();
  puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
