// expect: deadlock
// With n == 0 the kernel leaves at once and no block arrives, but launchPhases counts
// the arrivals all the same: the next launch waits for them forever.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  if (n == 0) return;
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  // ...
}
