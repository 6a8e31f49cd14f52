// expect: deadlock
// Only threads of a block's first layer may build: if only others ask, all wait for
// ever.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;

  if (*now != kReady && threadIdx.z == 0 && atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    buildTable(table, recipe);
    // ...
  }
  // ...
}
