// expect: data_race
// no cure: after a failed try it compares with the value it found
// says: set that back before each try
// A compare-exchange that fails puts the 1 that it found into `expected`: the next try
// turns 1 into 1, and takes a lock that another block holds.
// overlay

__device__ void lock(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  int expected = 0;
  while (!held.compare_exchange_weak(expected, 1, cuda::memory_order_acquire)) {
  }
}
