// The scenarios of lab 03: each launches the student's code with the parameters it is
// given and returns what that code did.  They judge nothing.

#include "required.cuh"

#include <gridlock/delay.h>
#include <gridlock/scenario.h>

#include <algorithm>
#include <vector>

namespace scenarios {

using gridlock::DeviceBuffer;
using gridlock::Scenario;

// Number i of the sequence with this seed.  kit.h has its own copy of the formula:
// this side does not decide what a right result is.
__host__ __device__ inline unsigned element(unsigned i, unsigned seed) {
  unsigned x = i + seed * 0x9e3779b9u;
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

__device__ inline unsigned blocksOfGrid() { return gridDim.x * gridDim.y * gridDim.z; }
__device__ inline unsigned threadsOfBlock() {
  return blockDim.x * blockDim.y * blockDim.z;
}
__device__ inline unsigned blockNumber() {
  return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}
__device__ inline unsigned threadNumber() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

// Makes warps late by up to `late` steps, each round in another order.
__device__ inline void delayWarp(int late, unsigned round) {
  const unsigned number = blockNumber() * 5 + threadNumber() / 32 * 7 + round * 3;
  gridlock::delay(late * (number % 16) / 16);
}

// The values that a thread read from one slot of each block, in one number; any other
// value gives another number.  If a block has several threads, none reads its own slot,
// and together they read all slots.
__device__ inline unsigned digest(const unsigned* slots) {
  const unsigned threads = threadsOfBlock();
  unsigned sum = 0;
  for (unsigned block = 0; block < blocksOfGrid(); ++block)
    sum = sum * 31 + slots[block * threads + (threadNumber() + 1) % threads];
  return sum;
}

// The two arrays of the barrier, and the goal of the last barrier.
struct Flags {
  unsigned *in, *out, goal;
};

// In each round every thread writes its slot, all meet, and every thread reads slots of
// all blocks.  Each round has its own slots; seen[] has the digests, laid out like them.
__global__ void tell(int rounds, int late, unsigned seed, Flags flags, unsigned* slots,
                     unsigned* seen) {
  const unsigned all = blocksOfGrid() * threadsOfBlock();
  const unsigned me = blockNumber() * threadsOfBlock() + threadNumber();
  for (int round = 0; round < rounds; ++round) {
    delayWarp(late, round);
    slots[round * all + me] = element(round * all + me, seed) % 100;  // Short in reports.
    gpuSync(flags.in, flags.out, flags.goal + 1 + round);
    seen[round * all + me] = digest(slots + round * all);
  }
}

// As tell(), with one set of slots for all rounds: a second barrier protects the slots
// that some thread has yet to read.
__global__ void tellAgain(int rounds, int late, unsigned seed, Flags flags,
                          unsigned* slots, unsigned* seen) {
  const unsigned all = blocksOfGrid() * threadsOfBlock();
  const unsigned me = blockNumber() * threadsOfBlock() + threadNumber();
  for (int round = 0; round < rounds; ++round) {
    delayWarp(late, round);
    slots[me] = element(round * all + me, seed) % 100;  // Short in reports.
    gpuSync(flags.in, flags.out, flags.goal + 1 + 2 * round);
    seen[round * all + me] = digest(slots);
    gpuSync(flags.in, flags.out, flags.goal + 2 + 2 * round);
  }
}

dim3 gridOf(const Scenario& scenario) {
  return dim3(scenario.param("grid_x"), scenario.param("grid_y", 1),
              scenario.param("grid_z", 1));
}

dim3 blockOf(const Scenario& scenario) {
  return dim3(scenario.param("block_x"), scenario.param("block_y", 1),
              scenario.param("block_z", 1));
}

size_t count(dim3 extent) { return size_t(extent.x) * extent.y * extent.z; }

// How many blocks of this shape run the kernel at a time.
template <class Kernel>
unsigned placesFor(const Scenario& scenario, Kernel* kernel, dim3 block) {
  int device = 0, multiprocessors = 0, each = 0;
  scenario.check(cudaGetDevice(&device), "cudaGetDevice");
  scenario.check(
      cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device),
      "cudaDeviceGetAttribute");
  scenario.check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                     &each, kernel, static_cast<int>(count(block)), 0),
                 "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return each * multiprocessors;
}

// How many barriers ago a word got its goal: 0 if `seed` is 0, else one of 7 numbers.
// All are below 2^31 - 2^20, because a kernel may use up to 2^20 goals more.  With most
// of these numbers, the next goal has the same low bits as the word.
unsigned age(size_t word, unsigned seed) {
  constexpr unsigned kMost = (1u << 31) - (1u << 20) - 1;
  constexpr unsigned kAges[] = {
      0, 1, (1u << 8) - 1, (1u << 16) - 1, (1u << 24) - 1, (1u << 30) - 1, kMost};
  return seed == 0 ? 0 : kAges[element(static_cast<unsigned>(word), seed) % 7];
}

