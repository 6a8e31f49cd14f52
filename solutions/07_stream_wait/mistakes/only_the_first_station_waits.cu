// expect: wrong_result, data_race
// says: does not wait for the event
// unsaid: ordinary, neither
// unsaid: must come before the cudaMemcpyPeerAsync
// Only the station that fetches from the host waits until the next one has its item.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    const int slot = item % 2;
    for (int s = 0; s < count; ++s) {
      // ...
      const bool last = s == count - 1;

      if (s == 0 && !last) TRY(cudaStreamWaitEvent(stream, marks[s].fetched[slot], 0));

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
