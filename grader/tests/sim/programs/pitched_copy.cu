// Copies of rows with gaps: in pitched memory, from and to a part of a larger array.
#include "cases.h"

constexpr int kRowBytes = 3 * sizeof(int);

__global__ void twice(int* rows, size_t pitch, int width) {
  int* row = reinterpret_cast<int*>(reinterpret_cast<char*>(rows) + blockIdx.x * pitch);
  if (threadIdx.x < width) row[threadIdx.x] *= 2;
}

/// 0 if all that is wrong is refused as CUDA does, or else the number of the call.
int check_refusals(int* rows, size_t pitch) {
  const int source[2][5] = {};
  if (cudaMemcpy2D(rows, 8, source, 20, 12, 2, cudaMemcpyHostToDevice) !=
      cudaErrorInvalidPitchValue)
    return 1;
  if (cudaMemcpy2D(rows, pitch, source, 20, 12, 2, cudaMemcpyDeviceToDevice) !=
      cudaErrorInvalidValue)
    return 2;
  if (cudaMemset2D(rows, 8, 0, 12, 2) != cudaErrorInvalidValue) return 3;
  if (cudaMemcpy2D(rows, pitch, source, 20, 0, 2, cudaMemcpyHostToDevice) != cudaSuccess)
    return 4;
  cudaGetLastError();
  return 0;
}

// Columns 1 to 3 of rows 1 to 3 are copied below a row of -1.
CASE(to_another_pitch, passed) {
  int source[4][5], result[4][3], *rows, *other;
  size_t pitch, other_pitch;
  for (int i = 0; i < 20; ++i) source[i / 5][i % 5] = i;
  if (cudaMallocPitch(&rows, &pitch, kRowBytes, 4) != cudaSuccess) return 1;
  if (pitch < kRowBytes || pitch % 512 != 0) return 2;
  cudaMallocPitch((void**)&other, &other_pitch, 200 * sizeof(int), 4);
  cudaMemset2D(rows, pitch, 0xff, kRowBytes, 4);
  cudaMemcpy2D(reinterpret_cast<char*>(rows) + pitch, pitch, &source[1][1],
               sizeof source[0], kRowBytes, 3, cudaMemcpyHostToDevice);
  twice<<<4, 4>>>(rows, pitch, 3);
  cudaMemcpy2D(other, other_pitch, rows, pitch, kRowBytes, 4, cudaMemcpyDeviceToDevice);
  cudaMemcpy2D(result, kRowBytes, other, other_pitch, kRowBytes, 4, cudaMemcpyDefault);
  for (int i = 0; i < 12; ++i) {
    const int y = i / 3, x = i % 3;
    if (result[y][x] != (y == 0 ? -2 : 2 * source[y][x + 1])) return 3;
  }
  if (const int wrong = check_refusals(rows, pitch)) return 10 + wrong;
  return cudaFree(rows) == cudaSuccess && cudaFree(other) == cudaSuccess ? 0 : 4;
}

// Two streams write the two halves of each row: they share no word.
CASE(beside_another_stream, passed) {
  int *rows, *host = pinned<int>(2), result[4];
  size_t pitch;
  cudaStream_t first, second;
  cudaMallocPitch(&rows, &pitch, 8, 2);
  host[0] = host[1] = 7;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMemcpy2DAsync(rows, pitch, host, 4, 4, 2, cudaMemcpyHostToDevice, first);
  cudaMemset2DAsync(rows + 1, pitch, 1, 4, 2, second);
  cudaDeviceSynchronize();
  cudaMemcpy2D(result, 8, rows, pitch, 8, 2, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4; ++i)
    if (result[i] != (i % 2 ? 0x01010101 : 7)) return 1;
  return 0;
}

__global__ void add(int* rows, size_t pitch) {
  atomicAdd(rows + blockIdx.x * pitch / sizeof(int), 1);
}

// The kernel in another stream does not wait for the rows.
// missing: cudaMemcpy2DAsync
CASE(not_awaited, data_race) {
  int *rows, *host = pinned<int>(8);
  size_t pitch;
  cudaStream_t first, second;
  cudaMallocPitch(&rows, &pitch, 16, 2);
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMemset(host, 0, 2 * 16);
  cudaDeviceSynchronize();
  cudaMemcpy2DAsync(rows, pitch, host, 16, 16, 2, cudaMemcpyHostToDevice, first);
  add<<<2, 1, 0, second>>>(rows, pitch);
  return finish();
}

// The last row does not fit: the memory was counted without the gaps.
// missing: cudaMemcpy2D
CASE(past_the_end, bad_access) {
  int host[4][4] = {};
  int* rows = device<int>(16);
  cudaMemcpy2D(rows, 32, host, 16, 16, 4, cudaMemcpyHostToDevice);
  return finish();
}