// arrayIn and arrayOut for grids of up to `blocks` blocks, set once to the goals with
// which the barriers begin: all words have the same goal, or, with "ages", goals from
// different times.
class Arrays {
 public:
  Arrays(const Scenario& scenario, size_t blocks)
      : goal(static_cast<unsigned>(scenario.param("start", 0))),
        in_(scenario, "arrayIn", blocks),
        out_(scenario, "arrayOut", blocks) {
    const auto ages = static_cast<unsigned>(scenario.param("ages", 0));
    in_.fill([=](size_t i) { return goal - age(2 * i, ages); });
    out_.fill([=](size_t i) { return goal - age(2 * i + 1, ages); });
  }

  Flags flags() const { return {in_.get(), out_.get(), goal}; }
  // The values of all words; arrayIn comes first.
  std::vector<unsigned> words() const {
    std::vector<unsigned> all(in_.count() + out_.count());
    in_.download(all.data());
    out_.download(all.data() + in_.count());
    return all;
  }
  unsigned goal;

 private:
  DeviceBuffer<unsigned> in_, out_;
};

// Launches a kernel so that all of its blocks run at once, or none.
template <class... Parameters, class... Arguments>
void launchIn(cudaStream_t stream, const Scenario& scenario, const char* name,
              void (*kernel)(Parameters...), dim3 grid, dim3 block, Arguments... values) {
  void* arguments[] = {&values...};
  scenario.check(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), grid,
                                             block, arguments, 0, stream),
                 name);
}

// As launchIn(), in the default stream, and waits for the kernel.
template <class... Parameters, class... Arguments>
void launchAll(const Scenario& scenario, const char* name, void (*kernel)(Parameters...),
               dim3 grid, dim3 block, Arguments... values) {
  launchIn(nullptr, scenario, name, kernel, grid, block, values...);
  scenario.check_launch(name);
}

using Kernel = void(int, int, unsigned, Flags, unsigned*, unsigned*);

// Digit number `launch` of the octal number "plan", the lowest first; a leading 7 marks
// its end.  Without a plan, `otherwise`.
int planned(const Scenario& scenario, int launch, int otherwise) {
  const long long plan = scenario.param("plan", 0);
  return plan == 0 ? otherwise : int(plan >> 3 * launch & 7);
}

// Launches tell or tellAgain `launches` times on one pair of arrays, each time with one
// block more, or with as many more as are planned.  A grid of 0 blocks stands for as many
// as the device holds.
void launchMeetings(const Scenario& scenario, Kernel* kernel, int barriers_a_round,
                    size_t sets_of_slots) {
  const dim3 block = blockOf(scenario);
  dim3 grid = gridOf(scenario);
  if (grid.x == 0) grid.x = placesFor(scenario, kernel, block);
  const int rounds = scenario.param("rounds"), late = scenario.param("late");
  const int launches = scenario.param("launches", 1);

  dim3 largest = grid;
  for (int launch = 0; launch < launches; ++launch)
    largest.x = std::max(largest.x, grid.x + planned(scenario, launch, launch));
  Arrays arrays(scenario, count(largest));
  scenario.output("blocks", count(grid));
  const unsigned first = grid.x;
  for (int launch = 0; launch < launches; ++launch) {
    grid.x = first + planned(scenario, launch, launch);
    const size_t threads = count(grid) * count(block);
    const unsigned seed = scenario.param("seed") + launch;
    DeviceBuffer<unsigned> slots(scenario, "slots", sets_of_slots * threads);
    DeviceBuffer<unsigned> seen(scenario, "seen", rounds * threads);
    launchAll(scenario, "a kernel that calls gpuSync", kernel, grid, block, rounds, late,
              seed, arrays.flags(), slots.get(), seen.get());
    seen.output();
    arrays.goal += rounds * barriers_a_round;
  }
}

}  // namespace scenarios

GRIDLOCK_SCENARIO(tell) {
  scenarios::launchMeetings(scenario, scenarios::tell, 1, scenario.param("rounds"));
}

GRIDLOCK_SCENARIO(tell_again) {
  scenarios::launchMeetings(scenario, scenarios::tellAgain, 2, 1);
}

namespace scenarios {

// A stream that does not wait for any other.
class Stream {
 public:
  explicit Stream(const Scenario& scenario, const char* name = "the stream") {
    scenario.check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking),
                   "cudaStreamCreateWithFlags");
    scenario.name_stream(stream_, name);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { cudaStreamDestroy(stream_); }

  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

}  // namespace scenarios

