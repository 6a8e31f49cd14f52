// No look before the atomicCAS(): its answer tells all three states apart.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  int found = atomicCAS(state, kEmpty, kBusy);
  if (found == kEmpty) {
    buildTable(table, recipe);
    __threadfence();
    atomicExch(state, kReady);
    return table;
  }
  while (found != kReady) found = atomicCAS(state, kEmpty, kBusy);
  __threadfence();
  return table;
}
