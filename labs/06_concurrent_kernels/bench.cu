// The experiment of lab 06: kernels in streams of their own, 1, 2, 4, ... of them.  How
// many are at work at once, and is the work done sooner for it?  Every block does the
// same arithmetic, so that kernels of few blocks and of many can be compared.  The
// kernels have one block per multiprocessor, unless the name of a peer says
// otherwise.
//
// baseline: one_stream
// unit: ns per block
// point: kernels, each in a stream of its own
// numbers: most, most_whole, mean_thousandths, room
// timeline: kernel, as they came; all of its blocks, some of them
// timeline point: 32

#include "concurrent_kernels.cu"

#include <gridlock/device_clock.h>
#include <gridlock/experiment.h>

#include <algorithm>
#include <vector>

namespace experiment {

#ifdef GRIDLOCK_SIM  // Large sizes take long and show nothing.
constexpr int kThreads = 2, kCycles = 2, kMostKernels = 4;
#else
constexpr int kThreads = 128, kCycles = 40'000, kMostKernels = 128;
#endif

// How many grids a device of compute capability 7.5 and later keeps at once (CUDA C++
// Programming Guide, table of technical specifications).
constexpr int kMostGrids = 128;

// ---- What is launched --------------------------------------------------------------

// When the blocks of a kernel began and ended, in nanoseconds of the device's clock.
struct Visit {
  unsigned long long first_in, last_in;    // Before the calls of enterKernel().
  unsigned long long entered;              // After the call, in the first block.
  unsigned long long first_out, last_out;  // Before the calls of leaveKernel().
  unsigned long long gone;                 // After the call, in the last block.
};

// The data for a kernel: one KernelConcurrencyData serves kMaxStreams kernels.
__device__ inline KernelConcurrencyData* dataOf(KernelConcurrencyData* data, int kernel) {
  return data + kernel / kMaxStreams;
}

// Kernel `kernel`; if `data` is null, it does not check in.
__global__ void visitDevice(KernelConcurrencyData* data, int* blocks_out, int kernel,
                            unsigned* values, Visit* visits) {
  const bool speaks = threadIdx.x == 0;
  const int group = kernel / kMaxStreams, kid = kernel % kMaxStreams;
  Visit& visit = visits[kernel];

  const unsigned long long in = gridlock::globalNanoseconds();
  if (data) enterKernel(dataOf(data, kernel), kid);
  const unsigned long long entered = gridlock::globalNanoseconds();

  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  values[i] = workOn(values[i], kCycles);

  const unsigned long long out = gridlock::globalNanoseconds();
  if (data) leaveKernel(dataOf(data, kernel), blocks_out + group * kMaxStreams, kid);
  if (!speaks) return;
  atomicMin(&visit.first_in, in);
  atomicMax(&visit.last_in, in);
  atomicMin(&visit.entered, entered);
  atomicMin(&visit.first_out, out);
  atomicMax(&visit.last_out, out);
  atomicMax(&visit.gone, gridlock::globalNanoseconds());
}

// The number of different values before the work: 0, 1, ..., again and again.
constexpr unsigned kDifferent = 64;

__global__ void fill(unsigned* values, size_t n) {
  const size_t stride = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride)
    values[i] = unsigned(i % kDifferent);
}

__global__ void compare(const unsigned* values, size_t n, unsigned* wrong) {
  __shared__ unsigned expected[kDifferent];
  for (unsigned i = threadIdx.x; i < kDifferent; i += blockDim.x)
    expected[i] = workOn(i, kCycles);
  __syncthreads();
  const size_t stride = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride)
    if (values[i] != expected[i % kDifferent]) atomicAdd(wrong, 1u);
}

// Holds up a stream until the host opens the gate.
__global__ void holdUp(const volatile int* open) {
  while (*open == 0) {
  }
}

// ---- A measurement, and what it needs ----------------------------------------------

// Holds up streams until the host has issued all their work.  So if kernels follow each
// other, the host's launches are not the reason.
class Gate {
 public:
  explicit Gate(const gridlock::Scenario& scenario) : scenario_(scenario) {
    scenario_.check(cudaHostAlloc(reinterpret_cast<void**>(&open_), sizeof *open_,
                                  cudaHostAllocMapped),
                    "cudaHostAlloc");
    scenario_.name_memory(open_, sizeof *open_, sizeof *open_, "open");
    *open_ = 0;
    int* seen = nullptr;
    scenario_.check(cudaHostGetDevicePointer(reinterpret_cast<void**>(&seen), open_, 0),
                    "cudaHostGetDevicePointer");
    scenario_.check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking),
                    "cudaStreamCreateWithFlags");
    scenario_.check(cudaEventCreateWithFlags(&opened_, cudaEventDisableTiming),
                    "cudaEventCreateWithFlags");
    holdUp<<<1, 1, 0, stream_>>>(seen);
    scenario_.check(cudaEventRecord(opened_, stream_), "cudaEventRecord");
  }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;
  ~Gate() {
    open();  // Also opens it if the scenario ends early: a kernel polls it.
    cudaDeviceSynchronize();
    cudaEventDestroy(opened_);
    cudaStreamDestroy(stream_);
    cudaFreeHost(open_);
  }

  void holdUpStream(cudaStream_t stream) const {
    scenario_.check(cudaStreamWaitEvent(stream, opened_, 0), "cudaStreamWaitEvent");
  }
  void open() { *static_cast<volatile int*>(open_) = 1; }

 private:
  const gridlock::Scenario& scenario_;
  int* open_ = nullptr;
  cudaStream_t stream_ = nullptr;
  cudaEvent_t opened_ = nullptr;
};

