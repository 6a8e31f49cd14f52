// expect: data_race
// Who waits for the table looks 20,000 times at most.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;

  if (*now != kReady && atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    // ...
  }

  for (int looks = 0; looks < 20000 && *now != kReady; ++looks) {
  }
  __threadfence();
  return table;
}
