// The scenarios of lab 00: each launches the student's code with the parameters it is
// given and returns what that code did.  They judge nothing.

#include "required.cuh"

#include <gridlock/scenario.h>

namespace scenarios {

// Each thread adds its own number, which is one more than its rank.
__global__ void addRanks(int* total) {
  addTo(total, static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) + 1);
}

}  // namespace scenarios

// All threads of a grid of `blocks` blocks of `threads` threads add to one total.
GRIDLOCK_SCENARIO(add) {
  const int blocks = scenario.param("blocks"), threads = scenario.param("threads");
  gridlock::DeviceBuffer<int> total(scenario, "total", 1);
  total.fill([](size_t) { return 0; });
  scenarios::addRanks<<<blocks, threads>>>(total.get());
  scenario.check_launch("addRanks");
  total.output();
}

GRIDLOCK_MODULE()
