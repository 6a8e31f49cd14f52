// The scenarios of lab 06: each launches the student's code with the parameters it is
// given and returns what that code did.  They judge nothing.

#include "concurrent_kernels.cu"

#include <gridlock/delay.h>
#include <gridlock/scenario.h>

#include <vector>

namespace scenarios {

using gridlock::DeviceBuffer;
using gridlock::Scenario;

// ---- A logical clock ---------------------------------------------------------------

// When, on that clock, a kernel did what.
struct Ticks {
  int coming;   // Before the first call of the function that checks in.
  int here;     // When such a call had returned.
  int leaving;  // When a call of the function that checks out was still to come.
  int gone;     // After the last of those calls had returned.
};

// The time.  The fences keep what stands before and after on its own side.
__device__ inline int now(int* clock) {
  __threadfence();
  const int tick = atomicAdd(clock, 1);
  __threadfence();
  return tick;
}

// ---- Kernels that check in and out -------------------------------------------------

// The number of the calling thread in its grid, whatever the shape of its blocks.
__device__ inline int threadNumber() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * blockIdx.x);
}

// Thread `who` checks in and out.  Without a clock (null) the student's functions stand
// alone: nothing else orders.
__global__ void visit(KernelConcurrencyData* data, int kid, int who, int steps,
                      int* clock, Ticks* ticks) {
  const bool speaks = threadNumber() == who;
  if (speaks && clock) ticks[kid].coming = now(clock);
  if (speaks) checkIn(data, kid);
  if (speaks && clock) ticks[kid].here = now(clock);
  gridlock::delay(steps);  // So that kernels meet.
  if (speaks && clock) ticks[kid].leaving = now(clock);
  if (speaks) checkOut(data, kid);
  if (speaks && clock) ticks[kid].gone = now(clock);
  __syncthreads();  // Does not meet one in a function that a single thread calls.
}

// Whether the kernel's bit is not in mask now.
__device__ inline bool absent(KernelConcurrencyData* data, int kid) {
  return ((atomicOr(&data->mask, 0) >> kid) & 1) == 0;
}

// absences[0] is how many threads missed their kernel's bit when they had come in,
// absences[1] how many when they were about to leave.
__global__ void visitWhole(KernelConcurrencyData* data, int* blocks_out, int kid,
                           int steps, int* clock, Ticks* ticks, int* absences) {
  const bool speaks = clock && threadIdx.x == 0;
  if (clock) atomicMin(&ticks[kid].coming, now(clock));
  enterKernel(data, kid);
  if (speaks) atomicMin(&ticks[kid].here, now(clock));
  if (clock && absent(data, kid)) atomicAdd(&absences[0], 1);
  gridlock::delay(steps);  // So that kernels meet.
  if (clock && absent(data, kid)) atomicAdd(&absences[1], 1);
  if (speaks) atomicMax(&ticks[kid].leaving, now(clock));
  leaveKernel(data, blocks_out, kid);
  if (clock) atomicMax(&ticks[kid].gone, now(clock));
}

// ---- Around them -------------------------------------------------------------------

// `count` streams, destroyed at the end.
class Streams {
 public:
  Streams(const Scenario& scenario, int count) : streams_(count) {
    for (cudaStream_t& stream : streams_)
      scenario.check(cudaStreamCreate(&stream), "cudaStreamCreate");
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;
  ~Streams() {
    for (const cudaStream_t stream : streams_) cudaStreamDestroy(stream);
  }
  cudaStream_t operator[](int number) const { return streams_[number % streams_.size()]; }

 private:
  std::vector<cudaStream_t> streams_;
};

// Memory that the device and the host can both reach quickly, filled with a poison.
class Report {
 public:
  explicit Report(const Scenario& scenario) : scenario_(scenario) {
    scenario_.check(cudaMallocHost(reinterpret_cast<void**>(&data_), sizeof *data_),
                    "cudaMallocHost");
    poison();
    scenario_.name_memory(data_, sizeof *data_, sizeof *data_, "report");
  }
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;
  ~Report() { cudaFreeHost(data_); }
  KernelConcurrencyData* get() const { return data_; }
  void poison() const {
    unsigned char* bytes = reinterpret_cast<unsigned char*>(data_);
    for (size_t i = 0; i < sizeof *data_; ++i) bytes[i] = DeviceBuffer<int>::kPoison;
  }