// `count` streams that do not wait for the default stream.
class Streams {
 public:
  Streams(const gridlock::Scenario& scenario, int count) : streams_(count) {
    for (cudaStream_t& stream : streams_)
      scenario.check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking),
                     "cudaStreamCreateWithFlags");
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;
  ~Streams() {
    for (const cudaStream_t stream : streams_) cudaStreamDestroy(stream);
  }
  int count() const { return int(streams_.size()); }
  cudaStream_t operator[](int number) const { return streams_[number % streams_.size()]; }

 private:
  std::vector<cudaStream_t> streams_;
};

// The maximum number of half-open intervals that contain the same moment.
int mostAtOnce(const std::vector<std::pair<int64_t, int64_t>>& intervals) {
  std::vector<std::pair<int64_t, int>> steps;
  for (const auto& [begin, end] : intervals) {
    if (begin >= end) continue;
    steps.emplace_back(begin, 1);
    steps.emplace_back(end, -1);
  }
  std::sort(steps.begin(), steps.end());  // Ends precede beginnings of the same time.
  int now = 0, most = 0;
  for (const auto& step : steps) most = std::max(most, now += step.second);
  return most;
}

// The kernels of a measurement.
class Kernels {
 public:
  // With `tell`, the kernels check in and out by the lab's functions.
  Kernels(const gridlock::Scenario& scenario, int count, int blocks, bool tell)
      : scenario_(scenario),
        count_(count),
        blocks_(blocks),
        tell_(tell),
        values_(scenario, "values", size_t(count) * blocks * kThreads),
        visits_(scenario, "visits", count),
        data_(scenario, "data", (count - 1) / kMaxStreams + 1),
        blocks_out_(scenario, "blocks_out", data_.count() * kMaxStreams),
        wrong_(scenario, "wrong", 1) {
    fill<<<256, kThreads>>>(values_, values_.count());
    visits_.fill([](size_t) { return Visit{~0ull, 0, ~0ull, ~0ull, 0, 0}; });
    data_.fill([](size_t) { return KernelConcurrencyData(); });
    blocks_out_.fill([](size_t) { return 0; });
    wrong_.fill([](size_t) { return 0u; });
    scenario_.check_launch("a kernel that fills the values");
  }

  int count() const { return count_; }

  void launch(int kernel, cudaStream_t stream) const {
    visitDevice<<<blocks_, kThreads, 0, stream>>>(
        tell_ ? data_.get() : nullptr, blocks_out_, kernel,
        values_.get() + size_t(kernel) * blocks_ * kThreads, visits_);
  }

  // Waits for the kernels, and downloads their times.
  void end() {
    scenario_.check_launch("kernels in streams");
    visit_.resize(count_);
    visits_.download(visit_.data());
  }

  // Outputs one sample, its numbers, and the number of errors.  `at_once`: how many
  // kernels may be active at once.
  void output(int at_once) {
    std::vector<std::pair<int64_t, int64_t>> some, whole;
    int64_t begin = INT64_MAX, end = 0, sum = 0;
    for (const Visit& visit : visit_) {
      some.emplace_back(visit.first_in, visit.gone);
      whole.emplace_back(visit.last_in, visit.first_out);
      begin = std::min(begin, some.back().first);
      end = std::max(end, some.back().second);
      sum += some.back().second - some.back().first;
    }
    const int most = mostAtOnce(some);
    scenario_.output("picoseconds", (end - begin) * 1000 / (int64_t(count_) * blocks_));
    scenario_.output("numbers", most);
    scenario_.output("numbers", mostAtOnce(whole));
    scenario_.output("numbers", sum * 1000 / std::max<int64_t>(1, end - begin));
    scenario_.output("numbers", std::min({at_once, room(), kMostGrids}));
    gridlock::Stopwatch(scenario_).milliseconds([] {});  // This measures the clock.
    scenario_.output("wrong", wrongValues() + (most > at_once) + (tell_ ? lies() : 0));
  }

