// A compare-and-swap repeats until no other thread has written in between.
// overlay

__device__ void addTo(int* total, int value) {
  int seen = *static_cast<volatile int*>(total);
  for (int expected = ~seen; expected != seen;) {
    expected = seen;
    seen = atomicCAS(total, expected, expected + value);
  }
}
