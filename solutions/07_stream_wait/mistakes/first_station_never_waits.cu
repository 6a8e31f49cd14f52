// expect: data_race
// The first station takes its items from the host, and forgets that the next station
// takes them from it.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    const int slot = item % 2;
    for (int s = 0; s < count; ++s) {
      // ...
      const bool last = s == count - 1;

      if (s > 0 && !last) TRY(cudaStreamWaitEvent(stream, marks[s].fetched[slot], 0));

      if (s == 0) {
        // ...
      } else {
        // ...
      }
      // ...
    }
  }
  // ...
}
