// expect: wrong_result, deadlock
// says: as if each station had called work() with station number
// work() is given the item's number in place of the station's.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    // ...
    for (int s = 0; s < count; ++s) {
      // ...
      {
        const OnDevice current(device);
        work<<<1, 128, 0, stream>>>(here, n, item);
        TRY(cudaGetLastError());
      }
      // ...
    }
  }
  // ...
}
