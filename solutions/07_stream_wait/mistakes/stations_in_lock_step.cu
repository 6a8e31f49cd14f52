// expect: deadlock
// copyDirect() makes the previous station wait for the fetch at once, not when it needs
// the slot.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    const int slot = item % 2;
    for (int s = 0; s < count; ++s) {
      // ...
      if (s == 0) {
        // ...
      } else {
        const Station& before = stations[s - 1];
        TRY(copyDirect(stations[s].lane, here, before.lane, before.slot[slot], bytes));
      }

      {
        // ...
      }
      // ...
    }
  }
  // ...
}
