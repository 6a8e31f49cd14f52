// expect: data_race
// no cure: each round reads and writes one array, not two in turn
// Each round works in place: an element may be read before it is written, or after.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  // ...
  const unsigned count = n, stride = blocks * threads;
  unsigned goal = start;
  for (int round = 0; round < rounds; ++round) {
    const unsigned reach = 1u << round;
    for (unsigned i = block * threads + thread; i < count; i += stride)
      a[i] += i < reach ? 0 : a[i - reach];
    goal += blocks;
    gpuSync(mutex, goal);
  }
  if (rounds % 2 == 1)
    for (unsigned i = block * threads + thread; i < count; i += stride) b[i] = a[i];
}
