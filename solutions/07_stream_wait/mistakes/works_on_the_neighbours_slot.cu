// expect: bad_access
// says: which has no access to it
// unsaid: cudaStreamSynchronize
// Each station after the first works on the slot of the station before, on the other
// device.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    const int slot = item % 2;
    for (int s = 0; s < count; ++s) {
      // ...
      {
        const OnDevice current(device);
        work<<<1, 128, 0, stream>>>(s ? stations[s - 1].slot[slot] : here, n, s);
        TRY(cudaGetLastError());
      }
      // ...
    }
  }
  // ...
}
