// expect: api_error
// A station uses as many threads as an item has integers, up to 128, but a block cannot
// have none.
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
        work<<<1, std::min(n, 128), 0, stream>>>(here, n, s);
        TRY(cudaGetLastError());
      }
      // ...
    }
  }
  // ...
}
