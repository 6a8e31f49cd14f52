// libcu++ instead of the built-in atomics; acq_rel tickets instead of fences.
// overlay

#include <cuda/atomic>

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  const int mask = Word(data->mask).fetch_or(bit, cuda::memory_order_relaxed) | bit;
  data->masks[kid] = mask;
  atomicMax(&data->maskMax, __popc(mask));
  const int count = Word(data->count).fetch_add(1, cuda::memory_order_relaxed) + 1;
  data->counts[kid] = count;
  atomicMax(&data->countMax, count);
}

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  Word tickets(blocks_out[kid]);
  if (tickets.fetch_add(1, cuda::memory_order_acq_rel) != int(gridDim.x) - 1) return;
  blocks_out[kid] = 0;
  // ...
}
