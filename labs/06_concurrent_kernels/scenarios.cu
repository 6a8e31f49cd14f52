// The scenarios of lab 06: each launches the student's code with the parameters it is
// given and returns what that code did.  They judge nothing.

#include "required.cuh"

#include <gridlock/delay.h>
#include <gridlock/scenario.h>

#include <string>
#include <vector>

namespace scenarios {

using gridlock::DeviceBuffer;
using gridlock::Scenario;

// ---- A logical clock ---------------------------------------------------------------

// The times of a kernel's steps on that clock.
struct Ticks {
  int coming;   // Before the first call of the function that checks in.
  int here;     // After one call of that function had returned.
  int settled;  // After all calls of that function had returned.
  int leaving;  // Before a call of the function that checks out.
  int gone;     // After the last call of that function had returned.
};

// The next tick.  The fences keep accesses before and after it on their own sides.
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

// Thread `who` checks in and out.  Without a clock (null), only the student's functions
// order anything.
__global__ void visit(KernelConcurrencyData* data, int kid, int who, int steps,
                      int* clock, Ticks* ticks) {
  const bool speaks = threadNumber() == who;
  if (speaks && clock) ticks[kid].coming = now(clock);
  if (speaks) checkIn(data, kid);
  if (speaks && clock) ticks[kid].here = ticks[kid].settled = now(clock);
  gridlock::delay(steps);  // The delay lets kernels meet.
  if (speaks && clock) ticks[kid].leaving = now(clock);
  if (speaks) checkOut(data, kid);
  if (speaks && clock) ticks[kid].gone = now(clock);
  __syncthreads();  // A barrier in checkIn() or checkOut() must not pair with it.
}

// Whether the kernel's bit is not in mask now.
__device__ inline bool absent(KernelConcurrencyData* data, int kid) {
  return ((atomicOr(&data->mask, 0) >> kid) & 1) == 0;
}

// absences[0] counts threads that missed their kernel's bit when they had come in,
// absences[1] threads that missed it when they were about to leave.  absences[2] counts
// threads that came in as the only one of their kernel and found a maximum of 0.
__global__ void visitWhole(KernelConcurrencyData* data, int* blocks_out, int kid,
                           int steps, int* clock, Ticks* ticks, int* absences) {
  const bool speaks = clock && threadIdx.x == 0;
  if (clock) atomicMin(&ticks[kid].coming, now(clock));
  enterKernel(data, kid);
  if (speaks) atomicMin(&ticks[kid].here, now(clock));
  if (clock) atomicMax(&ticks[kid].settled, now(clock));
  if (clock && absent(data, kid)) atomicAdd(&absences[0], 1);
  const bool is_alone = clock && gridDim.x * blockDim.x == 1;
  if (is_alone && (atomicMax(&data->maskMax, 0) < 1 || atomicMax(&data->countMax, 0) < 1))
    atomicAdd(&absences[2], 1);
  gridlock::delay(steps);  // The delay lets kernels meet.
  if (clock && absent(data, kid)) atomicAdd(&absences[1], 1);
  if (speaks) atomicMax(&ticks[kid].leaving, now(clock));
  leaveKernel(data, blocks_out, kid);
  if (clock) atomicMax(&ticks[kid].gone, now(clock));
  __syncthreads();  // A barrier in leaveKernel() must not pair with it.
}

// ---- Their streams and memory ------------------------------------------------------

// `count` streams, destroyed at the end.
class Streams {
 public:
  Streams(const Scenario& scenario, int count) : streams_(count) {
    for (int i = 0; i < count; ++i) {
      scenario.check(cudaStreamCreate(&streams_[i]), "cudaStreamCreate");
      scenario.name_stream(streams_[i], ("stream " + std::to_string(i)).c_str());
    }
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

// Pinned memory, which the host and the device both reach, filled with a poison.
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

// Names the members of the kernels' data for findings.
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

__global__ void comeAndStay(KernelConcurrencyData* data, int kid) { checkIn(data, kid); }

__global__ void enterAndStay(KernelConcurrencyData* data, int kid) {
  enterKernel(data, kid);
}

// For each bit of `others` that no kernel of the run uses, starts a kernel that stays
// all the time.  Then sets the maxima of earlier kernels to `before`, and each kernel's
// words to `stale`, as an earlier run may have left them.
void prepare(const Scenario& scenario, const DeviceBuffer<KernelConcurrencyData>& data,
             void (*come)(KernelConcurrencyData*, int)) {
  const int kernels = scenario.param("kernels"), first = scenario.param("first", 0);
  const int own = ((1 << kernels) - 1) << first;
  const int others = int(scenario.param("others", 0)) & ~own;
  for (int kid = 0; kid < kMaxStreams; ++kid)
    if (others >> kid & 1) come<<<1, 1>>>(data.get(), kid);
  scenario.check_launch("a kernel that comes and stays");
  KernelConcurrencyData start;
  data.download(&start);
  start.maskMax = start.countMax = int(scenario.param("before", 0));
  for (int& mask : start.masks) mask = int(scenario.param("stale", 0));
  for (int& count : start.counts) count = int(scenario.param("stale", 0));
  scenario.check(cudaMemcpy(data.get(), &start, sizeof start, cudaMemcpyHostToDevice),
                 "cudaMemcpy");
}

void outputTicks(const Scenario& scenario, const DeviceBuffer<Ticks>& buffer) {
  std::vector<Ticks> all(buffer.count());
  buffer.download(all.data());
  for (const Ticks& ticks : all) {
    scenario.output("coming", ticks.coming);
    scenario.output("here", ticks.here);
    scenario.output("settled", ticks.settled);
    scenario.output("leaving", ticks.leaving);
    scenario.output("gone", ticks.gone);
  }
}

}  // namespace scenarios

// checkIn() and checkOut(), in `kernels` kernels over `streams` streams; the first kernel
// has the number `first`.
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
  prepare(scenario, data, comeAndStay);
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

// As `visit`, with enterKernel() and leaveKernel(); `times` times, with `grow` more
// blocks each time.
GRIDLOCK_SCENARIO(visit_whole) {
  using namespace scenarios;
  const int kernels = scenario.param("kernels");
  const int first = scenario.param("first", 0);
  const bool watched = scenario.param("watched") != 0;

  gridlock::DeviceBuffer<KernelConcurrencyData> data(scenario, "data", 1);
  gridlock::DeviceBuffer<int> blocks_out(scenario, "blocks_out", kMaxStreams);
  gridlock::DeviceBuffer<int> clock(scenario, "clock", 1);
  gridlock::DeviceBuffer<Ticks> ticks(scenario, "ticks", kernels);
  gridlock::DeviceBuffer<int> absences(scenario, "absences", 3);
  data.fill([](size_t) { return KernelConcurrencyData(); });
  scenarios::nameMembers(scenario, data.get());
  blocks_out.fill([=](size_t kid) {  // Counts of other kernels must stay as they are.
    return int(kid) < first || int(kid) >= first + kernels ? -1 : 0;
  });
  clock.fill([](size_t) { return 0; });
  ticks.fill([](size_t) { return Ticks{1 << 30, 1 << 30, -1, -1, -1}; });
  absences.fill([](size_t) { return 0; });
  prepare(scenario, data, enterAndStay);
  const Streams streams(scenario, scenario.param("streams"));
  for (int time = 0; time < scenario.param("times", 1); ++time)
    for (int kid = 0; kid < kernels; ++kid)
      visitWhole<<<scenario.param("blocks") + time * scenario.param("grow", 0),
                   scenario.param("threads"), 0, streams[kid]>>>(
          data.get(), blocks_out.get(), first + kid, scenario.param("linger"),
          watched ? clock.get() : nullptr, ticks.get() - first, absences.get());
  scenario.check_launch("a kernel that enters and leaves");

  KernelConcurrencyData seen;
  data.download(&seen);
  outputData(scenario, seen);
  blocks_out.output();
  absences.output();
  if (watched) outputTicks(scenario, ticks);
}

namespace scenarios {

// Value number i before the first run, as in checks_streams.cpp.  All bits occur.
__host__ __device__ inline unsigned valueBefore(size_t i) {
  return unsigned(i) * 2654435761u;
}

__global__ void setValues(unsigned* values, size_t n) {
  const size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += step)
    values[i] = valueBefore(i);
}

// Counts values before n that were not worked on once, and others that have changed.
__global__ void countWrong(const unsigned* values, size_t n, size_t all, int cycles,
                           unsigned long long* wrong) {
  const size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < all; i += step)
    if (values[i] != (i < n ? workOn(valueBefore(i), cycles) : valueBefore(i)))
      atomicAdd(wrong, 1ull);
}

// Calls runKernels(), reads its results at once, and compares its time with that of
// events around it.
void runTimed(const Scenario& scenario, const Run& run, const Report& report) {
  cudaEvent_t begin, end;
  scenario.check(cudaEventCreate(&begin), "cudaEventCreate");
  scenario.check(cudaEventCreate(&end), "cudaEventCreate");
  scenario.check(cudaEventRecord(begin), "cudaEventRecord");
  // Only runKernels() has work in flight when it creates its streams.
  scenario.check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  constexpr float kUnset = -1;
  float ms = kUnset, around = 0;
  scenario.check(runKernels(run, report.get(), &ms), "runKernels");
  outputData(scenario, *report.get());
  scenario.check(cudaEventRecord(end), "cudaEventRecord");
  scenario.check(cudaEventSynchronize(end), "cudaEventSynchronize");
  scenario.check(cudaEventElapsedTime(&around, begin, end), "cudaEventElapsedTime");
  // 1: a plausible time; 0: too short, since each launch of a kernel takes longer than a
  // microsecond; 2: longer than the events around it measured; -1: unchanged.
  scenario.output("timed", ms == kUnset                  ? -1
                           : ms <= 0.0009f * run.kernels ? 0
                           : ms <= around + 0.001f       ? 1
                                                         : 2);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
}

Run runOf(const Scenario& scenario) {
  Run run;
  run.kernels = scenario.param("kernels");
  run.streams = scenario.param("streams");
  run.blocks = scenario.param("blocks");
  run.threads = scenario.param("threads");
  run.n = scenario.param("n");
  run.cycles = scenario.param("cycles");
  run.values = nullptr;
  return run;
}

}  // namespace scenarios

