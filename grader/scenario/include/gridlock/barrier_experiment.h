/// \file
/// The experiment of a lab about barriers between all blocks.  It measures the cost of
/// one barrier with 1, 2, 4, ... blocks per multiprocessor, and of other ways to make a
/// whole grid wait.
///
/// The lab's bench.cu defines a type, here called Words, for the memory of its barrier
/// and for the call:
///
///     static size_t count(int blocks);        the number of words, all 0 at first
///     Words(unsigned* memory, int blocks);    over that many words
///     __device__ void meet(int i) const;      barrier i = 1, 2, ... of a kernel
#pragma once

#include "device_clock.h"
#include "experiment.h"

namespace gridlock {

#ifdef GRIDLOCK_SIM  // Large sizes take long and show nothing.
constexpr int kBarrierThreads = 3, kBarrierRounds = 2;
#else
constexpr int kBarrierThreads = 128, kBarrierRounds = 50;
#endif
/// The number of blocks per multiprocessor for which all contestants are compiled.
constexpr int kBarrierBlocksEach = 16;
constexpr int kBarriersNoted = 3;  ///< The barriers in a timeline.

/// The timed kernel: barriers, and nothing between them.
template <class Words>
__global__ void __launch_bounds__(kBarrierThreads, kBarrierBlocksEach)
    runBarriers(int barriers, Words words) {
  for (int i = 1; i <= barriers; ++i) words.meet(i);
}

/// Checks that the barrier works: in each round every thread writes its slot, all meet,
/// and each reads a slot of the next block.  `wrong` counts the reads of a wrong value.
template <class Words>
__global__ void __launch_bounds__(kBarrierThreads, kBarrierBlocksEach)
    checkBarriers(int rounds, Words words, int* slots, unsigned* wrong) {
  const int threads = gridDim.x * blockDim.x;
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  const int next = (me + blockDim.x) % threads;
  for (int round = 0; round < rounds; ++round) {
    slots[me] = me + round;
    words.meet(2 * round + 1);
    if (slots[next] != next + round) atomicAdd(wrong, 1u);
    words.meet(2 * round + 2);
  }
}

/// Notes when thread 0 of each block arrived at each of the last barriers, and when it
/// left.
template <class Words>
__global__ void __launch_bounds__(kBarrierThreads, kBarrierBlocksEach)
    noteMeetings(int barriers, Words words, unsigned long long* come,
                 unsigned long long* gone) {
  for (int i = 1; i <= barriers; ++i) {
    const int noted = i - 1 - (barriers - kBarriersNoted);
    const bool notes = noted >= 0 && threadIdx.x == 0;
    const int slot = kBarriersNoted * blockIdx.x + noted;
    if (notes) come[slot] = globalNanoseconds();
    words.meet(i);
    if (notes) gone[slot] = globalNanoseconds();
  }
}

/// One kernel of a chain.  The end of a kernel is a barrier, too.
static __global__ void stepOfChain(int* slots) {
  slots[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

inline int barrierBlocks(const Scenario& scenario) {
  return static_cast<int>(scenario.param("point")) * multiprocessors(scenario);
}

/// The memory of a barrier.
template <class Words>
class BarrierMemory {
 public:
  explicit BarrierMemory(const Scenario& scenario)
      : scenario_(scenario),
        blocks(barrierBlocks(scenario)),
        memory_(scenario, "words", Words::count(blocks)) {}

  /// The words as a kernel finds them: all 0.
  Words fresh() const {
    scenario_.check(cudaMemset(memory_, 0, memory_.count() * sizeof(unsigned)),
                    "cudaMemset");
    return Words(memory_.get(), blocks);
  }

 private:
  const Scenario& scenario_;

 public:
  const int blocks;

 private:
  DeviceBuffer<unsigned> memory_;
};

/// Scenario "points".
template <class Words>
void outputBarrierPoints(const Scenario& scenario) {
  outputBlocksEach(scenario, checkBarriers<Words>, kBarrierThreads);
}

/// Scenario "measure": whether the barrier works, and what it costs.
template <class Words>
void timeBarriers(const Scenario& scenario) {
  const BarrierMemory<Words> memory(scenario);
  DeviceBuffer<int> slots(scenario, "slots", size_t(memory.blocks) * kBarrierThreads);
  DeviceBuffer<unsigned> wrong(scenario, "wrong", 1);
  wrong.fill([](size_t) { return 0u; });
  launchAll(scenario, checkBarriers<Words>, memory.blocks, kBarrierThreads,
            kBarrierRounds, memory.fresh(), slots.get(), wrong.get());
  scenario.check_launch("a kernel that calls gpuSync");
  wrong.output();

  outputStep(scenario, [&](int barriers) {
    const Words words = memory.fresh();
    launchAll(scenario, runBarriers<Words>, memory.blocks, kBarrierThreads, barriers,
              words);
  });
}

/// Scenario "timeline": a lane is a block, a phase one of three barriers.
template <class Words>
void noteBarriers(const Scenario& scenario) {
  const BarrierMemory<Words> memory(scenario);
  const int slots = memory.blocks * kBarriersNoted;
  DeviceBuffer<unsigned long long> come(scenario, "come", slots);
  DeviceBuffer<unsigned long long> gone(scenario, "gone", slots);
  for (int run = 0; run < 2; ++run) {  // The first run warms up.
    launchAll(scenario, noteMeetings<Words>, memory.blocks, kBarrierThreads,
              kBarriersNoted + 2, memory.fresh(), come.get(), gone.get());
    scenario.check_launch("a kernel that calls gpuSync");
  }
  outputAll(scenario, "begin", come);
  outputAll(scenario, "end", gone);
  for (int slot = 0; slot < slots; ++slot) {
    scenario.output("lane", slot / kBarriersNoted);
    scenario.output("phase", slot % kBarriersNoted);
  }
}

/// Times a chain of kernels in a stream: each begins when the one before it has ended.
/// The host calls `after()` after each launch.
template <class After>
void timeChain(const Scenario& scenario, After after) {
  const int blocks = barrierBlocks(scenario), threads = blocks * kBarrierThreads;
  DeviceBuffer<int> slots(scenario, "slots", threads);
  slots.fill([](size_t) { return 0; });
  int taken = 0;
  outputStep(scenario, [&](int steps) {
    for (int i = 0; i < steps; ++i) {
      stepOfChain<<<blocks, kBarrierThreads>>>(slots.get());
      after();
    }
    taken += steps;
  });
  int* host = new int[threads];
  slots.download(host);
  int wrong = 0;
  for (int i = 0; i < threads; ++i) wrong += host[i] != taken;
  delete[] host;
  scenario.output("wrong", wrong);
}

/// Scenario "peer_relaunch": one kernel per step.
inline void timeRelaunch(const Scenario& scenario) {
  timeChain(scenario, [] {});
}

/// Scenario "peer_host_waits": one kernel per step, and the host waits for each.
inline void timeHostWaits(const Scenario& scenario) {
  timeChain(scenario,
            [&] { scenario.check(cudaDeviceSynchronize(), "cudaDeviceSynchronize"); });
}

#ifndef GRIDLOCK_SIM  // The simulator has no graphs.

/// Scenario "peer_graph": one kernel per step, in one CUDA graph.
inline void timeGraph(const Scenario& scenario) {
  const int blocks = barrierBlocks(scenario);
  DeviceBuffer<int> slots(scenario, "slots", size_t(blocks) * kBarrierThreads);
  const auto launch = [&](cudaStream_t stream) {
    stepOfChain<<<blocks, kBarrierThreads, 0, stream>>>(slots.get());
  };
  const Steps steps;
  Stopwatch watch(scenario);
  const double few = millisecondsOfGraph(scenario, watch, steps.few, launch);
  const double many = millisecondsOfGraph(scenario, watch, steps.many, launch);
  const double each = (many - few) * 1e9 / (steps.many - steps.few);
  scenario.output("picoseconds", each > 0 ? int64_t(each) : 0);
  scenario.output("wrong", 0);
}

#endif

}  // namespace gridlock
