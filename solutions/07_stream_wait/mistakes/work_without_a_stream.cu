// expect: bad_access
// says: names no stream, so it went to the current device
// The stations' work is launched without a stream.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    // ...
    for (int s = 0; s < count; ++s) {
      // ...
      {
        work<<<1, 128>>>(here, n, s);
        TRY(cudaGetLastError());
      }
      // ...
    }
  }
  // ...
}