// addKernel() alone, on n values, `at` values after an aligned address; `told` says
// whether it gets data to write to.
GRIDLOCK_SCENARIO(add_kernel) {
  const int n = scenario.param("n"), at = scenario.param("at", 0);
  gridlock::DeviceBuffer<KernelConcurrencyData> data(scenario, "data", 1);
  gridlock::DeviceBuffer<unsigned> values(scenario, "values", at + n + 1);
  data.fill([](size_t) { return KernelConcurrencyData(); });
  scenarios::nameMembers(scenario, data.get());
  values.fill(scenarios::valueBefore);
  addKernel<<<scenario.param("blocks"), scenario.param("threads")>>>(
      values.get() + at, n, scenario.param("cycles"), scenario.param("kid"),
      scenario.param("told") ? data.get() : nullptr);
  scenario.check_launch("addKernel");

  KernelConcurrencyData seen;
  data.download(&seen);
  scenarios::outputData(scenario, seen);
  values.output();
}

// Outputs the errors of runKernels() with grids for which no device has room; a grid that
// fits follows each.  All this happens `times` times.
GRIDLOCK_SCENARIO(refused) {
  Run run = scenarios::runOf(scenario);
  gridlock::DeviceBuffer<unsigned> values(scenario, "values",
                                          size_t(run.kernels) * run.n);
  scenario.check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  const scenarios::Report report(scenario);
  run.values = values.get();
  for (int time = 0; time < scenario.param("times"); ++time) {
    values.fill(scenarios::valueBefore);
    scenario.check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    float ms = 0;
    run.blocks = scenario.param("blocks");
    run.threads = scenario.param("threads");
    const cudaError_t refused = runKernels(run, report.get(), &ms);
    scenario.output("error", refused);
    report.poison();
    run.blocks = run.threads = 1;
    const cudaError_t again = runKernels(run, report.get(), &ms);
    scenario.check(again,
                   again == refused
                       ? "runKernels, called again with 1 block of 1 thread, still "
                         "reports the launch before (cudaGetLastError clears that)"
                       : "runKernels, called again with 1 block of 1 thread");
    values.output();
  }
  cudaGetLastError();
}

