// The experiment of lab 02: what a barrier between all blocks costs, with 1, 2, 4, ...
// blocks on each multiprocessor, beside other ways to make a grid wait for itself.
//
// baseline: grid_sync
// unit: ns per barrier
// point: blocks on each multiprocessor
// timeline: block; in the first barrier, in the second, in the third
// timeline point: 1

#include "lock_barrier.cu"

#include <gridlock/device_clock.h>
#include <gridlock/experiment.h>

namespace experiment {

#ifdef GRIDLOCK_SIM  // Where size costs much and shows nothing.
constexpr int kThreads = 3, kRounds = 2;
#else
constexpr int kThreads = 128, kRounds = 50;
#endif
constexpr int kBlocksEach = 16;  // On a multiprocessor, for every contestant alike.

// The counter of arrivals, 0 when a kernel begins.
struct Words {
  unsigned* mutex;

  // Barrier number i = 1, 2, ... of the kernel.
  __device__ void meet(int i) const { gpuSync(mutex, i * gridDim.x); }
};

// What is timed: barriers, and nothing between them.
__global__ void __launch_bounds__(kThreads, kBlocksEach) meet(int barriers, Words words) {
  for (int i = 1; i <= barriers; ++i) words.meet(i);
}

constexpr int kBarriersDrawn = 3;

// When thread 0 of each block came to each of the last barriers, and when it went on.
__global__ void __launch_bounds__(kThreads, kBlocksEach)
    note(int barriers, Words words, unsigned long long* come, unsigned long long* gone) {
  for (int i = 1; i <= barriers; ++i) {
    const int drawn = i - (barriers - kBarriersDrawn) - 1;
    const bool notes = drawn >= 0 && threadIdx.x == 0;
    const int slot = kBarriersDrawn * blockIdx.x + drawn;
    if (notes) come[slot] = gridlock::globalNanoseconds();
    words.meet(i);
    if (notes) gone[slot] = gridlock::globalNanoseconds();
  }
}

// Whether the barrier is one: in each round every thread writes its slot, all meet, and
// each looks at a slot of the next block.  `wrong` counts those that saw something else.
__global__ void __launch_bounds__(kThreads, kBlocksEach)
    tell(int rounds, Words words, int* slots, unsigned* wrong) {
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

// A step of a chain of kernels: the end of a kernel is a barrier, too.
__global__ void step(int* slots) { slots[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

int blocksAt(const gridlock::Scenario& scenario) {
  return static_cast<int>(scenario.param("point")) * gridlock::multiprocessors(scenario);
}

// Times steps of a chain.  `after()` is what the host does after each.
template <class After>
void timeChain(const gridlock::Scenario& scenario, After after) {
  const int blocks = blocksAt(scenario), threads = blocks * kThreads;
  gridlock::DeviceBuffer<int> slots(scenario, "slots", threads);
  slots.fill([](size_t) { return 0; });
  int taken = 0;
  gridlock::outputStep(scenario, [&](int steps) {
    for (int i = 0; i < steps; ++i) {
      step<<<blocks, kThreads>>>(slots.get());
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

}  // namespace experiment

GRIDLOCK_SCENARIO(points) {
  gridlock::outputBlocksEach(scenario, experiment::tell, experiment::kThreads);
}

GRIDLOCK_SCENARIO(measure) {
  using namespace experiment;
  const int blocks = blocksAt(scenario);
  gridlock::DeviceBuffer<unsigned> memory(scenario, "words", 1);
  const auto fresh = [&] {
    scenario.check(cudaMemset(memory, 0, memory.count() * sizeof(unsigned)),
                   "cudaMemset");
    return Words{memory.get()};
  };

  gridlock::DeviceBuffer<int> slots(scenario, "slots", size_t(blocks) * kThreads);
  gridlock::DeviceBuffer<unsigned> wrong(scenario, "wrong", 1);
  wrong.fill([](size_t) { return 0u; });
  gridlock::launchAll(scenario, tell, blocks, kThreads, kRounds, fresh(), slots.get(),
                      wrong.get());
  scenario.check_launch("a kernel that calls gpuSync");
  wrong.output();

  gridlock::outputStep(scenario, [&](int barriers) {
    const Words words = fresh();
    gridlock::launchAll(scenario, meet, blocks, kThreads, barriers, words);
  });
}

GRIDLOCK_SCENARIO(timeline) {
  using namespace experiment;
  const int blocks = blocksAt(scenario);
  gridlock::DeviceBuffer<unsigned> memory(scenario, "words", 1);
  const int slots = blocks * kBarriersDrawn;
  gridlock::DeviceBuffer<unsigned long long> come(scenario, "come", slots);
  gridlock::DeviceBuffer<unsigned long long> gone(scenario, "gone", slots);
  for (int run = 0; run < 2; ++run) {  // The first one warms up.
    scenario.check(cudaMemset(memory, 0, memory.count() * sizeof(unsigned)),
                   "cudaMemset");
    gridlock::launchAll(scenario, note, blocks, kThreads, kBarriersDrawn + 2,
                        Words{memory.get()}, come.get(), gone.get());
    scenario.check_launch("a kernel that calls gpuSync");
  }
  gridlock::outputAll(scenario, "begin", come);
  gridlock::outputAll(scenario, "end", gone);
  for (int slot = 0; slot < slots; ++slot) {
    scenario.output("lane", slot / kBarriersDrawn);
    scenario.output("phase", slot % kBarriersDrawn);
  }
}

// A kernel for each step, in a stream: each begins when the one before it has ended.
GRIDLOCK_SCENARIO(peer_relaunch) {
  experiment::timeChain(scenario, [] {});
}

// The same, and the host waits for each.
GRIDLOCK_SCENARIO(peer_host_waits) {
  experiment::timeChain(scenario, [&] {
    scenario.check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  });
}

#ifndef GRIDLOCK_SIM  // The simulator has no graphs.

// The same kernels as one CUDA graph.
GRIDLOCK_SCENARIO(peer_graph) {
  using namespace experiment;
  const int blocks = blocksAt(scenario);
  gridlock::DeviceBuffer<int> slots(scenario, "slots", size_t(blocks) * kThreads);
  const auto launch = [&](cudaStream_t stream) {
    step<<<blocks, kThreads, 0, stream>>>(slots.get());
  };
  const gridlock::Steps steps;
  gridlock::Stopwatch watch(scenario);
  const double few = gridlock::millisecondsOfGraph(scenario, watch, steps.few, launch);
  const double many = gridlock::millisecondsOfGraph(scenario, watch, steps.many, launch);
  const double each = (many - few) * 1e9 / (steps.many - steps.few);
  scenario.output("picoseconds", each > 0 ? int64_t(each) : 0);
  scenario.output("wrong", 0);
}

#endif

GRIDLOCK_MODULE()
