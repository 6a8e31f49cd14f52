// expect: api_error
// A station's device is its number.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int s = 0; s < count - 1; ++s) {
    for (int slot = 0; slot < 2; ++slot) {
      TRY(makeEvent(&marks[s].done[slot], s));
      TRY(makeEvent(&marks[s].fetched[slot], s + 1));
    }
  }

  for (int item = 0; item < items; ++item) {
    const int slot = item % 2;
    for (int s = 0; s < count; ++s) {
      const cudaStream_t stream = stations[s].lane.stream;
      int* here = stations[s].slot[slot];
      // ...
      if (s == 0) {
        // ...
      } else {
        const Station& before = stations[s - 1];
        TRY(cudaStreamWaitEvent(stream, marks[s - 1].done[slot], 0));
        TRY(cudaMemcpyPeerAsync(here, s, before.slot[slot], s - 1, bytes, stream));
        TRY(cudaEventRecord(marks[s - 1].fetched[slot], stream));
      }

      {
        const OnDevice current(s);
        work<<<1, 128, 0, stream>>>(here, n, s);
        TRY(cudaGetLastError());
      }
      // ...
    }
  }
  // ...
}
