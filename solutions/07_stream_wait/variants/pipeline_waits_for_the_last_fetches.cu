// At the end each station's lane waits until the next one has fetched its last items, so
// that the slots may be used again.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    // ...
  }

  for (int s = 0; s < count - 1; ++s)
    for (int slot = 0; slot < 2; ++slot)
      TRY(cudaStreamWaitEvent(stations[s].lane.stream, marks[s].fetched[slot], 0));

  for (const Marks& mark : marks) {
    // ...
  }
  return cudaSuccess;
}
