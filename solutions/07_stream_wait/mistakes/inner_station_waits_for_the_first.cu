// expect: data_race
// Every station but the first waits for the fetches of the second one's items: right
// with three stations, where there is no other to wait for.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    const int slot = item % 2;
    for (int s = 0; s < count; ++s) {
      // ...
      const bool last = s == count - 1;

      if (!last) TRY(cudaStreamWaitEvent(stream, marks[std::min(s, 1)].fetched[slot], 0));

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
