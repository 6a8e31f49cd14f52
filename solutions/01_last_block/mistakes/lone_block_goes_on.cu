// expect: data_race, wrong_result
// A grid of one block has no other block to wait for, but its threads still have each
// other.
// overlay

__device__ bool lastBlock(int* counter) {
  if (gridDim.x == 1) return true;
  int is_last = 0;
  // ...
}
