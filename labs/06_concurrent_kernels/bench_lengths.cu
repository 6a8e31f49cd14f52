// The second experiment of lab 06: your runKernels() with eight kernels, short and long.
// Together they have as many blocks as there are multiprocessors, so all of them can be
// resident; but the host launches them one after the other.
//
// baseline: one_stream
// roof: one_kernel
// unit: ns per run of eight kernels
// point: steps of work on each value

#include "concurrent_kernels.cu"

#include <gridlock/experiment.h>

#include <algorithm>

namespace experiment {

#ifdef GRIDLOCK_SIM  // Large sizes take long and show nothing.
constexpr int kThreads = 2, kKernels = 3;
constexpr int kPoints[] = {1, 4};
#else
constexpr int kThreads = 128, kKernels = kMaxStreams;
constexpr int kPoints[] = {100, 1000, 10'000, 100'000, 1'000'000};
#endif

// Counts the values that differ from the result of `steps` steps on 0, 1, 2, ...
__global__ void compare(const unsigned* values, size_t n, int steps, int* wrong) {
  const size_t stride = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride)
    if (values[i] != workOn(unsigned(i), steps)) atomicAdd(wrong, 1);
}

// The values that the kernels of a run work on.
class Values {
 public:
  explicit Values(const gridlock::Scenario& scenario)
      : scenario_(scenario),
        multiprocessors_(gridlock::multiprocessors(scenario)),
        cycles(int(scenario.param("point"))),
        blocks(std::max(1, multiprocessors_ / kKernels)),
        n(blocks * kThreads),
        all(scenario, "values", size_t(kKernels) * n) {
    all.fill([](size_t i) { return unsigned(i); });
    // Streams that do not wait for the default stream will use the values.
    scenario_.check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  }

  // The number of values that differ from the result of the work done `times` times.
  int wrong(int times) const {
    gridlock::DeviceBuffer<int> found(scenario_, "found", 1);
    found.fill([](size_t) { return 0; });
    compare<<<multiprocessors_, kThreads>>>(all.get(), all.count(), times * cycles,
                                            found.get());
    scenario_.check_launch("a kernel that compares");
    int number = 0;
    found.download(&number);
    return number;
  }

 private:
  const gridlock::Scenario& scenario_;
  const int multiprocessors_;

 public:
  const int cycles, blocks, n;
  gridlock::DeviceBuffer<unsigned> all;
};

// Pinned memory for what runKernels() reports.
class Report {
 public:
  explicit Report(const gridlock::Scenario& scenario) {
    scenario.check(cudaMallocHost(reinterpret_cast<void**>(&data_), sizeof *data_),
                   "cudaMallocHost");
    *data_ = KernelConcurrencyData();
  }
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;
  ~Report() { cudaFreeHost(data_); }
  KernelConcurrencyData* get() const { return data_; }

 private:
  KernelConcurrencyData* data_ = nullptr;
};

// Times runKernels() by the time that it reports, and checks that this is plausible.
void timeRun(const gridlock::Scenario& scenario, int streams) {
  const Values values(scenario);
  const Report report(scenario);
  Run run;
  run.kernels = kKernels;
  run.streams = streams;
  run.blocks = values.blocks;
  run.threads = kThreads;
  run.values = values.all;
  run.n = values.n;
  run.cycles = values.cycles;
  gridlock::Stopwatch watch(scenario);
  float ms = 0;
  double around = 0;
  for (int time = 0; time < 2; ++time)  // The first one warms up.
    around = watch.milliseconds(
        [&] { scenario.check(runKernels(run, report.get(), &ms), "runKernels"); });
  scenario.output("picoseconds", int64_t(double(ms) * 1e9));
  const bool possible = ms > 0 && ms <= around;
  const int most = report.get()->maskMax;
  scenario.output("wrong", values.wrong(2) + !possible + (most < 1 || most > streams));
}

// Launches the kernel itself, which does not report.
void launch(const Values& values, int kid, cudaStream_t stream) {
  addKernel<<<values.blocks, kThreads, 0, stream>>>(
      values.all + size_t(kid) * values.n, values.n, values.cycles, kid, nullptr);
}

// Times `run()`, which changes the values as runKernels() does.
template <class Run>
void timeOther(const gridlock::Scenario& scenario, const Values& values, Run run) {
  gridlock::Stopwatch watch(scenario);
  double taken = 0;
  for (int time = 0; time < 2; ++time) taken = watch.milliseconds(run);
  scenario.output("picoseconds", int64_t(taken * 1e9));
  scenario.output("wrong", values.wrong(2));
}

}  // namespace experiment

GRIDLOCK_SCENARIO(points) {
  for (const int point : experiment::kPoints) scenario.output("point", point);
}

GRIDLOCK_SCENARIO(measure) { experiment::timeRun(scenario, experiment::kKernels); }

// The eight kernels in one stream, one after the other.
GRIDLOCK_SCENARIO(peer_one_stream) { experiment::timeRun(scenario, 1); }

// All the blocks as one kernel.
GRIDLOCK_SCENARIO(peer_one_kernel) {
  using namespace experiment;
  const Values values(scenario);
  timeOther(scenario, values, [&] {
    addKernel<<<values.blocks * kKernels, kThreads>>>(values.all, values.n * kKernels,
                                                      values.cycles, 0, nullptr);
  });
}

#ifndef GRIDLOCK_SIM  // The simulator has no graphs.

// The kernels as one launch of a CUDA graph, between a first node and a last one.
class Fan {
 public:
  Fan(const gridlock::Scenario& scenario, const experiment::Values& values)
      : scenario_(scenario) {
    for (cudaStream_t& stream : streams_)
      check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    check(cudaEventCreateWithFlags(&fork_, cudaEventDisableTiming));
    check(cudaEventCreateWithFlags(&join_, cudaEventDisableTiming));
    check(cudaStreamBeginCapture(streams_[0], cudaStreamCaptureModeGlobal));
    check(cudaEventRecord(fork_, streams_[0]));
    for (int kid = 1; kid < experiment::kKernels; ++kid)
      check(cudaStreamWaitEvent(streams_[kid], fork_, 0));
    for (int kid = 0; kid < experiment::kKernels; ++kid)
      experiment::launch(values, kid, streams_[kid]);
    for (int kid = 1; kid < experiment::kKernels; ++kid) {
      check(cudaEventRecord(join_, streams_[kid]));
      check(cudaStreamWaitEvent(streams_[0], join_, 0));
    }
    check(cudaStreamEndCapture(streams_[0], &graph_));
    check(cudaGraphInstantiate(&ready_, graph_, 0));
  }
  Fan(const Fan&) = delete;
  Fan& operator=(const Fan&) = delete;
  ~Fan() {
    cudaGraphExecDestroy(ready_);
    cudaGraphDestroy(graph_);
    cudaEventDestroy(fork_);
    cudaEventDestroy(join_);
    for (const cudaStream_t stream : streams_) cudaStreamDestroy(stream);
  }
  void launch() const { check(cudaGraphLaunch(ready_, nullptr)); }

 private:
  void check(cudaError_t code) const { scenario_.check(code, "a call for the graph"); }

  const gridlock::Scenario& scenario_;
  cudaStream_t streams_[experiment::kKernels] = {};
  cudaEvent_t fork_ = nullptr, join_ = nullptr;
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t ready_ = nullptr;
};

GRIDLOCK_SCENARIO(peer_graph) {
  const experiment::Values values(scenario);
  const Fan fan(scenario, values);
  experiment::timeOther(scenario, values, [&] { fan.launch(); });
}

#endif

GRIDLOCK_MODULE()
