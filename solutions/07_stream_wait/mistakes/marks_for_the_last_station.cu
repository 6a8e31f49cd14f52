// expect: bad_access
// says: Index out of bounds: index 1 of a std::vector<Marks>, which has 1 element
// The events are made for every station, although the last one has no next one.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  const size_t bytes = n * sizeof(int);
  std::vector<Marks> marks(count - 1);
  for (int s = 0; s < count; ++s) {
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
