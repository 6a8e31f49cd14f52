// expect: wrong_result
// says: issue each wait after the record
// The first station gets all of its items before the second one gets any: then there is
// no record yet for the first one to wait for.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int s = 0; s < count - 1; ++s) {
    // ...
  }

  for (int s = 0; s < count; ++s) {
    for (int item = 0; item < items; ++item) {
      const int slot = item % 2;
      const auto [device, stream] = stations[s].lane;
      // ...
    }
  }
  // ...
}
