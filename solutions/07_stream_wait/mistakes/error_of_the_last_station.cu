// expect: wrong_result
// Each launch's error replaces the one before.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  cudaError_t launched = cudaSuccess;
  const size_t bytes = n * sizeof(int);
  // ...
  for (int item = 0; item < items; ++item) {
    const int slot = item % 2;
    for (int s = 0; s < count; ++s) {
      // ...
      {
        const OnDevice current(device);
        work<<<1, 128, 0, stream>>>(here, n, s);
        launched = cudaGetLastError();
      }

      if (last) {
        // ...
      } else {
        TRY(cudaEventRecord(marks[s].done[slot], stream));
      }
    }
  }

  for (const Marks& mark : marks) {
    // ...
  }
  return launched;
}
