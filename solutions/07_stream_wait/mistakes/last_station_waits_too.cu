// expect: bad_access
// says: of a std::vector<Marks>
// unsaid: was never created
// The last station waits for a next one, which it does not have.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    // ...
    for (int s = 0; s < count; ++s) {
      // ...
      const bool last = s == count - 1;

      TRY(cudaStreamWaitEvent(stream, marks[s].fetched[slot], 0));

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
