// expect: data_race
// says: Read through a volatile pointer or with an atomic load
// unsaid: a wait for that signal
// The state is read and written plainly; only the claim is atomic.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  int* now = state;

  if (*now != kReady && atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    buildTable(table, recipe);
    // ...
  }
  // ...
}
