// expect: wrong_result, data_race
// work() is launched with several blocks, but each of them does all of it.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    const int slot = item % 2;
    for (int s = 0; s < count; ++s) {
      // ...
      {
        const OnDevice current(device);
        work<<<(n + 127) / 128, 128, 0, stream>>>(here, n, s);
        TRY(cudaGetLastError());
      }
      // ...
    }
  }
  // ...
}
