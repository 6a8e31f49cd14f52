// expect: deadlock
// Only the first lane of a warp may build.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;

  if (threadIdx.x % 32 == 0 && *now != kReady &&
      atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    buildTable(table, recipe);
    // ...
  }
  // ...
}
