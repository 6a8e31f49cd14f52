// expect: data_race
// The wait comes after the copy that has to wait.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    const int slot = item % 2;
    for (int s = 0; s < count; ++s) {
      // ...
      if (s == 0) {
        // ...
      } else {
        const Station& before = stations[s - 1];
        TRY(cudaMemcpyPeerAsync(here, device, before.slot[slot], before.lane.device,
                                bytes, stream));
        TRY(cudaStreamWaitEvent(stream, marks[s - 1].done[slot], 0));
        TRY(cudaEventRecord(marks[s - 1].fetched[slot], stream));
      }
      // ...
    }
  }
  // ...
}
