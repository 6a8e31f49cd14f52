// expect: data_race
// The builder stores kReady without a fence: readers may see it before the table.
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
