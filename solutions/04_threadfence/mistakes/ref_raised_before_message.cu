// expect: data_race
// says: comes before the write in
// says: it must come last, after a fence unless it
// unsaid: No __syncthreads()
// 4d's flag is raised before the message is in the slot.
// overlay

template <cuda::thread_scope kScope>
__device__ void sendRef(Message* slot, int* flag, Message message) {
  cuda::atomic_ref<int, kScope>(*flag).store(1, cuda::memory_order_release);
  *slot = message;
}
