// The second experiment of lab 05: items of very different length, and how close a queue
// comes to the least time that they can take.  Lengths are Pareto-distributed (most are
// short, a few long), cut at ten times the mean.  A block stays with an item until its
// time has passed, so no scheme is faster than the bound: the time of all items divided
// by the number of blocks, or the longest item.
//
// baseline: bound
// roof: bound
// unit: ns per item
// point: mean length of an item, in nanoseconds
// timeline: block; works, has nothing left
// timeline point: 10000

#define WORK_TAKES_TIME
#include "work_queue.cu"

#include <gridlock/device_clock.h>
#include <gridlock/experiment.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace experiment {

#ifdef GRIDLOCK_SIM  // Large sizes take long and show nothing.
constexpr int kThreads = 2, kBlocksEach = 1, kItemsEach = 3;
constexpr int kPoints[] = {8, 80};
#else
constexpr int kThreads = 64, kBlocksEach = 2, kItemsEach = 500;
constexpr int kPoints[] = {100, 300, 1000, 3000, 10'000, 100'000};
#endif
constexpr double kAlpha = 1.5, kLongest = 10;

// A number that looks random, the same for the same i (the last step of MurmurHash3, by
// Austin Appleby, public domain).
__host__ __device__ inline uint32_t mixed(uint32_t i) {
  i = (i ^ i >> 16) * 0x85ebca6b;
  i = (i ^ i >> 13) * 0xc2b2ae35;
  return i ^ i >> 16;
}

// The length of an item; the shortest is 1.  It is computed, not loaded: a load can take
// longer than a short item, except where a neighbour's load has filled the cache, so
// adjacent items would seem shorter.
__host__ __device__ inline float lengthOf(int id) {
  const float u = (float(mixed(unsigned(id) + 1)) + 0.5f) / 4294967296.0f;
  return fminf(exp2f(log2f(u) * float(-1 / kAlpha)),
               float(kLongest * kAlpha / (kAlpha - 1)));
}

// How long the items take, and when each block worked.
struct Timesheet {
  float shortest;             // The clock64() ticks of an item of length 1.
  unsigned long long* begun;  // When each block began its first item, in ns; 0: never.
  unsigned long long* ended;  // When each block ended its last item, in ns; 0: never.
};

__constant__ Timesheet g_sheet;

}  // namespace experiment

__device__ inline void work(WorkItem item, const Ledger& ledger) {
  const long long begin = clock64();
  if (item.id < 0 || item.id >= ledger.items || item.steps != stepsOf(item.id)) {
    atomicAdd(ledger.strays, 1);
    return;
  }
  const experiment::Timesheet sheet = experiment::g_sheet;
  const bool notes = sheet.begun && threadIdx.x == 0;
  if (notes && sheet.begun[blockIdx.x] == 0)
    sheet.begun[blockIdx.x] = gridlock::globalNanoseconds();
  // The word tells the block, and how often it was handed the item.
  atomicAdd(&ledger.handed[size_t(item.id) * blockDim.x + threadIdx.x],
            256 * (blockIdx.x + 1) + 1);
#ifndef GRIDLOCK_SIM  // In the simulator time means nothing.
  const auto ticks =
      static_cast<long long>(ceilf(sheet.shortest * experiment::lengthOf(item.id)));
  while (clock64() - begin < ticks) {
  }
#endif
  if (notes) sheet.ended[blockIdx.x] = gridlock::globalNanoseconds();
}

namespace experiment {

int blocksOf(const gridlock::Scenario& scenario) {
  return kBlocksEach * gridlock::multiprocessors(scenario);
}

enum Order { kUnsorted, kLongestFirst };

// The items' ids in the order in which they are handed out.
std::vector<int> idsOf(int items, Order order) {
  std::vector<int> id(items);
  std::iota(id.begin(), id.end(), 0);
  if (order == kLongestFirst)
    std::sort(id.begin(), id.end(),
              [](int left, int right) { return lengthOf(left) > lengthOf(right); });
  return id;
}

// Counts the wrong words: all threads of one block should have been handed each item
// `times` times.
__global__ void countWrong(const unsigned* handed, size_t words, int threads,
                           unsigned times, int* wrong) {
  const size_t stride = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < words; i += stride)
    if (handed[i] % 256 != times || handed[i] != handed[i - i % threads])
      atomicAdd(wrong, 1);
}

