// expect: data_race
// no cure: the claim stores kReady, not kBusy
// kEmpty becomes kReady at once, before the table is built.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  if (*now != kReady && atomicCAS(state, kEmpty, kReady) == kEmpty) {
    buildTable(table, recipe);
    __threadfence();
    return table;
  }
  // ...
}
