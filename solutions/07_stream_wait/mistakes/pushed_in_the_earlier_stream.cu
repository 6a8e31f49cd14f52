// expect: data_race
// says: in station 0's stream
// unsaid: must come before the launch
// Fetches in the stream of the station before, between this stream's wait and its record.
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
        TRY(cudaStreamWaitEvent(stream, marks[s - 1].done[slot], 0));
        TRY(cudaMemcpyPeerAsync(here, device, before.slot[slot], before.lane.device,
                                bytes, before.lane.stream));
        TRY(cudaEventRecord(marks[s - 1].fetched[slot], stream));
      }
      // ...
    }
  }
  // ...
}
