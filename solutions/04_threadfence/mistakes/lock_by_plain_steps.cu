// expect: data_race
// Tests the lock and sets it in two steps, both plain.
// overlay

__device__ void lock(int* mutex) {
  while (*mutex != 0) {
  }
  *mutex = 1;
  __threadfence();
}
