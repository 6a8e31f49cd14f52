// expect: data_race
// Whoever finds the table not ready builds it, also while another one does.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  if (*now != kReady) {
    buildTable(table, recipe);
    // ...
  }
  // ...
}