// Outputs the error of runKernels() when launch number `nth` fails, and whether that
// launch was made.
GRIDLOCK_SCENARIO(failing_launch) {
  Run run = scenarios::runOf(scenario);
  gridlock::DeviceBuffer<unsigned> values(scenario, "values",
                                          size_t(run.kernels) * run.n);
  values.fill(scenarios::valueBefore);
  const scenarios::Report report(scenario);
  run.values = values.get();
  scenario.fail_launch(scenario.param("nth"), cudaErrorLaunchOutOfResources);
  float ms = 0;
  scenario.output("returned", runKernels(run, report.get(), &ms));
  scenario.output("failed", scenario.has_launch_failed());
  cudaGetLastError();
  // A run that fails may leave kernels at work.
  scenario.check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
}

// runKernels(), once or, with `then_kernels` and `then_streams`, twice.
GRIDLOCK_SCENARIO(run) {
  Run run = scenarios::runOf(scenario);
  gridlock::DeviceBuffer<unsigned> values(scenario, "values",
                                          size_t(kMaxStreams) * run.n);
  values.fill(scenarios::valueBefore);
  run.values = values.get();
  const scenarios::Report report(scenario);

  for (int time = 0; time < 2; ++time) {
    if (time > 0) {
      if (scenario.param("then_kernels", 0) == 0) break;
      run.kernels = scenario.param("then_kernels");
      run.streams = scenario.param("then_streams");
      report.poison();
    }
    scenarios::runTimed(scenario, run, report);
  }
  values.output();
}

