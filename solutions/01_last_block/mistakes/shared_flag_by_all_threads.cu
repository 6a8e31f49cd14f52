// expect: data_race
// says: give the write alone a condition
// unsaid: correct the condition that leads here
// Every thread stores the answer of the guard in the one flag.
// overlay

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool is_last;
  is_last = lastBlock(counter);
  return is_last;
}
