// expect: data_race
// All threads but one leave gpuSync() at once, to "let thread 0 do it".
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  if (threadIdx.x != 0 || threadIdx.y != 0 || threadIdx.z != 0) return;
  __threadfence();
  atomicAdd(mutex, 1u);
  const volatile unsigned* arrived = mutex;
  while (int(*arrived - goal) < 0) {
  }
  __threadfence();
}