// The current number of clock64() ticks in a nanosecond.
double ticksOfNanosecond(const gridlock::Scenario& scenario) {
#ifdef GRIDLOCK_SIM
  constexpr unsigned long long kLeast = 8;
#else
  constexpr unsigned long long kLeast = 20'000;
#endif
  gridlock::DeviceBuffer<long long> cycles(scenario, "cycles", 1);
  gridlock::DeviceBuffer<unsigned long long> passed(scenario, "passed", 1);
  gridlock::compareClocks<<<1, 1>>>(kLeast, cycles.get(), passed.get());
  scenario.check_launch("a kernel that compares clocks");
  long long ticks = 0;
  unsigned long long nanoseconds = 1;
  cycles.download(&ticks);
  passed.download(&nanoseconds);
  return double(ticks) / double(nanoseconds);
}

// The items, the queue and the ledger of a measurement.
class Work {
 public:
  Work(const gridlock::Scenario& scenario, Order order, int items_each = kItemsEach)
      : scenario_(scenario),
        blocks(blocksOf(scenario)),
        items(items_each * blocks),
        item(scenario, "item", items),
        queue(scenario, "queue", 1),
        handed_(scenario, "handed", size_t(items) * kThreads),
        strays_(scenario, "strays", 1) {
    const std::vector<int> id = idsOf(items, order);
    item.fill([&](size_t i) { return WorkItem{id[i], stepsOf(id[i])}; });
    scenario_.check(cudaMemset(handed_, 0, handed_.count() * sizeof(unsigned)),
                    "cudaMemset");
    strays_.fill([](size_t) { return 0; });
    for (int i = 0; i < items; ++i) lengths_ += lengthOf(i);
    shortest_ = double(scenario.param("point")) * items / lengths_;
  }

  Ledger ledger() const { return {items, handed_, strays_, 0, nullptr, nullptr}; }

  // Calls `run()` once, which works off all items.  Unless the pointers are null, each
  // block records when it began and ended.
  template <class Run>
  void once(Run run, unsigned long long* begun = nullptr,
            unsigned long long* ended = nullptr) {
    const WorkQueue filled = {item, static_cast<unsigned long long>(items), 0};
    queue.upload(&filled);
    const Timesheet sheet = {float(shortest_ * ticksOfNanosecond(scenario_)), begun,
                             ended};
    scenario_.check(cudaMemcpyToSymbol(g_sheet, &sheet, sizeof sheet),
                    "cudaMemcpyToSymbol");
    run();
    scenario_.check_launch("a kernel that works off the items");
    ++times_;
  }

  // The least time for the items, in nanoseconds.
  double bound() const {
    double longest = 0;
    for (int i = 0; i < items; ++i) longest = std::max(longest, double(lengthOf(i)));
    return shortest_ * std::max(lengths_ / blocks, longest);
  }

  // Outputs the number of words with wrong values.
  void judge() {
    countWrong<<<256, 128>>>(handed_, handed_.count(), kThreads, times_, strays_);
    scenario_.check_launch("a kernel that counts what is wrong");
    int wrong = 0;
    strays_.download(&wrong);
    scenario_.output("wrong", wrong);
  }

 private:
  const gridlock::Scenario& scenario_;

 public:
  const int blocks, items;
  gridlock::DeviceBuffer<WorkItem> item;
  gridlock::DeviceBuffer<WorkQueue> queue;

 private:
  gridlock::DeviceBuffer<unsigned> handed_;
  gridlock::DeviceBuffer<int> strays_;
  double lengths_ = 0, shortest_ = 0;  // The sum for all items; the ns of length 1.
  unsigned times_ = 0;
};

// Deals every block its share in advance: items far apart, or, with as many blocks as
// items, one each.
__global__ void workOffStrided(const WorkItem* item, Ledger ledger) {
  for (int i = blockIdx.x; i < ledger.items; i += gridDim.x) work(item[i], ledger);
}

// Deals every block its share in advance: items that are adjacent.
__global__ void workOffChunks(const WorkItem* item, Ledger ledger) {
  const long long items = ledger.items;
  const int begin = int(items * blockIdx.x / gridDim.x);
  const int end = int(items * (blockIdx.x + 1) / gridDim.x);
  for (int i = begin; i < end; ++i) work(item[i], ledger);
}

// ---- Ways to hand out items --------------------------------------------------------

void byQueue(const Work& work) {
  workOff<<<work.blocks, kThreads>>>(work.queue, work.ledger());
}

void inChunks(const Work& work) {
  workOffChunks<<<work.blocks, kThreads>>>(work.item, work.ledger());
}

void strided(const Work& work) {
  workOffStrided<<<work.blocks, kThreads>>>(work.item, work.ledger());
}

