// expect: deadlock
// Only thread 0 of a block may build, and in this form the line that claims asks for it.
// says: must not leave that to the thread of one index
// unsaid: Your lines that changed what is waited for
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  if (threadIdx.x == 0 && atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    buildTable(table, recipe);
    __threadfence();
    atomicExch(state, kReady);
  } else {
    while (*static_cast<volatile int*>(state) != kReady) {
    }
  }
  __threadfence();
  return table;
}
