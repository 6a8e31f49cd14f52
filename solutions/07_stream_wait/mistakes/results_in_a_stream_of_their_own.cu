// expect: wrong_result, data_race
// The results leave in a stream of their own, and of the last two no station's stream waits
// for.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  const size_t bytes = n * sizeof(int);
  std::vector<Marks> marks(count - 1);
  for (int s = 0; s < count - 1; ++s) {
    for (int slot = 0; slot < 2; ++slot) {
      TRY(makeEvent(&marks[s].done[slot], stations[s].lane.device));
      TRY(makeEvent(&marks[s].fetched[slot], stations[s + 1].lane.device));
    }
  }

  for (int item = 0; item < items; ++item) {
    const int slot = item % 2;
    for (int s = 0; s < count; ++s) {
      const auto [device, stream] = stations[s].lane;
      int* here = stations[s].slot[slot];
      const bool last = s == count - 1;

      if (!last) TRY(cudaStreamWaitEvent(stream, marks[s].fetched[slot], 0));

      if (s == 0) {
        const int* from = in + size_t(item) * n;
        TRY(cudaMemcpyAsync(here, from, bytes, cudaMemcpyHostToDevice, stream));
      } else {
        const Station& before = stations[s - 1];
        TRY(cudaStreamWaitEvent(stream, marks[s - 1].done[slot], 0));
        TRY(cudaMemcpyPeerAsync(here, device, before.slot[slot], before.lane.device,
                                bytes, stream));
        TRY(cudaEventRecord(marks[s - 1].fetched[slot], stream));
      }

      {
        const OnDevice current(
            device);
        work<<<1, 128, 0, stream>>>(here, n, s);
        TRY(cudaGetLastError());
      }

      if (last) {
        int* to = out + size_t(item) * n;
        const OnDevice current(device);
        cudaEvent_t mark;
        cudaStream_t exit;
        TRY(cudaStreamCreateWithFlags(&exit, cudaStreamNonBlocking));
        TRY(makeEvent(&mark, device));
        TRY(cudaEventRecord(mark, stream));
        TRY(cudaStreamWaitEvent(exit, mark, 0));
        TRY(cudaMemcpyAsync(to, here, bytes, cudaMemcpyDeviceToHost, exit));
        if (item + 2 < items) {  // The slot is used again.
          TRY(cudaEventRecord(mark, exit));
          TRY(cudaStreamWaitEvent(stream, mark, 0));
        }
        TRY(cudaEventDestroy(mark));
        TRY(cudaStreamDestroy(exit));
      } else {
        TRY(cudaEventRecord(marks[s].done[slot], stream));
      }
    }
  }

  for (const Marks& mark : marks) {
    for (int slot = 0; slot < 2; ++slot) {
      TRY(cudaEventDestroy(mark.done[slot]));
      TRY(cudaEventDestroy(mark.fetched[slot]));
    }
  }
  return cudaSuccess;
}
