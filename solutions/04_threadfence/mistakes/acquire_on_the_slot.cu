// expect: data_race
// The receiver acquires through the first word of the slot, which is never released.
// overlay

template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag) {
  cuda::atomic_ref<int, kScope> there(*flag);
  while (there.load(cuda::memory_order_relaxed) == 0) {
  }
  cuda::atomic_ref<int, kScope> first(const_cast<Message*>(slot)->from);
  const int from = first.load(cuda::memory_order_acquire);
  return Message{from, slot->number, slot->value};
}
