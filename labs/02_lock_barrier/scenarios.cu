// The scenarios of lab 02: each launches the student's code with the parameters it is
// given and returns what that code did.  They judge nothing.

#include "required.cuh"

#include <gridlock/delay.h>
#include <gridlock/scenario.h>

#include <list>
#include <string>
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

// Makes blocks late by up to `late` steps, each round in another order.
__device__ inline void delayBlock(int late, unsigned round) {
  const unsigned blocks = blocksOfGrid();
  gridlock::delay(late * ((blockNumber() * 5 + round * 3) % blocks) / blocks);
}

// The values that a thread read from one slot of each block, in one number; any other
// value gives another number.  The thread whose slot is read differs from block to block,
// so that the threads of a block read all slots together.
__device__ inline unsigned digest(const unsigned* slots, unsigned round) {
  const unsigned threads = threadsOfBlock();
  unsigned sum = 0;
  for (unsigned block = 0; block < blocksOfGrid(); ++block)
    sum = sum * 31 + slots[block * threads + (threadNumber() + block + round) % threads];
  return sum;
}

// ---- The barrier -------------------------------------------------------------------

// In each round every thread writes its slot, all meet, and every thread reads slots of
// all blocks.  Each round has its own slots; seen[] has the digests, laid out like them.
__global__ void tell(int rounds, int late, unsigned seed, unsigned* mutex, unsigned start,
                     unsigned* slots, unsigned* seen) {
  const unsigned blocks = blocksOfGrid(), all = blocks * threadsOfBlock();
  const unsigned me = blockNumber() * threadsOfBlock() + threadNumber();
  for (int round = 0; round < rounds; ++round) {
    delayBlock(late, round);
    slots[round * all + me] = element(round * all + me, seed);
    gpuSync(mutex, start + (round + 1) * blocks);
    seen[round * all + me] = digest(slots + round * all, round);
  }
}

// As tell(), with one set of slots for all rounds: a second barrier protects the slots
// that some thread has yet to read.
__global__ void tellAgain(int rounds, int late, unsigned seed, unsigned* mutex,
                          unsigned start, unsigned* slots, unsigned* seen) {
  const unsigned blocks = blocksOfGrid(), all = blocks * threadsOfBlock();
  const unsigned me = blockNumber() * threadsOfBlock() + threadNumber();
  for (int round = 0; round < rounds; ++round) {
    delayBlock(late, round);
    slots[me] = element(round * all + me, seed);
    gpuSync(mutex, start + (2 * round + 1) * blocks);
    seen[round * all + me] = digest(slots, round);
    gpuSync(mutex, start + (2 * round + 2) * blocks);
  }
}

