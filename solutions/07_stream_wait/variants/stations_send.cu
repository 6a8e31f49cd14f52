// Each station sends its item on, in its own stream, when the next one has a free slot.
// overlay

struct Marks {
  cudaEvent_t arrived[2];  // Recorded by the station before.
  cudaEvent_t empty[2];
};

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  const size_t bytes = n * sizeof(int);
  std::vector<Marks> marks(count);
  for (int s = 0; s < count; ++s) {
    for (int slot = 0; slot < 2; ++slot) {
      TRY(makeEvent(&marks[s].arrived[slot], stations[s > 0 ? s - 1 : 0].lane.device));
      TRY(makeEvent(&marks[s].empty[slot], stations[s].lane.device));
    }
  }

  for (int item = 0; item < items; ++item) {
    const int slot = item % 2;
    TRY(cudaMemcpyAsync(stations[0].slot[slot], in + size_t(item) * n, bytes,
                        cudaMemcpyHostToDevice, stations[0].lane.stream));
    for (int s = 0; s < count; ++s) {
      const auto [device, stream] = stations[s].lane;
      int* here = stations[s].slot[slot];
      TRY(cudaStreamWaitEvent(stream, marks[s].arrived[slot], 0));
      {
        const OnDevice current(device);
        work<<<1, 64, 0, stream>>>(here, n, s);
        TRY(cudaGetLastError());
      }
      if (s == count - 1) {
        TRY(cudaMemcpyAsync(out + size_t(item) * n, here, bytes, cudaMemcpyDeviceToHost,
                            stream));
      } else {
        const Station& next = stations[s + 1];
        TRY(cudaStreamWaitEvent(stream, marks[s + 1].empty[slot], 0));
        TRY(cudaMemcpyPeerAsync(next.slot[slot], next.lane.device, here, device, bytes,
                                stream));
        TRY(cudaEventRecord(marks[s + 1].arrived[slot], stream));
      }
      TRY(cudaEventRecord(marks[s].empty[slot], stream));
    }
  }

  for (const Marks& mark : marks) {
    for (int slot = 0; slot < 2; ++slot) {
      TRY(cudaEventDestroy(mark.arrived[slot]));
      TRY(cudaEventDestroy(mark.empty[slot]));
    }
  }
  return cudaSuccess;
}
