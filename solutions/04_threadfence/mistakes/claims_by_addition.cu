// expect: deadlock
// says: an atomicCAS that fails changes nothing
// Each caller adds to the state to ask whether it is the first, so that a state that is
// ready does not stay so.
// unsaid: gone beyond
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  __threadfence();
  if (atomicAdd(state, 1) == kEmpty) {
    buildTable(table, recipe);
    __threadfence();
    atomicExch(state, kReady);
  }
  while (atomicAdd(state, 0) != kReady) {
  }
  __threadfence();
  return table;
}