#ifndef GRIDLOCK_SIM  // In the simulator a launch has few blocks anyway.

// Launches one block per item; the blocks usually start in the order of the items.  No
// more of them are resident at once than in the other variants.
void oneBlockEach(const Work& work) {
  int device = 0, bytes = 0, reserved = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device);
  cudaDeviceGetAttribute(&reserved, cudaDevAttrReservedSharedMemoryPerBlock, device);
  const int each = bytes / kBlocksEach - reserved;
  cudaFuncSetAttribute(workOffStrided, cudaFuncAttributeMaxDynamicSharedMemorySize, each);
  workOffStrided<<<work.items, kThreads, each>>>(work.item, work.ledger());
}

#endif

template <class Run>
void time(const gridlock::Scenario& scenario, Order order, Run run) {
  Work work(scenario, order);
  gridlock::Stopwatch watch(scenario);
  double taken = 0;
  work.once([&] { taken = watch.milliseconds([&] { run(work); }); });
  scenario.output("picoseconds", int64_t(taken * 1e9 / work.items));
  work.judge();
}

// Draws the timeline of fewer items, so that their ends can be told apart.
template <class Run>
void draw(const gridlock::Scenario& scenario, Order order, Run run) {
  Work work(scenario, order, std::max(1, kItemsEach / 10));
  gridlock::DeviceBuffer<unsigned long long> begun(scenario, "begun", work.blocks);
  gridlock::DeviceBuffer<unsigned long long> ended(scenario, "ended", work.blocks);
  for (int time = 0; time < 2; ++time) {  // The first one warms up.
    begun.fill([](size_t) { return 0ull; });
    ended.fill([](size_t) { return 0ull; });
    work.once([&] { run(work); }, begun, ended);
  }
  std::vector<unsigned long long> begin(work.blocks), end(work.blocks);
  begun.download(begin.data());
  ended.download(end.data());
  const unsigned long long last = *std::max_element(end.begin(), end.end());
  const auto span = [&](int block, uint64_t from, uint64_t to, int phase) {
    scenario.output("lane", block);
    scenario.output("begin", int64_t(from));
    scenario.output("end", int64_t(to));
    scenario.output("phase", phase);
  };
  for (int block = 0; block < work.blocks; ++block) {
    if (begin[block] == 0) continue;  // Other blocks drew all items before this one.
    span(block, begin[block], end[block], 0);
    if (end[block] < last) span(block, end[block], last, 1);
  }
}

}  // namespace experiment

GRIDLOCK_SCENARIO(points) {
  for (const int point : experiment::kPoints) scenario.output("point", point);
}

GRIDLOCK_SCENARIO(measure) {
  using namespace experiment;
  time(scenario, kUnsorted, byQueue);
}

// The queue with the longest items first.
GRIDLOCK_SCENARIO(measure_sorted) {
  using namespace experiment;
  time(scenario, kLongestFirst, byQueue);
}

// The bound follows from the lengths alone; nothing is run.
GRIDLOCK_SCENARIO(peer_bound) {
  using namespace experiment;
  const Work work(scenario, kUnsorted);
  scenario.output("picoseconds", int64_t(work.bound() * 1e3 / work.items));
}

GRIDLOCK_SCENARIO(peer_chunks) {
  using namespace experiment;
  time(scenario, kUnsorted, inChunks);
}

GRIDLOCK_SCENARIO(peer_strided) {
  using namespace experiment;
  time(scenario, kUnsorted, strided);
}

GRIDLOCK_SCENARIO(peer_sorted_chunks) {
  using namespace experiment;
  time(scenario, kLongestFirst, inChunks);
}

GRIDLOCK_SCENARIO(peer_sorted_strided) {
  using namespace experiment;
  time(scenario, kLongestFirst, strided);
}

GRIDLOCK_SCENARIO(timeline) {
  using namespace experiment;
  draw(scenario, kUnsorted, byQueue);
}

GRIDLOCK_SCENARIO(timeline_chunks) {
  using namespace experiment;
  draw(scenario, kUnsorted, inChunks);
}

GRIDLOCK_SCENARIO(timeline_strided) {
  using namespace experiment;
  draw(scenario, kUnsorted, strided);
}

GRIDLOCK_SCENARIO(timeline_sorted_queue) {
  using namespace experiment;
  draw(scenario, kLongestFirst, byQueue);
}

#ifndef GRIDLOCK_SIM

GRIDLOCK_SCENARIO(peer_one_block_each) {
  using namespace experiment;
  time(scenario, kUnsorted, oneBlockEach);
}

#endif

GRIDLOCK_MODULE()
