// expect: data_race
// A look and a store instead of atomicCAS(): two threads may both find kEmpty.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  if (*now == kEmpty) {
    *now = kBusy;
    buildTable(table, recipe);
    // ...
  }
  // ...
}
