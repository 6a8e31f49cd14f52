// expect: data_race, wrong_result
// says: but the reading thread does not look at shared flag[0]
// The receiver compares the pointer with 0, and not the flag.
// unsaid: No __syncthreads() that both threads reach
// overlay

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  while (flag == 0) {
  }
  __threadfence_block();
  return *slot;
}
