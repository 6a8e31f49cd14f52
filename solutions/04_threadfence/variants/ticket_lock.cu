// A ticket lock in one word: the next ticket in the upper half, whose turn it is in the
// lower.  Each half counts modulo 2^16, and no carry goes from one into the other.
// overlay

__device__ void lock(int* mutex) {
  const unsigned ticket = static_cast<unsigned>(atomicAdd(mutex, 1 << 16)) >> 16;
  while ((static_cast<unsigned>(atomicAdd(mutex, 0)) & 0xffffu) != ticket) {
  }
  __threadfence();
}

__device__ void unlock(int* mutex) {
  __threadfence();
  int seen = atomicAdd(mutex, 0);
  for (;;) {
    const int next = (seen & ~0xffff) | ((seen + 1) & 0xffff);
    const int found = atomicCAS(mutex, seen, next);
    if (found == seen) return;
    seen = found;
  }
}
