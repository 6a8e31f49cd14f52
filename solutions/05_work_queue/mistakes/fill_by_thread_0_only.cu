// expect: wrong_result, bad_access
// On the device, fill() does something only in thread 0 of block 0, but any thread may
// call it.
// overlay

__host__ __device__ void WorkQueue::fill(const WorkItem* new_items,
                                         unsigned long long count) {
#ifdef __CUDA_ARCH__
  if (threadIdx.x != 0 || blockIdx.x != 0) return;
#endif
  items = new_items;
  // ...
}
