// expect: wrong_result, bad_access
// next() passes the index on in 32 bits.
// overlay

__device__ WorkItem WorkQueue::next() {
  __shared__ unsigned index;
  __syncthreads();
  if (threadIdx.x == 0) index = unsigned(atomicAdd(&current, 1ull));
  __syncthreads();
  return index < total ? items[index] : WorkItem::none();
}
