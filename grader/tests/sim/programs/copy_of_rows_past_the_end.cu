// expect: bad_access
// missing: cudaMemcpy2D
// The last row does not fit: the memory was counted without the gaps.
int main() {
  int *rows, host[4][4] = {};
  const size_t pitch = 32;
  cudaMalloc(&rows, sizeof host);
  cudaMemcpy2D(rows, pitch, host, sizeof host[0], sizeof host[0], 4,
               cudaMemcpyHostToDevice);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