// A stream that waits for no other stream.  All earlier work is done when it begins.
class Stream {
 public:
  explicit Stream(const Scenario& scenario, const char* name = "the stream") {
    scenario.check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
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
int placesFor(const Scenario& scenario, Kernel* kernel, dim3 block) {
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

// The counter of arrivals, set once to the check's starting value.
class Mutex {
 public:
  explicit Mutex(const Scenario& scenario)
      : start(static_cast<unsigned>(scenario.param("start", 0))),
        word(scenario, "mutex", 1) {
    word.upload(&start);
  }
  unsigned start;
  DeviceBuffer<unsigned> word;
};

// Each block meets and checks whether two others have arrived: the one at the other end
// of the grid, and the one half a grid away.  met[] counts how often both had.  To check
// more blocks would take too long in grids of a thousand blocks.
__global__ void meetOnly(int rounds, unsigned* mutex, unsigned start, unsigned* slots,
                         unsigned* met) {
  const unsigned blocks = blocksOfGrid(), me = blockNumber();
  const bool speaks = threadNumber() == 0;
  unsigned both = 0;
  for (int round = 0; round < rounds; ++round) {
    unsigned* const came = slots + round * blocks;
    if (speaks) came[me] = round + 1;
    gpuSync(mutex, start + (round + 1) * blocks);
    if (speaks)
      both += came[blocks - 1 - me] == round + 1u &&
              came[(me + blocks / 2) % blocks] == round + 1u;
  }
  if (speaks) met[me] = both;
}

using Kernel = void (*)(int, int, unsigned, unsigned*, unsigned, unsigned*, unsigned*);

// Launches tell or tellAgain `launches` times on one mutex, each time with one block
// more, and cooperatively, so that a grid that does not fit is refused.
void launchMeetings(const Scenario& scenario, Kernel kernel, size_t barriers_a_round,
                    size_t sets_of_slots) {
  const dim3 block = blockOf(scenario);
  int rounds = scenario.param("rounds"), late = scenario.param("late");
  const int launches = scenario.param("launches", 1);

  Mutex mutex(scenario);
  unsigned start = mutex.start;
  for (int launch = 0; launch < launches; ++launch) {
    dim3 grid = gridOf(scenario);
    grid.x += launch;
    const size_t threads = count(grid) * count(block);
    unsigned seed = scenario.param("seed") + launch;
    DeviceBuffer<unsigned> slots(scenario, "slots", sets_of_slots * threads);
    DeviceBuffer<unsigned> seen(scenario, "seen", rounds * threads);
    unsigned *word = mutex.word.get(), *to = slots.get(), *into = seen.get();
    void* arguments[] = {&rounds, &late, &seed, &word, &start, &to, &into};
    scenario.check(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel),
                                               grid, block, arguments, 0, nullptr),
                   "the launch of a kernel that calls gpuSync");
    scenario.check_launch("a kernel that calls gpuSync");
    seen.output();
    start += static_cast<unsigned>(count(grid) * rounds * barriers_a_round);
  }
}

}  // namespace scenarios

// Runs as many blocks as the device holds, or as the check asks for.
GRIDLOCK_SCENARIO(meet_only) {
  const dim3 block = scenarios::blockOf(scenario);
  dim3 grid = scenarios::gridOf(scenario);
  if (grid.x == 0) grid.x = scenarios::placesFor(scenario, scenarios::meetOnly, block);
  int rounds = scenario.param("rounds");
  scenarios::Mutex mutex(scenario);
  const size_t blocks = scenarios::count(grid);
  gridlock::DeviceBuffer<unsigned> slots(scenario, "slots", rounds * blocks);
  gridlock::DeviceBuffer<unsigned> met(scenario, "met", blocks);
  unsigned *word = mutex.word.get(), *came = slots.get(), *into = met.get();
  void* arguments[] = {&rounds, &word, &mutex.start, &came, &into};
  scenario.check(
      cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(scenarios::meetOnly),
                                  grid, block, arguments, 0, nullptr),
      "the launch of a kernel that calls gpuSync");
  scenario.check_launch("a kernel that calls gpuSync");
  met.output();
}

GRIDLOCK_SCENARIO(tell) {
  scenarios::launchMeetings(scenario, scenarios::tell, 1, scenario.param("rounds"));
}

GRIDLOCK_SCENARIO(tell_again) {
  scenarios::launchMeetings(scenario, scenarios::tellAgain, 2, 1);
}

// ---- The kernel --------------------------------------------------------------------

namespace scenarios {

// The arrays that phases() uses: a is initialized, b is not.  With "offset", each begins
// that many elements after the start of its memory and ends as many before the end.
class Work {
 public:
  Work(const Scenario& scenario, int n, int rounds, unsigned seed)
      : n(n),
        rounds(rounds),
        offset_(static_cast<int>(scenario.param("offset", 0))),
        first_(scenario, "a", n + 2 * offset_),
        second_(scenario, "b", n + 2 * offset_) {
    const int offset = offset_;
    first_.fill([=](size_t i) {
      const int at = static_cast<int>(i) - offset;
      return at < 0 || at >= n ? kNobodys : element(at, seed);
    });
  }

  unsigned* a() const { return first_.get() + offset_; }
  unsigned* b() const { return second_.get() + offset_; }

