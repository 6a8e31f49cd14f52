// expect: deadlock, wrong_result, data_race
// Counts the calls in the lower half of the word and keeps the state in the upper half:
// the 65,536th call changes the state.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  const auto is = [&] { return *now >> 16; };

  if (atomicAdd(state, 1) >> 16 == kEmpty) {
    int seen = *now;
    while (seen >> 16 == kEmpty) {
      const int found = atomicCAS(state, seen, seen + (kBusy << 16));
      if (found != seen) {
        seen = found;
        continue;
      }
      buildTable(table, recipe);
      __threadfence();
      atomicAdd(state, (kReady - kBusy) << 16);
      return table;
    }
  }

  while (is() != kReady) {
  }
  __threadfence();
  return table;
}