  // The spans of the timeline, a lane for each kernel.
  void outputSpans() const {
    std::vector<Visit> lane = visit_;
    std::sort(lane.begin(), lane.end(), [](const Visit& one, const Visit& other) {
      return one.first_in < other.first_in;
    });
    for (int i = 0; i < count_; ++i) {
      const bool whole = lane[i].last_in < lane[i].first_out;
      if (!whole) {
        outputSpan(i, lane[i].first_in, lane[i].gone, 1);
        continue;
      }
      outputSpan(i, lane[i].first_in, lane[i].last_in, 1);
      outputSpan(i, lane[i].last_in, lane[i].first_out, 0);
      outputSpan(i, lane[i].first_out, lane[i].gone, 1);
    }
  }

 private:
  // Number of such kernels that fit on the device with all of their blocks.
  int room() const {
    int each = 0;
    scenario_.check(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, visitDevice, kThreads, 0),
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    return each * gridlock::multiprocessors(scenario_) / blocks_;
  }

  int wrongValues() const {
    compare<<<256, kThreads>>>(values_, values_.count(), wrong_);
    scenario_.check_launch("a kernel that compares");
    unsigned wrong = 0;
    wrong_.download(&wrong);
    return int(wrong);
  }

  // The number of pairs of kernels for which masks and clock disagree: the masks show
  // that they met, though one was gone before the other came; or that they did not meet,
  // though both had entered before either left.
  int lies() const {
#ifdef GRIDLOCK_SIM
    const int64_t margin = 0;
#else
    // The clock of some devices advances once per microsecond.
    const int64_t margin = 2000;
#endif
    std::vector<KernelConcurrencyData> data(data_.count());
    data_.download(data.data());
    int found = 0;
    for (int one = 0; one < count_; ++one)
      for (int other = one - one % kMaxStreams; other <= one; ++other) {
        const Visit &a = visit_[one], &b = visit_[other];
        const int* masks = data[one / kMaxStreams].masks;
        const int i = one % kMaxStreams, j = other % kMaxStreams;
        const bool told = ((masks[i] >> j) | (masks[j] >> i)) & 1;
        const auto overlap = [margin](uint64_t begin, uint64_t end) {
          return int64_t(end - begin) > margin;
        };
        const bool met =
            overlap(std::max(a.entered, b.entered), std::min(a.last_out, b.last_out));
        const bool apart =
            overlap(std::min(a.gone, b.gone), std::max(a.first_in, b.first_in));
        found += (met && !told) || (apart && told);
      }
    return found;
  }

  void outputSpan(int lane, uint64_t begin, uint64_t end, int phase) const {
    scenario_.output("lane", lane);
    scenario_.output("begin", int64_t(begin));
    scenario_.output("end", int64_t(end));
    scenario_.output("phase", phase);
  }

  const gridlock::Scenario& scenario_;
  int count_, blocks_;
  bool tell_;
  gridlock::DeviceBuffer<unsigned> values_;
  gridlock::DeviceBuffer<Visit> visits_;
  gridlock::DeviceBuffer<KernelConcurrencyData> data_;
  gridlock::DeviceBuffer<int> blocks_out_;
  gridlock::DeviceBuffer<unsigned> wrong_;
  std::vector<Visit> visit_;
};

// ---- Ways to launch ----------------------------------------------------------------

// Launches all kernels, over `count` streams, and lets them begin when all are issued.
void inStreams(const gridlock::Scenario& scenario, Kernels& kernels, int count) {
  const Streams streams(scenario, count);
  Gate gate(scenario);
  for (int i = 0; i < streams.count(); ++i) gate.holdUpStream(streams[i]);
  for (int kernel = 0; kernel < kernels.count(); ++kernel)
    kernels.launch(kernel, streams[kernel]);
  gate.open();
  kernels.end();
}

#ifndef GRIDLOCK_SIM  // The simulator has no graphs.