  // Outputs both arrays, and how many of the elements around them have changed.
  void output(const Scenario& scenario) const {
    for (const auto* buffer : {&first_, &second_}) {
      std::vector<unsigned> all(buffer->count());
      buffer->download(all.data());
      scenario.output(buffer == &first_ ? "a" : "b", all.data() + offset_, n);
      int touched = 0;
      for (int i = 0; i < offset_; ++i)
        touched += (all[i] != kNobodys) + (all[all.size() - 1 - i] != kNobodys);
      scenario.output("touched", touched);
    }
  }

  int n, rounds;

 private:
  static constexpr unsigned kNobodys = 0xa5a5a5a5u;  // The value in fresh buffers.
  int offset_;
  DeviceBuffer<unsigned> first_, second_;
};

}  // namespace scenarios

// The kernel alone, launched cooperatively.
GRIDLOCK_SCENARIO(phases) {
  const scenarios::Work work(scenario, scenario.param("n"), scenario.param("rounds"),
                             scenario.param("seed"));
  scenarios::Mutex mutex(scenario);
  unsigned *a = work.a(), *b = work.b(), *word = mutex.word.get();
  int n = work.n, rounds = work.rounds;
  const bool watch = scenario.param("watch", 0) != 0;
  if (watch) scenario.watch(b);
  void* arguments[] = {&a, &b, &n, &rounds, &word, &mutex.start};
  scenario.check(cudaLaunchCooperativeKernel(
                     reinterpret_cast<const void*>(phases), scenarios::gridOf(scenario),
                     scenarios::blockOf(scenario), arguments, 0, nullptr),
                 "the launch of phases");
  scenario.check_launch("phases");
  work.output(scenario);
  // Counts threads that each wrote or read 16 elements or more.
  if (watch) scenario.output_sharing(b, 16 * sizeof(unsigned));
}

namespace scenarios {

// Sets element i to i.
__global__ void number(unsigned* a, unsigned n) {
  const unsigned stride = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) a[i] = i;
}

__global__ void addUp(const unsigned* a, unsigned n, unsigned* sum) {
  const unsigned stride = gridDim.x * blockDim.x;
  unsigned mine = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    mine += a[i];
  atomicAdd(sum, mine);
}

}  // namespace scenarios

// The kernel on `n` elements, or on as many as fit; element i is i at first.  The grid
// fills the device.  Outputs the sum of the results, and some of them.
GRIDLOCK_SCENARIO(phases_large) {
  constexpr int kSamples = 64;
  size_t free_bytes = 0, total_bytes = 0;
  scenario.check(cudaMemGetInfo(&free_bytes, &total_bytes), "cudaMemGetInfo");
  const auto room = static_cast<int64_t>(free_bytes / 4 / sizeof(unsigned));
  const int64_t asked = scenario.param("n");
  int n = static_cast<int>(asked < room ? asked : room);
  int rounds = scenario.param("rounds");
  gridlock::DeviceBuffer<unsigned> first(scenario, "a", n), second(scenario, "b", n);
  gridlock::DeviceBuffer<unsigned> sum(scenario, "sum", 1);
  sum.fill([](size_t) { return 0u; });
  scenarios::Mutex mutex(scenario);
  const dim3 block = scenarios::blockOf(scenario);
  scenarios::number<<<1024, 256>>>(first.get(), n);
  unsigned *a = first.get(), *b = second.get(), *word = mutex.word.get();
  void* arguments[] = {&a, &b, &n, &rounds, &word, &mutex.start};
  scenario.check(
      cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(phases),
                                  dim3(scenarios::placesFor(scenario, phases, block)),
                                  block, arguments, 0, nullptr),
      "the launch of phases");
  scenario.check_launch("phases");
  const unsigned* const last = rounds % 2 == 0 ? a : b;
  scenarios::addUp<<<1024, 256>>>(last, n, sum.get());
  scenario.check_launch("addUp");
  scenario.output("n", n);
  sum.output();
  for (int k = 0; k < kSamples; ++k) {
    const unsigned at = k == 0 ? n - 1 : scenarios::element(k, 1) % n;
    unsigned value = 0;
    scenario.check(cudaMemcpy(&value, last + at, sizeof value, cudaMemcpyDeviceToHost),
                   "cudaMemcpy");
    scenario.output("at", at);
    scenario.output("value", value);
  }
}

