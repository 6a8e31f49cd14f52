// expect: wrong_result
// unsaid: data_race
// says: cudaEventCreateWithFlags, 272 times
// The events of a run are never destroyed: each run makes new ones.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    // ...
  }

  return cudaSuccess;
}
