// expect: deadlock
// Threads without elements leave at once; in some blocks that is all of them.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  // ...
  const unsigned count = n, stride = blocks * threads;
  if (block * threads + thread >= count) return;
  unsigned *from = a, *to = b;
  // ...
}
