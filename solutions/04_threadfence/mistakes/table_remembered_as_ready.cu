// expect: wrong_result, data_race
// Remembers which tables are ready, but one that is made empty again, at the same place,
// is not.
// overlay

__device__ int ready[2048];

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  int* known = &ready[reinterpret_cast<size_t>(state) / sizeof(int) % 2048];
  if (atomicAdd(known, 0) != 0) {
    __threadfence();
    return table;
  }

  if (*now != kReady && atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    // ...
    *now = kReady;
    atomicExch(known, 1);
    return table;
  }
  // ...
}
