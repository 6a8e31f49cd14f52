// expect: api_error
// says: led there: what it passes may be wrong
// unsaid: or record it in a stream
// The event that the next station records is made on this station's device.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int s = 0; s < count - 1; ++s) {
    for (int slot = 0; slot < 2; ++slot) {
      TRY(makeEvent(&marks[s].done[slot], stations[s].lane.device));
      TRY(makeEvent(&marks[s].fetched[slot], stations[s].lane.device));
    }
  }

  for (int item = 0; item < items; ++item) {
    // ...
  }
  // ...
}