// Launches all kernels as one CUDA graph, between a first node and a last one.
void inGraph(const gridlock::Scenario& scenario, Kernels& kernels) {
  const Streams streams(scenario, kernels.count());
  cudaEvent_t fork = nullptr, join = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t ready = nullptr;
  for (cudaEvent_t* event : {&fork, &join})
    scenario.check(cudaEventCreateWithFlags(event, cudaEventDisableTiming),
                   "cudaEventCreateWithFlags");
  scenario.check(cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal),
                 "cudaStreamBeginCapture");
  scenario.check(cudaEventRecord(fork, streams[0]), "cudaEventRecord");
  for (int i = 1; i < streams.count(); ++i)
    scenario.check(cudaStreamWaitEvent(streams[i], fork, 0), "cudaStreamWaitEvent");
  for (int kernel = 0; kernel < kernels.count(); ++kernel)
    kernels.launch(kernel, streams[kernel]);
  for (int i = 1; i < streams.count(); ++i) {
    scenario.check(cudaEventRecord(join, streams[i]), "cudaEventRecord");
    scenario.check(cudaStreamWaitEvent(streams[0], join, 0), "cudaStreamWaitEvent");
  }
  scenario.check(cudaStreamEndCapture(streams[0], &graph), "cudaStreamEndCapture");
  scenario.check(cudaGraphInstantiate(&ready, graph, 0), "cudaGraphInstantiate");
  scenario.check(cudaGraphUpload(ready, streams[0]), "cudaGraphUpload");
  scenario.check_launch("cudaGraphUpload");
  {
    Gate gate(scenario);
    gate.holdUpStream(streams[0]);
    scenario.check(cudaGraphLaunch(ready, streams[0]), "cudaGraphLaunch");
    gate.open();
    kernels.end();
  }
  cudaGraphExecDestroy(ready);
  cudaGraphDestroy(graph);
  cudaEventDestroy(fork);
  cudaEventDestroy(join);
}

#endif

// The number of kernels: the point, as the comment at the top of this file calls it.
int kernelsAt(const gridlock::Scenario& scenario) {
#ifdef GRIDLOCK_SIM  // The timeline's point is meant for a GPU.
  return std::min(int(scenario.param("point")), kMostKernels);
#else
  return int(scenario.param("point"));
#endif
}

// The number of blocks of a kernel with `count` eighths of a block per multiprocessor.
int eighths(const gridlock::Scenario& scenario, int count) {
  return std::max(1, gridlock::multiprocessors(scenario) * count / 8);
}

constexpr int kOneEach = 8;  // In eighths of a block.

void measureStreams(const gridlock::Scenario& scenario, int blocks, bool tell) {
  Kernels kernels(scenario, kernelsAt(scenario), blocks, tell);
  inStreams(scenario, kernels, kernels.count());
  kernels.output(kernels.count());
}

void drawStreams(const gridlock::Scenario& scenario, int streams, int blocks, bool tell) {
  Kernels kernels(scenario, kernelsAt(scenario), blocks, tell);
  inStreams(scenario, kernels, streams);
  kernels.outputSpans();
}

}  // namespace experiment

GRIDLOCK_SCENARIO(points) {
  for (int kernels = 1; kernels <= experiment::kMostKernels; kernels *= 2)
    scenario.output("point", kernels);
}

GRIDLOCK_SCENARIO(measure) {
  using namespace experiment;
  measureStreams(scenario, eighths(scenario, kOneEach), true);
}

// All kernels in one stream, one after the other.
GRIDLOCK_SCENARIO(peer_one_stream) {
  using namespace experiment;
  Kernels kernels(scenario, kernelsAt(scenario), eighths(scenario, kOneEach), false);
  inStreams(scenario, kernels, 1);
  kernels.output(1);
}

// All blocks as one kernel: nothing could fill the device better.
GRIDLOCK_SCENARIO(peer_one_kernel) {
  using namespace experiment;
  const int blocks = eighths(scenario, kOneEach) * kernelsAt(scenario);
  Kernels kernels(scenario, 1, blocks, false);
  inStreams(scenario, kernels, 1);
  kernels.output(1);
}

// Kernels with a block on every eighth multiprocessor, and with 4 and 16 on each.
GRIDLOCK_SCENARIO(peer_on_every_8th) {
  experiment::measureStreams(scenario, experiment::eighths(scenario, 1), false);
}
GRIDLOCK_SCENARIO(peer_4_on_each) {
  experiment::measureStreams(scenario, experiment::eighths(scenario, 32), false);
}
GRIDLOCK_SCENARIO(peer_16_on_each) {
  experiment::measureStreams(scenario, experiment::eighths(scenario, 128), false);
}

GRIDLOCK_SCENARIO(timeline) {
  using namespace experiment;
  drawStreams(scenario, kernelsAt(scenario), eighths(scenario, kOneEach), true);
}
GRIDLOCK_SCENARIO(timeline_one_stream) {
  using namespace experiment;
  drawStreams(scenario, 1, eighths(scenario, kOneEach), false);
}

#ifndef GRIDLOCK_SIM

GRIDLOCK_SCENARIO(peer_graph) {
  using namespace experiment;
  Kernels kernels(scenario, kernelsAt(scenario), eighths(scenario, kOneEach), false);
  inGraph(scenario, kernels);
  kernels.output(kernels.count());
}

GRIDLOCK_SCENARIO(timeline_graph) {
  using namespace experiment;
  Kernels kernels(scenario, kernelsAt(scenario), eighths(scenario, kOneEach), false);
  inGraph(scenario, kernels);
  kernels.outputSpans();
}

#endif

GRIDLOCK_MODULE()
