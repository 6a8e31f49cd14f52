// The experiment of lab 01: what a sum of n elements costs, in one kernel with a last
// block, compared with two kernels, with CUB, and with reading alone.  Sums come one
// after another in a stream, so a small n shows what a launch costs, and a large one how
// fast the memory is read: inputs that would fit into the L2 cache are used in turn, so
// that each sum reads from memory.
//
// baseline: cub
// roof: read_roof
// unit: ns per sum
// point: elements

#include "last_block.cu"

#include <gridlock/experiment.h>

namespace experiment {
using namespace gridlock;
}

#include "bench_input.cuh"

#ifndef GRIDLOCK_SIM
#include <cub/device/device_reduce.cuh>
#endif

namespace experiment {

#ifdef GRIDLOCK_SIM  // Large sizes take long and show nothing.
constexpr int kThreads = 4;
constexpr int64_t kSizes[] = {3, 50};
#else
constexpr int kThreads = 512;
constexpr int64_t kSizes[] = {1 << 10, 1 << 15, 1 << 20, 1 << 24, 100'000'000, 1 << 30};
#endif

}  // namespace experiment

GRIDLOCK_SCENARIO(points) { experiment::outputSizes(scenario, experiment::kSizes); }

GRIDLOCK_SCENARIO(measure) {
  experiment::Work<int> work(scenario);
  experiment::timeSum(scenario, work, [&](const int* in) {
    sumSinglePass<<<work.blocks, experiment::kThreads>>>(in, work.n, work.partial,
                                                         work.counter, work.out);
  });
}

// The sum in two kernels: no guard, but one more launch.
GRIDLOCK_SCENARIO(peer_two_kernels) {
  experiment::Work<int> work(scenario);
  experiment::timeSum(scenario, work, [&](const int* in) {
    sumPartials<<<work.blocks, experiment::kThreads>>>(in, work.n, work.partial);
    sumFinal<<<1, experiment::kThreads>>>(work.partial, work.blocks, work.out);
  });
}

GRIDLOCK_SCENARIO(peer_read_roof) { experiment::timeReading(scenario); }

#ifndef GRIDLOCK_SIM  // The simulator has no CUB.

// The reduction of CUDA's own library.
GRIDLOCK_SCENARIO(peer_cub) {
  experiment::Work<int> work(scenario);
  size_t bytes = 0;
  scenario.check(
      cub::DeviceReduce::Sum(nullptr, bytes, work.in.all(), work.out.get(), work.n),
      "DeviceReduce::Sum");
  gridlock::DeviceBuffer<char> memory(scenario, "CUB's memory", bytes);
  experiment::timeSum(scenario, work, [&](const int* in) {
    scenario.check(
        cub::DeviceReduce::Sum(memory.get(), bytes, in, work.out.get(), work.n),
        "DeviceReduce::Sum");
  });
}

#endif

GRIDLOCK_MODULE()
