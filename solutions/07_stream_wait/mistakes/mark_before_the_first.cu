// expect: bad_access
// says: index -1 of a std::vector<Marks>
// Every station waits for the event that it records itself, the first one for none.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    // ...
    for (int s = 0; s < count; ++s) {
      // ...
      const bool last = s == count - 1;

      TRY(cudaStreamWaitEvent(stream, marks[s - 1].fetched[slot], 0));

      if (s == 0) {
        // ...
      } else {
        // ...
      }
      // ...
    }
  }
  // ...
}
