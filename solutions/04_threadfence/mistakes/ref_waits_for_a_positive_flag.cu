// expect: deadlock
// receiveRef() takes a negative flag for none: what another sender has raised to -1
// never arrives.
// overlay

template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag) {
  cuda::atomic_ref<int, kScope> there(*flag);
  while (there.load(cuda::memory_order_acquire) <= 0) {
  }
  return *slot;
}