// Works on `n` values for each kernel, or on as many as fit: through runKernels() or,
// with no kernels, through addKernel() alone.
GRIDLOCK_SCENARIO(many_values) {
  Run run = scenarios::runOf(scenario);
  const size_t parts = run.kernels ? run.kernels : 1;
  size_t free = 0, total = 0;
  scenario.check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
  const size_t room = free / 10 * 9 / sizeof(unsigned) / parts;
  if (room < size_t(run.n)) run.n = int(room);
  scenario.output("n", run.n);
  const size_t all = parts * size_t(run.n);
  gridlock::DeviceBuffer<unsigned> values(scenario, "values", all + 1);
  gridlock::DeviceBuffer<unsigned long long> wrong(scenario, "wrong", 1);
  wrong.fill([](size_t) { return 0ull; });
  constexpr int kBlocks = 1024, kThreads = 256;
  scenarios::setValues<<<kBlocks, kThreads>>>(values.get(), all + 1);
  scenario.check_launch("setValues");
  run.values = values.get();
  const scenarios::Report report(scenario);
  float ms = 0;
  if (run.kernels) {
    scenario.check(runKernels(run, report.get(), &ms), "runKernels");
  } else {
    addKernel<<<run.blocks, run.threads>>>(run.values, run.n, run.cycles, 0, nullptr);
    scenario.check_launch("addKernel");
  }
  scenarios::countWrong<<<kBlocks, kThreads>>>(values.get(), all, all + 1, run.cycles,
                                               wrong.get());
  scenario.check_launch("countWrong");
  wrong.output();
}

GRIDLOCK_MODULE()
