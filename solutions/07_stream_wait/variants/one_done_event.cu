// One event says for both slots of a station that the work is done: the next station's
// wait is issued right after its record.
// overlay

struct Marks {
  cudaEvent_t done;
  cudaEvent_t fetched[2];
};

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int s = 0; s < count - 1; ++s) {
    TRY(makeEvent(&marks[s].done, stations[s].lane.device));
    for (int slot = 0; slot < 2; ++slot) {
      TRY(makeEvent(&marks[s].fetched[slot], stations[s + 1].lane.device));
    }
  }

  for (int item = 0; item < items; ++item) {
    const int slot = item % 2;
    for (int s = 0; s < count; ++s) {
      // ...
      if (s == 0) {
        // ...
      } else {
        const Station& before = stations[s - 1];
        TRY(cudaStreamWaitEvent(stream, marks[s - 1].done, 0));
        TRY(cudaMemcpyPeerAsync(here, device, before.slot[slot], before.lane.device,
                                bytes, stream));
        TRY(cudaEventRecord(marks[s - 1].fetched[slot], stream));
      }
      // ...
      if (last) {
        // ...
      } else {
        TRY(cudaEventRecord(marks[s].done, stream));
      }
    }
  }

  for (const Marks& mark : marks) {
    TRY(cudaEventDestroy(mark.done));
    for (int slot = 0; slot < 2; ++slot) {
      TRY(cudaEventDestroy(mark.fetched[slot]));
    }
  }
  return cudaSuccess;
}
