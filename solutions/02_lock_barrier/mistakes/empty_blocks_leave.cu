// expect: deadlock
// says: ended without the atomicAdd
// Blocks without elements leave at once; the others wait for them.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  // ...
  const unsigned count = n, stride = blocks * threads;
  if (block * threads >= count) return;
  unsigned *from = a, *to = b;
  // ...
}
