// expect: data_race
// says: between the atomicAdd in line
// The others wait until the table is ready, and have no fence behind the loop.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  if (atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    buildTable(table, recipe);
    __threadfence();
    atomicExch(state, kReady);
  }
  while (atomicAdd(state, 0) != kReady) {
  }
  return table;
}
