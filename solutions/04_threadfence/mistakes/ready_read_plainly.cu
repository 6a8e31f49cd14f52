// expect: data_race
// Double-checked, but the first check is a plain read of a word that others write.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  if (*state != kReady && atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    buildTable(table, recipe);
    // ...
  }
  // ...
}
