// Each item has events of its own at each station; follow() makes a station wait for
// the work of the station before.
// overlay
// without: Marks

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  const size_t bytes = n * sizeof(int);
  std::vector<cudaEvent_t> fetched(size_t(count) * items, nullptr);
  for (int item = 0; item < items; ++item) {
    const int slot = item % 2;
    for (int s = 0; s < count; ++s) {
      const Lane lane = stations[s].lane;
      int* here = stations[s].slot[slot];
      const OnDevice current(lane.device);
      if (item >= 2 && s + 1 < count)
        TRY(cudaStreamWaitEvent(lane.stream, fetched[(item - 2) * count + s + 1], 0));
      if (s == 0) {
        TRY(cudaMemcpyAsync(here, in + size_t(item) * n, bytes, cudaMemcpyHostToDevice,
                            lane.stream));
      } else {
        const Station& before = stations[s - 1];
        TRY(follow(lane, before.lane));
        TRY(cudaMemcpyPeerAsync(here, lane.device, before.slot[slot], before.lane.device,
                                bytes, lane.stream));
      }
      TRY(makeEvent(&fetched[item * count + s], lane.device));
      TRY(cudaEventRecord(fetched[item * count + s], lane.stream));
      work<<<1, 32, 0, lane.stream>>>(here, n, s);
      TRY(cudaGetLastError());
      if (s == count - 1)
        TRY(cudaMemcpyAsync(out + size_t(item) * n, here, bytes, cudaMemcpyDeviceToHost,
                            lane.stream));
    }
  }
  for (cudaEvent_t event : fetched) TRY(cudaEventDestroy(event));
  return cudaSuccess;
}
