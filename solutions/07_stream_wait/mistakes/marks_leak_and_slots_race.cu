// expect: data_race
// The events are never destroyed, and no station waits before it uses a slot again.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    const int slot = item % 2;
    for (int s = 0; s < count; ++s) {
      // ...
      const bool last = s == count - 1;

      if (s == 0) {
        // ...
      } else {
        // ...
      }
      // ...
    }
  }

  return cudaSuccess;
}
