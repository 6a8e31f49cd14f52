// expect: wrong_result, data_race
// Each caller writes down its recipe, and the builder reads what is there: half of one
// and half of another.
// overlay

struct Written {
  int seed;
};

__device__ Written written[2048];

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  Written& mine = written[reinterpret_cast<size_t>(state) / sizeof(int) % 2048];
  atomicExch(&mine.seed, recipe.seed);

  if (*now != kReady && atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    atomicAdd(recipe.builds, 1);
    for (int i = 0; i < kTableSize; ++i)
      table[i] = atomicAdd(&mine.seed, 0) * (i + 1) + i;
    __threadfence();
    // ...
  }
  // ...
}
