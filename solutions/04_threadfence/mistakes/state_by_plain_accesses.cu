// expect: data_race
// says: uses state as a flag
// says: make every access to it volatile or atomic
// unsaid: a wait for that signal
// The state is taken by an atomicCAS, but read and written through an ordinary pointer.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  int* now = state;
  if (*now != kReady) {
    if (atomicCAS(state, kEmpty, kBusy) == kEmpty) {
      buildTable(table, recipe);
      __threadfence();
      *now = kReady;
    } else {
      while (*now != kReady) {
      }
    }
  }
  __threadfence();
  return table;
}
