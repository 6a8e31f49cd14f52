// expect: wrong_result, data_race
// says: did not wait
// unsaid: If it is meant as that signal, it must come last
// Looks at the flag once, and goes on whatever it holds.
// overlay

template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag) {
  cuda::atomic_ref<int, kScope> there(*flag);
  if (there.load(cuda::memory_order_acquire) == 0) {
  }
  return *slot;
}
