// expect: deadlock
// says: let the first that comes
// Block 0 is always the builder, but on a full device the waiting blocks may leave it no
// room.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  if (blockIdx.x == 0 && atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    buildTable(table, recipe);
    // ...
  }
  // ...
}
