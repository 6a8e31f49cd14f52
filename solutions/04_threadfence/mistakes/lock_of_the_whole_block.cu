// expect: data_race
// The mutex names the block that holds it, and lets in any thread of that block: two
// threads of one block hold the lock at the same time.
// overlay

__device__ void lock(int* mutex) {
  const int me = int(blockIdx.x) + 1;
  int holder;
  do {
    holder = atomicCAS(mutex, 0, me);
  } while (holder != 0 && holder != me);
  __threadfence();
}
