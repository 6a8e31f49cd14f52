// expect: wrong_result
// says: Not begun: lastBlock() is as it was handed out
// unsaid: the guard said true in 0 blocks
// A right lastBlockShared() beside a lastBlock() as it is handed out: the row of calls to
// both in turn says what is not begun.
// overlay

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  return __syncthreads_or(is_last);
}
