// expect: data_race, wrong_result
// says: Wait in a loop for a value
// unsaid: must come last
// The receiver of 4d looks at the flag once: `if` in place of `while`.
// overlay

template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag) {
  cuda::atomic_ref<int, kScope> there(*flag);
  if (there.load(cuda::memory_order_acquire) == 0) {
  }
  return *slot;
}
