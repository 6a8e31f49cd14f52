// expect: data_race
// The barrier as printed, with all of its faults.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  volatile unsigned *Arrayin = arrayIn, *Arrayout = arrayOut;
  int tid_in_blk = threadIdx.x * blockDim.y + threadIdx.y;
  int nBlockNum = gridDim.x * gridDim.y;
  int bid = blockIdx.x * gridDim.y + blockIdx.y;
  if (tid_in_blk == 0) {
    Arrayin[bid] = goal;
  }
  if (bid == 1) {
    if (tid_in_blk < nBlockNum) {
      while (Arrayin[tid_in_blk] != goal) {
      }
    }
    __syncthreads();
    if (tid_in_blk < nBlockNum) {
      Arrayout[tid_in_blk] = goal;
    }
  }
  if (tid_in_blk = 0) {
    while (Arrayout[bid] != goal) {
    }
  }
  __syncthreads();
}