// ---- The launch --------------------------------------------------------------------

namespace scenarios {

// Whether a refused launch has moved its start; if so, outputs the start before and after
// as "moved".  These explain more than the hang of the next launch.
bool startMoved(const Scenario& scenario, cudaError_t error, unsigned before,
                unsigned start) {
  if (error == cudaSuccess || start == before) return false;
  scenario.output("moved", before);
  scenario.output("moved", start);
  return true;
}

cudaError_t launch(const Work& work, dim3 grid, dim3 block, unsigned* mutex,
                   unsigned* start, cudaStream_t stream) {
  return launchPhases(grid, block, work.a(), work.b(), work.n, work.rounds, mutex, start,
                      stream);
}

}  // namespace scenarios

namespace scenarios {

// Makes a call fail, and does not fetch its error; `kind` picks the error.
void leaveAnError(int64_t kind) {
  void* memory = nullptr;
  if (kind == 1) cudaMalloc(&memory, ~size_t(0) / 2);
  if (kind == 2) cudaSetDevice(-1);
  if (kind == 3) meetOnly<<<1, 1025>>>(0, nullptr, 0, nullptr, nullptr);
}

}  // namespace scenarios

// The answers of the student's function, shape by shape ("x0", "y0", "z0", "x1", ...),
// the numbers that they depend on, and the current device after each call.
GRIDLOCK_SCENARIO(resident) {
  const int devices = scenario.param("device", 0) + 1;
  for (int i = 0; i < scenario.param("shapes"); ++i) {
    // The last device comes first, then the next one each time.
    const int device = (devices - 1 + i) % devices;
    scenario.check(cudaSetDevice(device), "cudaSetDevice");
    const std::string which = std::to_string(i);
    const dim3 block(scenario.param(("x" + which).c_str()),
                     scenario.param(("y" + which).c_str()),
                     scenario.param(("z" + which).c_str()));
    int blocks = -1;
    scenarios::leaveAnError(scenario.param(("left" + which).c_str(), 0));
    scenario.output("error", residentBlocks(block, &blocks));
    cudaGetLastError();  // Clears the error of a refusal.
    scenario.output("blocks", blocks);
    int current = -1;
    scenario.check(cudaGetDevice(&current), "cudaGetDevice");
    scenario.output("current", current);
    scenario.output("places", scenarios::placesFor(scenario, phases, block));
    int multiprocessors = 0;
    scenario.check(
        cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device),
        "cudaDeviceGetAttribute");
    scenario.output("multiprocessors", multiprocessors);
  }
}

// Launches a grid of as many blocks as fit and `extra` more, along this axis.  If it is
// refused, launches a grid that fits, and gives it the same mutex.
GRIDLOCK_SCENARIO(full_device) {
  const dim3 block = scenarios::blockOf(scenario);
  const unsigned places = scenarios::placesFor(scenario, phases, block);
  const scenarios::Work work(scenario, scenario.param("n"), scenario.param("rounds"),
                             scenario.param("seed"));
  scenarios::Mutex mutex(scenario);
  unsigned start = mutex.start;
  const int64_t axis = scenario.param("axis", 0);
  scenario.output("moved", static_cast<const unsigned*>(nullptr), 0);
  for (const unsigned blocks : {places + unsigned(scenario.param("extra")), places}) {
    const dim3 grid(axis == 0 ? blocks : 1, axis == 1 ? blocks : 1,
                    axis == 2 ? blocks : 1);
    const unsigned before = start;
    const cudaError_t error =
        scenarios::launch(work, grid, block, mutex.word.get(), &start, nullptr);
    scenario.output("error", error);
    if (error == cudaSuccess) break;
    cudaGetLastError();  // Clears the error of a refusal.
    if (scenarios::startMoved(scenario, error, before, start)) break;
  }
  scenario.check_launch("phases, launched by launchPhases");
  work.output(scenario);
}