 private:
  const Scenario& scenario_;
  KernelConcurrencyData* data_ = nullptr;
};

// Findings tell the members of what the kernels write to by their names.
void nameMembers(const Scenario& scenario, const KernelConcurrencyData* data) {
  const auto name = [&](const auto& member, const char* text) {
    scenario.name_memory(&member, sizeof member, sizeof(int), text);
  };
  name(data->mask, "mask");
  name(data->maskMax, "maskMax");
  name(data->masks, "masks");
  name(data->count, "count");
  name(data->countMax, "countMax");
  name(data->counts, "counts");
}

void outputData(const Scenario& scenario, const KernelConcurrencyData& data) {
  scenario.output("mask", data.mask);
  scenario.output("mask_max", data.maskMax);
  scenario.output("masks", data.masks, kMaxStreams);
  scenario.output("count", data.count);
  scenario.output("count_max", data.countMax);
  scenario.output("counts", data.counts, kMaxStreams);
}

void outputTicks(const Scenario& scenario, const DeviceBuffer<Ticks>& buffer) {
  std::vector<Ticks> all(buffer.count());
  buffer.download(all.data());
  for (const Ticks& ticks : all) {
    scenario.output("coming", ticks.coming);
    scenario.output("here", ticks.here);
    scenario.output("leaving", ticks.leaving);
    scenario.output("gone", ticks.gone);
  }
}

}  // namespace scenarios

// checkIn() and checkOut(), in `kernels` kernels over `streams` streams; the first of
// them has the number `first`.
GRIDLOCK_SCENARIO(visit) {
  using namespace scenarios;
  const int kernels = scenario.param("kernels");
  const bool watched = scenario.param("watched") != 0;

  gridlock::DeviceBuffer<KernelConcurrencyData> data(scenario, "data", 1);
  gridlock::DeviceBuffer<int> clock(scenario, "clock", 1);
  gridlock::DeviceBuffer<Ticks> ticks(scenario, "ticks", kernels);
  data.fill([](size_t) { return KernelConcurrencyData(); });
  scenarios::nameMembers(scenario, data.get());
  clock.fill([](size_t) { return 0; });
  ticks.fill([](size_t) { return Ticks(); });
  const Streams streams(scenario, scenario.param("streams"));
  const int first = scenario.param("first", 0);
  const dim3 shape(unsigned(scenario.param("threads")),
                   unsigned(scenario.param("rows", 1)));
  for (int i = 0; i < kernels; ++i)
    visit<<<scenario.param("blocks"), shape, 0, streams[i]>>>(
        data.get(), first + i, scenario.param("who", 0), scenario.param("linger"),
        watched ? clock.get() : nullptr, ticks.get() - first);
  scenario.check_launch("a kernel that checks in and out");

  KernelConcurrencyData seen;
  data.download(&seen);
  outputData(scenario, seen);
  if (watched) outputTicks(scenario, ticks);
}

