// expect: data_race
// no cure: the state never becomes kBusy, so several threads build
// A thread that finds the table not ready builds it, even while another one is building.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  if (*now != kReady) {
    buildTable(table, recipe);
    // ...
  }
  // ...
}
