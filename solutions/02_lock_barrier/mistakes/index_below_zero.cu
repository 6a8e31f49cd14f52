// expect: bad_access
// Reads from[i - reach] before checking that there is such an element.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  // ...
  for (int round = 0; round < rounds; ++round) {
    const unsigned reach = 1u << round;
    for (unsigned i = block * threads + thread; i < count; i += stride)
      to[i] = from[i] + from[int(i) - int(reach)] * (i >= reach);
    goal += blocks;
    // ...
  }
}
