// The block shares the index, and every thread copies the item itself.
// overlay

__device__ WorkItem WorkQueue::next() {
  __shared__ unsigned long long index;
  __syncthreads();
  if (threadIdx.x == 0) index = atomicAdd(&current, 1ull);
  __syncthreads();
  return index < total ? items[index] : WorkItem::none();
}
