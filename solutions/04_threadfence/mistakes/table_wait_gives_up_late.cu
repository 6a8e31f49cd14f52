// expect: data_race
// A thread that waits for the table polls at most 20,000 times.
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
