// expect: data_race
// says: A __syncthreads() must follow that write
// Every thread writes the flag that all share, and reads it at once.
// overlay

__device__ bool lastBlockShared(int* counter) {
  __shared__ int flag;
  flag = lastBlock(counter) ? 1 : 0;
  if (flag) return true;
  return false;
}
