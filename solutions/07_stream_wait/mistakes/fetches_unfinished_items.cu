// expect: data_race
// says: does not wait for the event that is recorded in
// A station fetches an item without waiting for the work of the station before.
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
        TRY(cudaEventRecord(marks[s - 1].fetched[slot], stream));
      }
      // ...
    }
  }
  // ...
}
