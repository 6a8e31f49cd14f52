// expect: data_race, wrong_result
// says: which changes *state only if it finds kEmpty
// Each thread that once found kEmpty builds, since an exchange changes any state.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  if (*now == kEmpty) {
    atomicExch(state, kBusy);
    buildTable(table, recipe);
    __threadfence();
    *now = kReady;
    return table;
  }
  while (*now != kReady) {
  }
  __threadfence();
  return table;
}
