// expect: passed
// Two streams write the two halves of each row: they share no word.
int main() {
  int *rows, *host, result[4];
  size_t pitch;
  cudaStream_t first, second;
  cudaMallocPitch(&rows, &pitch, 8, 2);
  cudaMallocHost(&host, 2 * sizeof(int));
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
