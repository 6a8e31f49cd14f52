// expect: deadlock
// The host waits for each item to leave the pipeline before it sends the next one in.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    const int slot = item % 2;
    for (int s = 0; s < count; ++s) {
      // ...
    }
    TRY(cudaStreamSynchronize(stations[count - 1].lane.stream));
    if (false) {
    }
  }

  for (const Marks& mark : marks) {
    // ...
  }
  return cudaSuccess;
}
