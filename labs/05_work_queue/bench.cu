// The experiment of lab 05: what the queue itself costs.  The items take next to no
// time, and all blocks draw from one queue, 1, 2, 4, ... of them on each multiprocessor.
// The queue is compared with shares that are dealt in advance, and with one block per
// item.
//
// baseline: reference
// unit: ns per item
// point: blocks on each multiprocessor

#include "work_queue.cu"

#include <gridlock/experiment.h>

namespace experiment {

#ifdef GRIDLOCK_SIM  // Large sizes take long and show nothing.
constexpr int kThreads = 2, kItems = 7;
#else
constexpr int kThreads = 64, kItems = 100'000;
#endif

// The items, the queue and the ledger of a measurement.
class Work {
 public:
  explicit Work(const gridlock::Scenario& scenario)
      : scenario_(scenario),
        blocks(int(scenario.param("point")) * gridlock::multiprocessors(scenario)),
        item(scenario, "item", kItems),
        queue(scenario, "queue", 1),
        handed_(scenario, "handed", size_t(kItems) * kThreads),
        strays_(scenario, "strays", 1) {
    item.fill([](size_t i) { return WorkItem{int(i), stepsOf(int(i))}; });
    handed_.fill([](size_t) { return 0u; });
    strays_.fill([](size_t) { return 0; });
  }

  Ledger ledger() const { return {kItems, handed_, strays_, 0, nullptr, nullptr}; }

  // Times `run()`, which works off all items once.
  template <class Run>
  void time(Run run) {
    gridlock::Stopwatch watch(scenario_);
    fill();
    run();  // Warms up.
    scenario_.check_launch("the warm-up");
    fill();
    const double taken = watch.milliseconds(run);
    scenario_.output("picoseconds", int64_t(taken * 1e9 / kItems));
    judge(2);
  }

 private:
  void fill() {
    const WorkQueue filled = {item, kItems, 0};
    queue.upload(&filled);
  }

  // Outputs whether each item was handed `times` times to each thread of some block.
  void judge(unsigned times) const {
    const size_t words = size_t(kItems) * kThreads;
    unsigned* word = new unsigned[words];
    handed_.download(word);
    int wrong = 0;
    for (size_t i = 0; i < words; ++i)
      wrong += word[i] % 256 != times || word[i] != word[i - i % kThreads];
    delete[] word;
    int strays = 0;
    strays_.download(&strays);
    scenario_.output("wrong", wrong + strays);
  }

  const gridlock::Scenario& scenario_;

 public:
  int blocks;
  gridlock::DeviceBuffer<WorkItem> item;
  gridlock::DeviceBuffer<WorkQueue> queue;

 private:
  gridlock::DeviceBuffer<unsigned> handed_;
  gridlock::DeviceBuffer<int> strays_;
};

// Deals every block its share in advance: items far apart, or, with as many blocks as
// items, one each.
__global__ void workOffDealt(const WorkItem* item, Ledger ledger) {
  for (int i = blockIdx.x; i < ledger.items; i += gridDim.x) work(item[i], ledger);
}

}  // namespace experiment

GRIDLOCK_SCENARIO(points) {
  gridlock::outputBlocksEach(scenario, workOff, experiment::kThreads);
}

GRIDLOCK_SCENARIO(measure) {
  experiment::Work work(scenario);
  work.time(
      [&] { workOff<<<work.blocks, experiment::kThreads>>>(work.queue, work.ledger()); });
}

GRIDLOCK_SCENARIO(peer_dealt) {
  experiment::Work work(scenario);
  work.time([&] {
    experiment::workOffDealt<<<work.blocks, experiment::kThreads>>>(work.item,
                                                                    work.ledger());
  });
}

GRIDLOCK_SCENARIO(peer_one_block_each) {
  experiment::Work work(scenario);
  work.time([&] {
    experiment::workOffDealt<<<experiment::kItems, experiment::kThreads>>>(work.item,
                                                                           work.ledger());
  });
}

GRIDLOCK_MODULE()
