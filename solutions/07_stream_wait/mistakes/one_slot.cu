// expect: deadlock
// The second slot is never used: a station waits until its only item has been fetched.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    const int slot = 0;
    for (int s = 0; s < count; ++s) {
      // ...
    }
  }
  // ...
}