// enterKernel() and leaveKernel(), likewise; `times` times, with `grow` more blocks each
// time.
GRIDLOCK_SCENARIO(visit_whole) {
  using namespace scenarios;
  const int kernels = scenario.param("kernels");
  const bool watched = scenario.param("watched") != 0;

  gridlock::DeviceBuffer<KernelConcurrencyData> data(scenario, "data", 1);
  gridlock::DeviceBuffer<int> blocks_out(scenario, "blocks_out", kMaxStreams);
  gridlock::DeviceBuffer<int> clock(scenario, "clock", 1);
  gridlock::DeviceBuffer<Ticks> ticks(scenario, "ticks", kernels);
  gridlock::DeviceBuffer<int> absences(scenario, "absences", 2);
  data.fill([](size_t) { return KernelConcurrencyData(); });
  scenarios::nameMembers(scenario, data.get());
  blocks_out.fill([](size_t) { return 0; });
  clock.fill([](size_t) { return 0; });
  ticks.fill([](size_t) { return Ticks{1 << 30, 1 << 30, -1, -1}; });
  absences.fill([](size_t) { return 0; });
  const Streams streams(scenario, scenario.param("streams"));
  for (int time = 0; time < scenario.param("times", 1); ++time)
    for (int kid = 0; kid < kernels; ++kid)
      visitWhole<<<scenario.param("blocks") + time * scenario.param("grow", 0),
                   scenario.param("threads"), 0, streams[kid]>>>(
          data.get(), blocks_out.get(), kid, scenario.param("linger"),
          watched ? clock.get() : nullptr, ticks.get(), absences.get());
  scenario.check_launch("a kernel that enters and leaves");

  KernelConcurrencyData seen;
  data.download(&seen);
  outputData(scenario, seen);
  blocks_out.output();
  absences.output();
  if (watched) outputTicks(scenario, ticks);
}

// addKernel() alone, on n values; `told` says whether it is given data to write to.
GRIDLOCK_SCENARIO(add_kernel) {
  const int n = scenario.param("n");
  gridlock::DeviceBuffer<KernelConcurrencyData> data(scenario, "data", 1);
  gridlock::DeviceBuffer<unsigned> values(scenario, "values", n + 1);
  data.fill([](size_t) { return KernelConcurrencyData(); });
  scenarios::nameMembers(scenario, data.get());
  values.fill([](size_t i) { return static_cast<unsigned>(i); });
  addKernel<<<scenario.param("blocks"), scenario.param("threads")>>>(
      values.get(), n, scenario.param("cycles"), scenario.param("kid"),
      scenario.param("told") ? data.get() : nullptr);
  scenario.check_launch("addKernel");

  KernelConcurrencyData seen;
  data.download(&seen);
  scenarios::outputData(scenario, seen);
  values.output();
}

// runKernels() with a block that no device has room for: what it returns.
GRIDLOCK_SCENARIO(refused) {
  gridlock::DeviceBuffer<unsigned> values(scenario, "values", 1);
  scenario.check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  const scenarios::Report report(scenario);
  Run run;
  run.kernels = run.streams = 2;
  run.blocks = 1;
  run.threads = scenario.param("threads");
  run.values = values.get();
  run.n = 0;
  run.cycles = 1;
  float ms = 0;
  scenario.output("error", runKernels(run, report.get(), &ms));
  cudaGetLastError();
}

// runKernels(), once or, with `then_kernels` and `then_streams`, twice.  What it gives
// back the host reads at once.
GRIDLOCK_SCENARIO(run) {
  Run run;
  run.kernels = scenario.param("kernels");
  run.streams = scenario.param("streams");
  run.blocks = scenario.param("blocks");
  run.threads = scenario.param("threads");
  run.n = scenario.param("n");
  run.cycles = scenario.param("cycles");
  gridlock::DeviceBuffer<unsigned> values(scenario, "values",
                                          size_t(kMaxStreams) * run.n);
  values.fill([](size_t i) { return static_cast<unsigned>(i); });
  run.values = values.get();
  const scenarios::Report report(scenario);

  for (int time = 0; time < 2; ++time) {
    if (time > 0) {
      if (scenario.param("then_kernels", 0) == 0) break;
      run.kernels = scenario.param("then_kernels");
      run.streams = scenario.param("then_streams");
      report.poison();
    }
    // Whatever streams it makes, nothing of this scenario is still on its way to them.
    scenario.check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    float ms = 0;
    scenario.check(runKernels(run, report.get(), &ms), "runKernels");
    scenarios::outputData(scenario, *report.get());
    // No kernel is launched in less than a microsecond.
    scenario.output("timed", ms > 0.0009f * run.kernels && ms < 1e6f);
  }
  values.output();
}

GRIDLOCK_MODULE()
