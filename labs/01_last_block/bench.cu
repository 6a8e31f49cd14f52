// The experiment of lab 01: what a sum of n elements costs, in one kernel with a last
// block, beside two kernels and beside CUB.  Sums come one after another in a stream, so
// a small n shows what a launch costs, a large one how fast the memory is read.
//
// baseline: cub
// unit: ns per sum
// point: elements

#include "last_block.cu"

#include <gridlock/experiment.h>

#ifndef GRIDLOCK_SIM
#include <cub/device/device_reduce.cuh>
#endif

namespace experiment {

#ifdef GRIDLOCK_SIM  // Where size costs much and shows nothing.
constexpr int kThreads = 4, kBlocksEach = 1;
constexpr int64_t kSizes[] = {3, 50};
#else
constexpr int kThreads = 512, kBlocksEach = 2;
constexpr int64_t kSizes[] = {1 << 10, 1 << 15, 1 << 20, 1 << 24, 100'000'000, 1 << 30};
#endif

// Elements whose sum has a formula, modulo 2^32.
constexpr unsigned kFactor = 2654435761u;

__global__ void fillInput(int* in, int n) {
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < size_t(n);
       i += threads)
    in[i] = int(unsigned(i) * kFactor);
}

unsigned rightSum(int64_t n) {
  const auto pairs = uint64_t(n) * uint64_t(n - 1) / 2;
  return unsigned(pairs) * kFactor;
}

// What a sum works on, and its result.
class Work {
 public:
  explicit Work(const gridlock::Scenario& scenario)
      : scenario_(scenario),
        n(int(scenario.param("point"))),
        blocks(kBlocksEach * gridlock::multiprocessors(scenario)),
        in(scenario, "in", n),
        partial(scenario, "partial", blocks),
        counter(scenario, "counter", 1),
        out(scenario, "out", 1) {
    counter.fill([](size_t) { return 0; });
    fillInput<<<blocks, kThreads>>>(in, n);
    scenario.check_launch("fillInput");
  }

  // Times `sum()`, which leaves the result in `out`.
  template <class Sum>
  void time(Sum sum) {
    const auto run = [&](int sums) {
      for (int i = 0; i < sums; ++i) sum();
    };
    gridlock::Steps steps;
#ifndef GRIDLOCK_SIM  // A large sum is long enough to need few.
    if (n >= 1 << 22) steps = {2, 12};
#endif
    gridlock::outputStep(scenario_, run, steps);
    int result = 0;
    out.download(&result);
    scenario_.output("wrong", unsigned(result) != rightSum(n));
  }

 private:
  const gridlock::Scenario& scenario_;

 public:
  int n, blocks;
  gridlock::DeviceBuffer<int> in, partial, counter, out;
};

}  // namespace experiment

GRIDLOCK_SCENARIO(points) {
  for (const int64_t size : experiment::kSizes) scenario.output("point", size);
}

GRIDLOCK_SCENARIO(measure) {
  experiment::Work work(scenario);
  work.time([&] {
    sumSinglePass<<<work.blocks, experiment::kThreads>>>(work.in, work.n, work.partial,
                                                         work.counter, work.out);
  });
}

// The same in two kernels: no guard, and one launch more.
GRIDLOCK_SCENARIO(peer_two_kernels) {
  experiment::Work work(scenario);
  work.time([&] {
    sumPartials<<<work.blocks, experiment::kThreads>>>(work.in, work.n, work.partial);
    sumFinal<<<1, experiment::kThreads>>>(work.partial, work.blocks, work.out);
  });
}

#ifndef GRIDLOCK_SIM  // The simulator has no CUB.

// The reduction of CUDA's own library.
GRIDLOCK_SCENARIO(peer_cub) {
  experiment::Work work(scenario);
  size_t bytes = 0;
  scenario.check(
      cub::DeviceReduce::Sum(nullptr, bytes, work.in.get(), work.out.get(), work.n),
      "DeviceReduce::Sum");
  gridlock::DeviceBuffer<char> memory(scenario, "CUB's memory", bytes);
  work.time([&] {
    scenario.check(cub::DeviceReduce::Sum(memory.get(), bytes, work.in.get(),
                                          work.out.get(), work.n),
                   "DeviceReduce::Sum");
  });
}

#endif

GRIDLOCK_MODULE()