// Two grids of tell at the same time, the second with `more` blocks more; each has its
// own arrays.
GRIDLOCK_SCENARIO(two_grids) {
  const dim3 block = scenarios::blockOf(scenario), grid = scenarios::gridOf(scenario);
  dim3 other = grid;
  other.x += scenario.param("more");
  const int rounds = scenario.param("rounds"), late = scenario.param("late");
  const unsigned seed = scenario.param("seed");
  const size_t count = rounds * scenarios::count(grid) * scenarios::count(block);
  const size_t other_count = rounds * scenarios::count(other) * scenarios::count(block);
  const scenarios::Arrays arrays(scenario, scenarios::count(grid));
  const scenarios::Arrays other_arrays(scenario, scenarios::count(other));
  const gridlock::DeviceBuffer<unsigned> slots(scenario, "slots", count);
  const gridlock::DeviceBuffer<unsigned> other_slots(scenario, "slots", other_count);
  const gridlock::DeviceBuffer<unsigned> seen(scenario, "seen", count);
  const gridlock::DeviceBuffer<unsigned> other_seen(scenario, "seen", other_count);
  scenario.check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  const scenarios::Stream left(scenario, "the first stream");
  const scenarios::Stream right(scenario, "the second stream");
  const char* const name = "a kernel that calls gpuSync";
  scenarios::launchIn(left.get(), scenario, name, scenarios::tell, grid, block, rounds,
                      late, seed, arrays.flags(), slots.get(), seen.get());
  scenarios::launchIn(right.get(), scenario, name, scenarios::tell, other, block, rounds,
                      late, seed + 1, other_arrays.flags(), other_slots.get(),
                      other_seen.get());
  scenario.check_launch(name);
  seen.output();
  other_seen.output();
}

namespace scenarios {

// Element i of the input: small, so that some occur twice; with `values` 1, any number;
// with 2, a number at one end of the range.
unsigned keyAt(unsigned i, unsigned seed, int values) {
  constexpr unsigned kHalf = 1u << 31;
  constexpr unsigned kEnds[] = {0, 1, kHalf - 1, kHalf, kHalf + 1, 0u - 2, 0u - 1};
  const unsigned any = element(i, seed);
  return values == 0 ? any % 1000 : values == 1 ? any : kEnds[any % 7];
}

}  // namespace scenarios

// Sorts `launches` arrays one after the other, with the same words.  Each array has n
// elements, or as many as planned.  With `reversed` the greatest comes first.  Arrays
// begin `offset` elements into the memory, and end as many before its end.  With `left`,
// outputs, for each changed word, how many barriers its goal is past the start.
GRIDLOCK_SCENARIO(sort) {
  constexpr unsigned kNobodys = 500;
  const int launches = scenario.param("launches", 1),
            offset = scenario.param("offset", 0);
  const dim3 grid = scenarios::gridOf(scenario), block = scenarios::blockOf(scenario);
  scenarios::Arrays arrays(scenario, scenarios::count(grid));
  for (int launch = 0; launch < launches; ++launch) {
    const int n = scenarios::planned(scenario, launch, scenario.param("n"));
    const unsigned seed = scenario.param("seed") + launch;
    std::vector<unsigned> values(n);
    for (int i = 0; i < n; ++i)
      values[i] = scenarios::keyAt(i, seed, scenario.param("values", 0));
    if (scenario.param("reversed", 0))
      std::sort(values.begin(), values.end(),
                [](unsigned a, unsigned b) { return a > b; });
    std::vector<unsigned> beside(offset, kNobodys);
    values.insert(values.begin(), beside.begin(), beside.end());
    values.insert(values.end(), beside.begin(), beside.end());
    gridlock::DeviceBuffer<unsigned> data(scenario, "data", values.size());
    data.upload(values.data());
    const bool watch = scenario.param("watch", 0) != 0;
    if (watch) scenario.watch(data.get());
    const scenarios::Flags flags = arrays.flags();
    const bool left = scenario.param("left", 0) != 0;
    const std::vector<unsigned> before = left ? arrays.words() : std::vector<unsigned>{};
    scenarios::launchAll(scenario, "sortOddEven", sortOddEven, grid, block,
                         data.get() + offset, n, flags.in, flags.out, flags.goal);
    data.download(values.data());
    scenario.output("data", values.data() + offset, n);
    int touched = 0;
    for (int i = 0; i < offset; ++i)
      touched += (values[i] != kNobodys) + (values[values.size() - 1 - i] != kNobodys);
    scenario.output("touched", touched);
    const std::vector<unsigned> after = left ? arrays.words() : std::vector<unsigned>{};
    std::vector<unsigned> goals;
    for (size_t i = 0; i < after.size(); ++i)
      if (after[i] != before[i]) goals.push_back(after[i] - flags.goal);
    scenario.output("goals", goals.data(), goals.size());
    scenario.output("words", int64_t(goals.size()));
    // Counts threads that each read or wrote 16 elements or more.
    if (watch) scenario.output_sharing(data.get(), 16 * sizeof(unsigned));
    arrays.goal += n;
  }
}

GRIDLOCK_MODULE()
