// The experiment of lab 02: what a barrier between all blocks costs, with 1, 2, 4, ...
// blocks on each multiprocessor, compared with other ways to make a grid wait for itself.
//
// baseline: grid_sync
// unit: ns per barrier
// point: blocks on each multiprocessor
// timeline: block; in the first barrier, in the second, in the third
// timeline point: 1

#include "lock_barrier.cu"

#include <gridlock/barrier_experiment.h>

// The counter of arrivals.
struct Words {
  __host__ Words(unsigned* memory, int) : mutex(memory) {}
  static size_t count(int) { return 1; }
  __device__ void meet(int i) const { gpuSync(mutex, i * gridDim.x); }

  unsigned* mutex;
};

GRIDLOCK_SCENARIO(points) { gridlock::outputBarrierPoints<Words>(scenario); }
GRIDLOCK_SCENARIO(measure) { gridlock::timeBarriers<Words>(scenario); }
GRIDLOCK_SCENARIO(timeline) { gridlock::noteBarriers<Words>(scenario); }
GRIDLOCK_SCENARIO(peer_relaunch) { gridlock::timeRelaunch(scenario); }
GRIDLOCK_SCENARIO(peer_host_waits) { gridlock::timeHostWaits(scenario); }

#ifndef GRIDLOCK_SIM  // The simulator has no graphs.
GRIDLOCK_SCENARIO(peer_graph) { gridlock::timeGraph(scenario); }
#endif

GRIDLOCK_MODULE()
