// The lock is the sign of the mutex, and the other bits count how often it was taken; a
// flag is raised to the smallest integer.
// overlay

#include <climits>

template <cuda::thread_scope kScope>
__device__ void sendRef(Message* slot, int* flag, Message message) {
  *slot = message;
  cuda::atomic_ref<int, kScope> there(*flag);
  there.store(INT_MIN, cuda::memory_order_release);
}

__device__ void lock(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  while (held.fetch_or(INT_MIN, cuda::memory_order_acquire) < 0) {
  }
}

__device__ void unlock(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  const int taken = held.load(cuda::memory_order_relaxed) + 1;
  held.store(taken & INT_MAX, cuda::memory_order_release);
}
