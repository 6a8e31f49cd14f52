/// \file
/// The interface for a lab's bench.cu: an experiment times the student's code, and
/// reports whether the timed code was right.  It is built and run as scenarios are, so it
/// also runs in the simulator, where its results count and its times mean nothing.
///
/// `gridlock bench` runs the scenarios with these names:
///
///     points       returns "point": the sizes that this device can hold, one number each
///     measure      takes "point"; returns "picoseconds", one sample, and "wrong", the
///                  number of wrong results; a Stopwatch adds "megahertz"
///                  If the file's first comment has a line "// numbers: NAME, NAME", it
///                  returns as many "numbers": columns of the samples, for the plot.
///     measure_NAME the same for another task of the student's code
///     peer_NAME    the same for something that does not use the student's code
///     timeline, timeline_NAME
///                  one run that records when and where things happened; returns "lane",
///                  "begin" and "end" (in nanoseconds since any fixed moment) and
///                  "phase", all of the same length; a phase is an index into the names
///                  in the line "// timeline: LANE; PHASE, PHASE" of the file's first
///                  comment.  Takes a "point" if there is a line "// timeline point:
///                  NUMBER".  Runs once, so it warms up by itself.
#pragma once

#include "device_clock.h"
#include "scenario.h"

namespace gridlock {

/// Counts the cycles and the nanoseconds that pass while a thread reads both clocks for
/// at least `least` nanoseconds.  It begins and ends when the slower clock ticks, so that
/// the length of a tick does not matter.
static __global__ void compareClocks(unsigned long long least, long long* cycles,
                                     unsigned long long* nanoseconds) {
  const auto next = [](unsigned long long from) {
    unsigned long long now = globalNanoseconds();
    while (now == from) now = globalNanoseconds();
    return now;
  };
  const unsigned long long start = next(globalNanoseconds());
  const long long first = clock64();
  unsigned long long now = start;
  while (now - start < least) now = next(now);
  *cycles = clock64() - first;
  *nanoseconds = now - start;
}

/// Times work on the device with a pair of events.  Also outputs the clock rate of the
/// multiprocessors right after the work as "megahertz": `bench` repeats measurements that
/// were made while the device slept or was too hot.
class Stopwatch {
 public:
  explicit Stopwatch(const Scenario& scenario)
      : scenario_(scenario),
        cycles_(scenario, "cycles", 1),
        nanoseconds_(scenario, "nanoseconds", 1) {
    scenario_.check(cudaEventCreate(&begin_), "cudaEventCreate");
    scenario_.check(cudaEventCreate(&end_), "cudaEventCreate");
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }

  /// The milliseconds from the beginning to the end of what `work` puts into the default
  /// stream.
  template <class Work>
  double milliseconds(Work work) {
    scenario_.check(cudaEventRecord(begin_), "cudaEventRecord");
    work();
    scenario_.check(cudaEventRecord(end_), "cudaEventRecord");
    // This comes after the event, so it is not timed.
    compareClocks<<<1, 1>>>(kClockNanoseconds, cycles_, nanoseconds_);
    scenario_.check_launch("the measured work");
    float taken = 0;
    scenario_.check(cudaEventElapsedTime(&taken, begin_, end_), "cudaEventElapsedTime");
    outputClock();
    return taken;
  }

 private:
#ifdef GRIDLOCK_SIM  // A nanosecond takes long and shows nothing.
  static constexpr unsigned long long kClockNanoseconds = 8;
#else
  static constexpr unsigned long long kClockNanoseconds = 20'000;
#endif

  void outputClock() const {
    long long cycles = 0;
    unsigned long long nanoseconds = 0;
    cycles_.download(&cycles);
    nanoseconds_.download(&nanoseconds);
    if (nanoseconds > 0)
      scenario_.output("megahertz", cycles * 1000 / int64_t(nanoseconds));
  }

  const Scenario& scenario_;
  DeviceBuffer<long long> cycles_;
  DeviceBuffer<unsigned long long> nanoseconds_;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

/// The numbers of steps of an experiment; small in the simulator, where steps are slow.
struct Steps {
#ifdef GRIDLOCK_SIM
  int few = 1, many = 3;
#else
  int few = 100, many = 1100;
#endif
};

/// The cost of one step, in picoseconds.  `run(steps)` takes that many steps.  Beginning
/// and ending cost the same for few steps and for many, which cancels out (Zhang et al.,
/// "A Study of Single and Multi-device Synchronization Methods in Nvidia GPUs", 2020).
template <class Run>
int64_t stepPicoseconds(const Scenario& scenario, Run run, Steps steps = {}) {
  Stopwatch watch(scenario);
  run(steps.few);  // Warms up.
  scenario.check_launch("the warm-up");
  const double few = watch.milliseconds([&] { run(steps.few); });
  const double many = watch.milliseconds([&] { run(steps.many); });
  const double each = (many - few) * 1e9 / (steps.many - steps.few);
  return each > 0 ? int64_t(each) : 0;
}

/// Outputs the cost of one step as "picoseconds".
template <class Run>
void outputStep(const Scenario& scenario, Run run, Steps steps = {}) {
  scenario.output("picoseconds", stepPicoseconds(scenario, run, steps));
}

/// The least number of inputs that take turns on a GPU, unless one is enough.
constexpr size_t kTurnsMin = 4;

/// Inputs of one size that take turns, so that no part of an input is still in the
/// device's L2 cache at its next turn: a timed step reads from memory, as the first one
/// would.  On a GPU there are at least kTurnsMin inputs, together at least four times as
/// large as the cache, or only one if that is 32 times as large as the cache.  No memset
/// has to clear the cache between steps, so no step has to write a memset's data back.
template <class T>
class Turns {
 public:
  Turns(const Scenario& scenario, const char* name, size_t count)
      : stride_((count + kAligned - 1) / kAligned * kAligned),
        turns_(turnsFor(scenario, stride_ * sizeof(T))),
        memory_(scenario, name, turns_ * stride_) {}

