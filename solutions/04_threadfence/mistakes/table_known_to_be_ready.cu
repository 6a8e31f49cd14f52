// expect: wrong_result
// One word of the device says that the table is ready, but there may be more than one
// table.
// overlay

__device__ int g_ready;

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  if (*static_cast<volatile int*>(&g_ready) != 0) {
    __threadfence();
    return table;
  }

  if (*now != kReady && atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    // ...
    *now = kReady;
    *static_cast<volatile int*>(&g_ready) = 1;
    return table;
  }
  // ...
}
