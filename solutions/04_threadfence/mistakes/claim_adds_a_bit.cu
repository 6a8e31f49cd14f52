// expect: deadlock
// Claims with atomicOr(): a thread that looked early and claims late turns kReady into 3
// forever.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  if (*static_cast<volatile int*>(state) == kEmpty && atomicOr(state, kBusy) == kEmpty) {
    buildTable(table, recipe);
    __threadfence();
    atomicAdd(state, kReady - kBusy);
  }
  while (*static_cast<volatile int*>(state) != kReady) {
  }
  __threadfence();
  return table;
}
