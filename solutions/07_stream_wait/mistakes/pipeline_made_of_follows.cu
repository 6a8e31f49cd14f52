// expect: deadlock, no_progress
// says: (called in line
// The station before pushes an item as soon as all of the next one's work is done.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    // ...
    for (int s = 0; s < count; ++s) {
      // ...
      if (s == 0) {
        // ...
      } else {
        const Station& before = stations[s - 1];
        TRY(follow(before.lane, stations[s].lane));
        TRY(cudaMemcpyPeerAsync(here, device, before.slot[slot], before.lane.device,
                                bytes, before.lane.stream));
        TRY(follow(stations[s].lane, before.lane));
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
