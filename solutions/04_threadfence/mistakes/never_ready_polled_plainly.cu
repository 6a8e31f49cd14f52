// expect: no_progress
// Nobody raises the state to kReady, for which the others wait in a loop with a fence in
// it. says: which stays 1: no thread changes it any more unsaid: smaller input
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  if (atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    buildTable(table, recipe);
    return table;
  }
  while (*state != kReady) {
    __threadfence_block();
  }
  return table;
}