namespace scenarios {

// With the parameter "look": waits for the launch, outputs the counter's value and
// `start`, and returns whether they agree.  If they do not, later launches would only
// show the same mistake in other ways.
bool startIsRight(const Scenario& scenario, const Mutex& mutex, unsigned start) {
  if (scenario.param("look", 0) == 0) return true;
  scenario.check(cudaDeviceSynchronize(), "phases, launched by launchPhases");
  unsigned held = 0;
  mutex.word.download(&held);
  scenario.output("held", held);
  scenario.output("start", start);
  return held == start;
}

}  // namespace scenarios

// `launches` launches one after another, with `growth` more blocks each time.  Without
// "look", nothing waits or touches the mutex in between.  Each continues from the result
// that the one before left in a.
GRIDLOCK_SCENARIO(in_a_row) {
  const scenarios::Work work(scenario, scenario.param("n"), scenario.param("rounds"),
                             scenario.param("seed"));
  scenarios::Mutex mutex(scenario);
  const scenarios::Stream stream(scenario);
  unsigned start = mutex.start;
  const int launches = scenario.param("launches");
  const unsigned growth = scenario.param("growth", 1);
  for (int launch = 0; launch < launches; ++launch) {
    dim3 grid = scenarios::gridOf(scenario);
    grid.x += launch * growth;
    scenario.check(scenarios::launch(work, grid, scenarios::blockOf(scenario),
                                     mutex.word.get(), &start, stream.get()),
                   "launchPhases");
    if (!scenarios::startIsRight(scenario, mutex, start)) return;
  }
  scenario.check_launch("phases, launched by launchPhases");
  work.output(scenario);
}

namespace scenarios {

// "n3", "rounds3", ... of one launch of several.
int64_t ofLaunch(const Scenario& scenario, const char* name, int launch) {
  return scenario.param((name + std::to_string(launch)).c_str());
}

// The parameters of one launch of a plan.
struct Planned {
  Planned(const Scenario& scenario, int i)
      : work(scenario, ofLaunch(scenario, "n", i), ofLaunch(scenario, "rounds", i),
             scenario.param("seed") + i),
        grid(ofLaunch(scenario, "grid_x", i), ofLaunch(scenario, "grid_y", i),
             ofLaunch(scenario, "grid_z", i)),
        block(ofLaunch(scenario, "block_x", i), ofLaunch(scenario, "block_y", i),
              ofLaunch(scenario, "block_z", i)),
        mutex(ofLaunch(scenario, "mutex", i)),
        left(ofLaunch(scenario, "left", i)) {}

  Work work;
  dim3 grid, block;
  int mutex;
  int64_t left;  // The error left before the launch.
};

}  // namespace scenarios

// Launches of any kind, one after another on two mutexes, each with its own elements;
// nothing waits or touches a mutex in between.  Some are refused, and some come after an
// unrelated error.
GRIDLOCK_SCENARIO(planned) {
  const int device = scenario.param("device", 0);
  scenario.check(cudaSetDevice(device), "cudaSetDevice");
  const int launches = scenario.param("launches");
  scenarios::Mutex mutexes[] = {scenarios::Mutex(scenario), scenarios::Mutex(scenario)};
  unsigned start[] = {mutexes[0].start, mutexes[1].start};
  std::list<scenarios::Planned> plan;
  for (int i = 0; i < launches; ++i) plan.emplace_back(scenario, i);
  for (const char* name : {"a", "b", "error", "current", "moved"})
    scenario.output(name, static_cast<const unsigned*>(nullptr), 0);
  const bool clear = scenario.param("clear", 1) != 0;
  {
    const scenarios::Stream stream(scenario);
    for (const auto& one : plan) {
      scenarios::leaveAnError(one.left);
      const unsigned before = start[one.mutex];
      const cudaError_t error =
          scenarios::launch(one.work, one.grid, one.block, mutexes[one.mutex].word.get(),
                            &start[one.mutex], stream.get());
      scenario.output("error", error);
      // With `clear`, the error of a refused launch does not stay for the next launch.
      if (clear && error != cudaSuccess) cudaGetLastError();
      int current = -1;
      scenario.check(cudaGetDevice(&current), "cudaGetDevice");
      scenario.output("current", current);
      if (scenarios::startMoved(scenario, error, before, start[one.mutex])) break;
    }
    cudaGetLastError();
    scenario.check_launch("phases, launched by launchPhases");
  }
  for (const auto& one : plan) one.work.output(scenario);
}