  /// All inputs, contiguous, to be filled.
  T* all() const { return memory_.get(); }
  size_t allElements() const { return turns_ * stride_; }

  /// The next input.
  const T* next() {
    turn_ = (turn_ + 1) % turns_;
    return memory_.get() + first();
  }
  /// The offset in all() of the input that next() returned last.
  size_t first() const { return turn_ * stride_; }

 private:
  static constexpr size_t kAligned = 128;  // Elements: no cache line is in two inputs.

  static size_t turnsFor(const Scenario& scenario, size_t bytes) {
#ifdef GRIDLOCK_SIM  // The simulator has no cache.
    (void)scenario, (void)bytes;
    return 3;
#else
    int device = 0, cache = 0;
    scenario.check(cudaGetDevice(&device), "cudaGetDevice");
    scenario.check(cudaDeviceGetAttribute(&cache, cudaDevAttrL2CacheSize, device),
                   "cudaDeviceGetAttribute");
    if (bytes >= 32 * size_t(cache)) return 1;
    const size_t enough = (4 * size_t(cache) + bytes - 1) / bytes;
    return enough < kTurnsMin ? kTurnsMin : enough;
#endif
  }

  size_t stride_, turns_, turn_ = 0;
  DeviceBuffer<T> memory_;
};

/// Outputs as "point" 1, 2, 4, 8, ... blocks per multiprocessor, as long as all blocks of
/// this kernel are resident.
template <class Kernel>
void outputBlocksEach(const Scenario& scenario, Kernel* kernel, int threads) {
  int each = 0;
  scenario.check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, threads, 0),
                 "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  for (int64_t point = 1; point <= each; point *= 2) scenario.output("point", point);
}

/// Outputs all elements of a buffer under this name.
template <class T>
void outputAll(const Scenario& scenario, const char* name,
               const DeviceBuffer<T>& buffer) {
  T* host = new T[buffer.count() ? buffer.count() : 1];
  buffer.download(host);
  scenario.output(name, host, buffer.count());
  delete[] host;
}

/// The number of multiprocessors of the current device.
inline int multiprocessors(const Scenario& scenario) {
  int device = 0, count = 0;
  scenario.check(cudaGetDevice(&device), "cudaGetDevice");
  scenario.check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device),
                 "cudaDeviceGetAttribute");
  return count;
}

/// Launches a kernel so that either all of its blocks are resident at once, or none.
template <class... Parameters, class... Arguments>
void launchAll(const Scenario& scenario, void (*kernel)(Parameters...), dim3 grid,
               dim3 block, Arguments... values) {
  void* arguments[] = {&values...};
  scenario.check(cudaLaunchCooperativeKernel(kernel, grid, block, arguments, 0, nullptr),
                 "cudaLaunchCooperativeKernel");
}

#ifndef GRIDLOCK_SIM

/// Runs `launch(stream)` `steps` times as one CUDA graph in the default stream.  Returns
/// the milliseconds that the graph took, without the time to create it.
template <class Launch>
double millisecondsOfGraph(const Scenario& scenario, Stopwatch& watch, int steps,
                           Launch launch) {
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t ready = nullptr;
  scenario.check(cudaStreamCreate(&stream), "cudaStreamCreate");
  scenario.check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal),
                 "cudaStreamBeginCapture");
  for (int step = 0; step < steps; ++step) launch(stream);
  scenario.check(cudaStreamEndCapture(stream, &graph), "cudaStreamEndCapture");
  scenario.check(cudaGraphInstantiate(&ready, graph, 0), "cudaGraphInstantiate");
  const auto run = [&] {
    scenario.check(cudaGraphLaunch(ready, nullptr), "cudaGraphLaunch");
  };
  watch.milliseconds(run);  // Warms up: the first launch uploads the graph.
  const double taken = watch.milliseconds(run);
  cudaGraphExecDestroy(ready);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  return taken;
}

#endif

}  // namespace gridlock
