// expect: deadlock
// says: waits for the round just before, so two buffers do not take turns
// The fetch from either slot is recorded in the first event, so the wait of item 2 is
// also for the fetch of item 1.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    const int slot = item % 2;
    for (int s = 0; s < count; ++s) {
      // ...
      if (!last) TRY(cudaStreamWaitEvent(stream, marks[s].fetched[slot], 0));
      if (s == 0) {
        // ...
      } else {
        const Station& before = stations[s - 1];
        TRY(cudaStreamWaitEvent(stream, marks[s - 1].done[slot], 0));
        TRY(cudaMemcpyPeerAsync(here, device, before.slot[slot], before.lane.device,
                                bytes, stream));
        TRY(cudaEventRecord(marks[s - 1].fetched[0], stream));
      }
      {
        const OnDevice current(device);
        // ...
      }
      // ...
    }
  }
  // ...
}
