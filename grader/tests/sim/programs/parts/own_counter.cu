// The other file with these variables.
#include "own_counter.h"

__global__ void count_by_ten() {
  counter += 10 * step;
  last = counter;
}

void count_elsewhere() { count_by_ten<<<1, 1>>>(); }
