// expect: deadlock
// The builder expects kEmpty, although it has itself written kBusy, so the table never
// becomes ready.
// says: expected 0 in state, found 1 and wrote nothing
// unsaid: must write 0 to it again
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  int old;
  do {
    old = atomicCAS(state, kEmpty, kBusy);
  } while (old == kBusy);
  if (old == kEmpty) {
    buildTable(table, recipe);
    __threadfence();
    atomicCAS(state, kEmpty, kReady);
  }
  __threadfence();
  return table;
}
