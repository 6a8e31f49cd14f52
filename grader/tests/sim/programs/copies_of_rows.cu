// expect: passed
// Rows with gaps: in pitched memory, from and to a part of a larger array.
#include <cstring>

__global__ void twice(int* rows, size_t pitch, int width) {
  int* row = reinterpret_cast<int*>(reinterpret_cast<char*>(rows) + blockIdx.x * pitch);
  if (threadIdx.x < width) row[threadIdx.x] *= 2;
}

int main() {
  int source[4][5], result[4][3], *rows, *other;
  size_t pitch, other_pitch;
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 5; ++x) source[y][x] = 10 * y + x;
  if (cudaMallocPitch(&rows, &pitch, 3 * sizeof(int), 4) != cudaSuccess) return 1;
  if (pitch < 3 * sizeof(int) || pitch % 512 != 0) return 2;
  cudaMallocPitch((void**)&other, &other_pitch, 200 * sizeof(int), 4);
  cudaMemset2D(rows, pitch, 0xff, 3 * sizeof(int), 4);
  // Columns 1 to 3 of rows 1 to 3, below a row of -1.
  cudaMemcpy2D(reinterpret_cast<char*>(rows) + pitch, pitch, &source[1][1],
               sizeof source[0], 3 * sizeof(int), 3, cudaMemcpyHostToDevice);
  twice<<<4, 4>>>(rows, pitch, 3);
  cudaMemcpy2D(other, other_pitch, rows, pitch, 3 * sizeof(int), 4,
               cudaMemcpyDeviceToDevice);
  cudaMemcpy2D(result, sizeof result[0], other, other_pitch, sizeof result[0], 4,
               cudaMemcpyDefault);
  for (int x = 0; x < 3; ++x) {
    if (result[0][x] != -2) return 3;
    for (int y = 1; y < 4; ++y)
      if (result[y][x] != 2 * source[y][x + 1]) return 4;
  }
  // What is asked for is checked as CUDA does.
  if (cudaMemcpy2D(rows, 8, source, 20, 12, 2, cudaMemcpyHostToDevice) !=
      cudaErrorInvalidPitchValue)
    return 5;
  if (cudaMemcpy2D(rows, pitch, source, 20, 12, 2, cudaMemcpyDeviceToDevice) !=
      cudaErrorInvalidValue)
    return 6;
  if (cudaMemset2D(rows, 8, 0, 12, 2) != cudaErrorInvalidValue) return 7;
  if (cudaMemcpy2D(rows, pitch, source, 20, 0, 2, cudaMemcpyHostToDevice) != cudaSuccess)
    return 8;
  cudaGetLastError();
  return cudaFree(rows) == cudaSuccess && cudaFree(other) == cudaSuccess ? 0 : 9;
}
