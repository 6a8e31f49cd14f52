// expect: deadlock
// Only the first thread of a block may build: if only others ask, all wait forever.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;

  if (threadIdx.x == 0 && *now != kReady && atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    buildTable(table, recipe);
    // ...
  }
  // ...
}
