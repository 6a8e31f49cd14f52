// expect: data_race
// The builder says kReady without a fence: the table may come later.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  if (*now != kReady && atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    buildTable(table, recipe);
    *now = kReady;
    return table;
  }
  // ...
}
