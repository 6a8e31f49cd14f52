// expect: data_race
// The mutex names the block that holds it, and who is of that block may come in: two
// threads of one block hold the lock at a time.
// overlay

__device__ void lock(int* mutex) {
  const int me = int(blockIdx.x) + 1;
  int holder;
  do {
    holder = atomicCAS(mutex, 0, me);
  } while (holder != 0 && holder != me);
  __threadfence();
}
