// expect: data_race
// The others wait until a thread has begun to build, not until the table is whole.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  if (*now != kReady && atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    // ...
  }
  while (*now == kEmpty) {
  }
  __threadfence();
  return table;
}
