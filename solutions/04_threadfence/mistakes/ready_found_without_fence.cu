// expect: data_race
// says: to the function's return must pass one
// A thread that finds the table ready at the first look returns at once, without the
// fence.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  if (*now == kReady) return table;
  if (atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    buildTable(table, recipe);
    // ...
  }
  // ...
}
