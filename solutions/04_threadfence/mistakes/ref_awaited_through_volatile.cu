// expect: data_race
// says: cuda::atomic_ref of scope kScope with memory_order_acquire
// unsaid: No __threadfence_block() lies
// The sender releases, and the receiver polls through a volatile pointer.
// overlay

template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  return *slot;
}
