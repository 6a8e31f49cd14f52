// expect: api_error
// says: cudaMemcpyAsync(here, from, bytes, cudaMemcpyHostToDevice, stream) in line
// says: as with an index that overflows its type
// The place of an item in `in` and `out` is computed in an int, which may overflow.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    // ...
    for (int s = 0; s < count; ++s) {
      // ...
      if (s == 0) {
        const int* from = in + item * n;
        TRY(cudaMemcpyAsync(here, from, bytes, cudaMemcpyHostToDevice, stream));
      } else {
        // ...
      }
      // ...
      if (last) {
        int* to = out + item * n;
        TRY(cudaMemcpyAsync(to, here, bytes, cudaMemcpyDeviceToHost, stream));
      } else {
        // ...
      }
    }
  }
  // ...
}
