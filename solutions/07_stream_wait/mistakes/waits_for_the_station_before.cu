// expect: data_race, wrong_result
// says: which records it: let station 0's stream wait instead
// unsaid: stands under a condition and was skipped
// A station waits for the event that it records itself, and not for the next station's.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    // ...
    for (int s = 0; s < count; ++s) {
      // ...
      const bool last = s == count - 1;

      if (s > 0) TRY(cudaStreamWaitEvent(stream, marks[s - 1].fetched[slot], 0));

      if (s == 0) {
        const int* from = in + size_t(item) * n;
        TRY(cudaMemcpyAsync(here, from, bytes, cudaMemcpyHostToDevice, stream));
      } else {
        // ...
      }
      // ...
    }
  }
  // ...
}