namespace scenarios {

__global__ void takeTime(int late) { gridlock::delay(late); }

__global__ void fillOnDevice(unsigned* a, int n, unsigned seed) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] = element(i, seed);
}

}  // namespace scenarios

// Outputs whether the stream is still busy with other, long work when launchPhases
// returns.
GRIDLOCK_SCENARIO(comes_back) {
  const scenarios::Work work(scenario, scenario.param("n"), scenario.param("rounds"),
                             scenario.param("seed"));
  scenarios::Mutex mutex(scenario);
  const scenarios::Stream stream(scenario);
  scenarios::takeTime<<<1, 1, 0, stream.get()>>>(scenario.param("late"));
  unsigned start = mutex.start;
  scenario.check(
      scenarios::launch(work, scenarios::gridOf(scenario), scenarios::blockOf(scenario),
                        mutex.word.get(), &start, stream.get()),
      "launchPhases");
  scenario.output("ready", cudaStreamQuery(stream.get()) == cudaSuccess);
  scenario.check_launch("phases, launched by launchPhases");
  work.output(scenario);
}

// Two launches at the same time, each with its own stream and mutex, and each fills the
// device.  Their input is written in their streams just before, and their results are
// copied in their streams just after.
GRIDLOCK_SCENARIO(two_streams) {
  const dim3 block = scenarios::blockOf(scenario);
  const dim3 grid(scenarios::placesFor(scenario, phases, block));
  const int n = scenario.param("n"), rounds = scenario.param("rounds");
  const unsigned seed = scenario.param("seed");
  const scenarios::Work first(scenario, n, rounds, seed + 2);
  const scenarios::Work second(scenario, n, rounds, seed + 3);
  const gridlock::DeviceBuffer<unsigned> kept(scenario, "kept", n);
  const gridlock::DeviceBuffer<unsigned> other_kept(scenario, "kept", n);
  scenarios::Mutex one(scenario), other(scenario);
  const scenarios::Stream left(scenario, "the first stream");
  const scenarios::Stream right(scenario, "the second stream");
  scenarios::fillOnDevice<<<1, 32, 0, left.get()>>>(first.a(), n, seed);
  scenarios::fillOnDevice<<<1, 32, 0, right.get()>>>(second.a(), n, seed + 1);
  unsigned start = one.start, other_start = other.start;
  scenario.check(
      scenarios::launch(first, grid, block, one.word.get(), &start, left.get()),
      "launchPhases");
  scenario.check(
      scenarios::launch(second, grid, block, other.word.get(), &other_start, right.get()),
      "launchPhases");
  const auto keep = [&](unsigned* to, const scenarios::Work& from, cudaStream_t stream) {
    scenario.check(
        cudaMemcpyAsync(to, from.b(), n * sizeof *to, cudaMemcpyDeviceToDevice, stream),
        "cudaMemcpyAsync");
  };
  keep(kept.get(), first, left.get());
  keep(other_kept.get(), second, right.get());
  scenario.check_launch("phases, launched by launchPhases in two streams");
  kept.output();
  other_kept.output();
  first.output(scenario);
  second.output(scenario);
}

GRIDLOCK_MODULE()
