// expect: data_race
// Each call that is not the first adds 1 to the state as well, and so makes it kReady.
// says: which the same thread had written by the atomicAdd
// unsaid: Neither waits for the other
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  if (atomicAdd(state, 1) == 0) {
    buildTable(table, recipe);
    __threadfence();
    atomicExch(state, kReady);
  } else {
    while (atomicAdd(state, 0) < kReady) {
    }
    __threadfence();
  }
  return table;
}
