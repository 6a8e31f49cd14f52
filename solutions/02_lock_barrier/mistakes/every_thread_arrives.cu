// expect: data_race
// says: one thread of each may add
// unsaid: must keep waiting until
// no cure: every thread arrives, not one of each block
// Each thread adds 1, so the goal is reached before all blocks have arrived.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  __threadfence();
  atomicAdd(mutex, 1u);
  const volatile unsigned* arrived = mutex;
  while (int(*arrived - goal) < 0) {
  }
  __threadfence();
  __syncthreads();
}
