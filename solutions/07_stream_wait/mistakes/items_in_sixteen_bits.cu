// expect: wrong_result
// The items are counted in 16 bits: of 66,000 only 464 come out.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int s = 0; s < count - 1; ++s) {
    // ...
  }

  const auto most = static_cast<unsigned short>(items);
  for (int item = 0; item < most; ++item) {
    const int slot = item % 2;
    // ...
  }
  // ...
}
