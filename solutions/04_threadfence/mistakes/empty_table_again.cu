// expect: data_race, wrong_result
// says: Nothing may set it back to kEmpty
// The builder resets the state once the table is ready.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  if (atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    buildTable(table, recipe);
    __threadfence();
    atomicExch(state, kReady);
    atomicExch(state, kEmpty);
    return table;
  }
  while (atomicAdd(state, 0) != kReady) {
  }
  __threadfence();
  return table;
}
