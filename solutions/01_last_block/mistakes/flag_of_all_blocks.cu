// expect: data_race
// says: declare it __shared__
// The flag is one variable of the device, which all blocks write.
// overlay

__device__ bool flag_of_last;

__device__ bool lastBlockShared(int* counter) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    const int ticket = atomicAdd(counter, 1);
    __threadfence();
    flag_of_last = ticket == int(gridDim.x) - 1;
    if (flag_of_last) atomicExch(counter, 0);
  }
  __syncthreads();
  return flag_of_last;
}
