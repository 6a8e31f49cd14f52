/// \file
/// The interface for a lab's scenarios.cu, which launches the student's code with the
/// parameters that the check passes and returns named raw outputs.  It judges nothing.
/// It is compiled apart from the student's file, and sees only its declarations.
///
///     #include "required.cuh"  // what the student's file must define
///     #include <gridlock/scenario.h>
///
///     GRIDLOCK_SCENARIO(sum) {
///       const int n = scenario.param("n");
///       gridlock::DeviceBuffer<int> in(scenario, "in", n), out(scenario, "out", 1);
///       in.fill([](size_t i) { return int(i); });
///       const dim3 grid(scenario.param("blocks")), block(scenario.param("threads"));
///       sumSinglePass<<<grid, block>>>(in, n, out);
///       scenario.check_launch("sumSinglePass");
///       out.output();
///     }
///
/// C++17; the same source runs on the simulator and, compiled by nvcc, on a GPU.
#pragma once

#include <cuda_runtime.h>

#include "module_abi.h"

/// Put this before a scenario's function that loops over millions of elements.  Without
/// it, a GPU build compiles the function without optimization.
#if defined(__GNUC__) && !defined(__clang__)
#define GRIDLOCK_LONG_LOOP __attribute__((optimize("O2")))
#else
#define GRIDLOCK_LONG_LOOP
#endif

namespace gridlock {

/// Thrown to leave a scenario after api_error or scenario_error; scenarios never see it.
struct ScenarioEnded {};

/// A scenario's interface to the worker.
class Scenario {
 public:
  explicit Scenario(const ScenarioHost* host) : host_(host) {}

  /// The parameter with this name.  A missing one is the lab author's error, not a
  /// result.
  int64_t param(const char* name) const {
    int found = 0;
    const int64_t value = host_->param(host_->self, name, &found);
    if (!found) fail(name, "the check does not give this parameter");
    return value;
  }

  /// The parameter with this name, or a default.
  int64_t param(const char* name, int64_t fallback) const {
    int found = 0;
    const int64_t value = host_->param(host_->self, name, &found);
    return found ? value : fallback;
  }

  /// Sends values to the checker, which judges them.  Calls with the same name append.
  template <class T>
  void output(const char* name, const T* values, size_t count) const {
    if (count == 0) host_->output(host_->self, name, nullptr, 0);
    int64_t some[kValuesAtOnce];
    for (size_t done = 0; done < count;) {
      size_t taken = 0;
      while (taken < kValuesAtOnce && done < count)
        some[taken++] = static_cast<int64_t>(values[done++]);
      host_->output(host_->self, name, some, taken);
    }
  }
  void output(const char* name, int64_t value) const {
    host_->output(host_->self, name, &value, 1);
  }

  /// Unless `code` is cudaSuccess, ends the scenario with the verdict bad_access, if the
  /// error means a bad access, or else api_error.
  void check(cudaError_t code, const char* call) const {
    if (code == cudaSuccess) return;
    host_->api_error(host_->self, call, static_cast<int>(code), cudaGetErrorString(code));
    throw ScenarioEnded{};
  }

  /// Waits for the device, then checks both the launch and the execution for errors.
  void check_launch(const char* kernel) const {
    check(cudaGetLastError(), kernel);
    check(cudaDeviceSynchronize(), kernel);
  }

  /// Names memory for findings: "partial[3]" instead of "a cudaMalloc of 40 bytes + 12".
  /// If the memory already has a name, as a DeviceBuffer has, this names the `bytes`
  /// bytes from `memory` on: a member of a struct in it.
  void name_memory(const void* memory, size_t bytes, size_t element_bytes,
                   const char* name) const {
    host_->name_memory(host_->self, memory, bytes, element_bytes, name);
  }

  /// Sets a stream's name in findings, such as "from's stream".  The last call counts.
  /// Without a call it is the variable's name, the same for all streams of a loop.
  void name_stream(cudaStream_t stream, const char* name) const {
    host_->name_stream(host_->self, stream, name);
  }

  /// Starts to count the bytes of this allocation that each thread of a kernel accesses.
  void watch(const void* memory) const { host_->watch(host_->self, memory); }

  /// The number of blocks with at least `threads` threads that each accessed at least
  /// `bytes` bytes of watched memory, and at least a sixteenth as much as the busiest
  /// thread.  Blocks of several kernels that have the same number count as one block.  -1
  /// on a GPU, which does not count accesses.
  int64_t sharing_blocks(const void* memory, int64_t threads, int64_t bytes) const {
    return host_->sharing_blocks(host_->self, memory, threads, bytes);
  }

  /// Outputs how blocks share watched memory.  A thread counts if it accessed at least
  /// `bytes` bytes.  "sharing" is the number of blocks with two such threads or more,
  /// "busy_blocks" the number with one or more, and "busy_threads" the most in one block.
  void output_sharing(const void* memory, int64_t bytes) const {
    output("sharing", sharing_blocks(memory, 2, bytes));
    output("busy_blocks", sharing_blocks(memory, 1, bytes));
    int64_t threads = 0;
    while (sharing_blocks(memory, threads + 1, bytes) > 0) ++threads;
    output("busy_threads", threads);
  }

  /// Makes launch number `nth` from now, where 0 is the next, fail with this error and do
  /// nothing.  On a GPU, returns false and changes nothing.
  bool fail_launch(int64_t nth, cudaError_t error) const {
    return host_->fail_launch(host_->self, nth, static_cast<int>(error)) != 0;
  }
  /// Whether the launch that fail_launch() makes fail has been made.
  bool has_launch_failed() const { return host_->has_launch_failed(host_->self) != 0; }

  /// How many "events" exist, or how many "allocations" of device or pinned memory, or
  /// "allocations that are not pinned".  -1 on a GPU, where this is unknown.
  int64_t live(const char* kind) const { return host_->live(host_->self, kind); }

  /// Ends the scenario for a reason that is not the student's fault.
  [[noreturn]] void fail(const char* what, const char* why) const {
    char text[256];
    size_t used = 0;
    for (const char* part : {what, ": ", why})
      for (; *part && used + 1 < sizeof text; ++part) text[used++] = *part;
    text[used] = 0;
    host_->scenario_error(host_->self, text);
    throw ScenarioEnded{};
  }

 private:
  static constexpr size_t kValuesAtOnce = 256;
  const ScenarioHost* host_;
};

/// Named device memory of `count` elements, poisoned so that an element that was never
/// written cannot look right.  Freed at the end of the scenario.
template <class T>
class DeviceBuffer {
 public:
  /// The byte that fills a new buffer; and another byte, with which a scenario may fill a
  /// buffer that must look different.
  static constexpr int kPoison = 0xA5, kOtherPoison = 0xCD;

  DeviceBuffer(const Scenario& scenario, const char* name, size_t count,
               int poison = kPoison)
      : scenario_(scenario), name_(name), count_(count) {
    const size_t bytes = (count ? count : 1) * sizeof(T);
    scenario_.check(cudaMalloc(reinterpret_cast<void**>(&data_), bytes), "cudaMalloc");
    scenario_.check(cudaMemset(data_, poison, bytes), "cudaMemset");
    scenario_.name_memory(data_, count * sizeof(T), sizeof(T), name);
  }
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;
  ~DeviceBuffer() { cudaFree(data_); }

  T* get() const { return data_; }
  operator T*() const { return data_; }
  size_t count() const { return count_; }

  /// Sets element i to value(i), computed on the host and copied.
  template <class Function>
  void fill(Function value) {
    T* host = new T[count_ ? count_ : 1];
    for (size_t i = 0; i < count_; ++i) host[i] = value(i);
    upload(host);
    delete[] host;
  }

  /// Copies `count()` elements from host memory.
  void upload(const T* host) {
    scenario_.check(cudaMemcpy(data_, host, count_ * sizeof(T), cudaMemcpyHostToDevice),
                    name_);
  }

  /// Copies `count()` elements to host memory.
  void download(T* host) const {
    scenario_.check(cudaMemcpy(host, data_, count_ * sizeof(T), cudaMemcpyDeviceToHost),
                    name_);
  }

  /// Sends the elements to the checker, as the output with this buffer's name.  Only
  /// for element types that convert to an integer.
  void output() const {
    T* host = new T[count_ ? count_ : 1];
    download(host);
    scenario_.output(name_, host, count_);
    delete[] host;
  }

 private:
  const Scenario& scenario_;
  const char* name_;
  size_t count_;
  T* data_ = nullptr;
};

namespace detail {

inline const ScenarioEntry*& scenario_list() {
  static const ScenarioEntry* head = nullptr;
  return head;
}

struct ScenarioRegistration {
  ScenarioEntry entry;
  ScenarioRegistration(const char* name, void (*run)(const ScenarioHost*))
      : entry{name, run, scenario_list()} {
    scenario_list() = &entry;
  }
};

/// Runs the body, then waits for the device, so that a pending error belongs to this
/// scenario and not to the next.
inline void run_scenario(const ScenarioHost* host, void (*body)(const Scenario&)) {
  const Scenario scenario(host);
  try {
    body(scenario);
    scenario.check_launch("end of scenario");
  } catch (const ScenarioEnded&) {
  }
}

/// The scenario kProbeScenario.
inline void probe_device(const Scenario& scenario) {
  int devices = 0;
  scenario.check(cudaGetDeviceCount(&devices), "cudaGetDeviceCount");
  if (devices == 0) scenario.check(cudaErrorNoDevice, "cudaGetDeviceCount");
  cudaDeviceProp properties;
  scenario.check(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
  const DeviceBuffer<int> memory(scenario, "probe", 1);
  scenario.check_launch("cudaMemset");
  scenario.output("devices", devices);
  for (const char* letter = properties.name; *letter; ++letter)
    scenario.output("device", *letter);
}

inline void run_probe(const ScenarioHost* host) { run_scenario(host, probe_device); }

#ifndef GRIDLOCK_SIM
/// The scenario kSettleScenario.
inline void settle_devices(const Scenario& scenario) {
  const int devices = static_cast<int>(scenario.param("devices"));
  for (int device = 0; device < devices; ++device) {
    scenario.check(cudaSetDevice(device), "cudaSetDevice");
    cudaGetLastError();  // A call may have failed before.
    scenario.check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    for (int peer = 0; peer < devices; ++peer)
      if (peer != device) cudaDeviceDisablePeerAccess(peer);
    cudaGetLastError();  // Most often there is nothing to disable.
    size_t free_bytes = 0, total_bytes = 0;
    scenario.check(cudaMemGetInfo(&free_bytes, &total_bytes), "cudaMemGetInfo");
    scenario.output("roomy", free_bytes >= total_bytes / 2);
  }
  scenario.check(cudaSetDevice(0), "cudaSetDevice");
}

inline void run_settle(const ScenarioHost* host) { run_scenario(host, settle_devices); }
#endif

}  // namespace detail
}  // namespace gridlock

/// Defines a scenario; its body sees `scenario`, a `const gridlock::Scenario&`.
#define GRIDLOCK_SCENARIO(name)                                                     \
  static void gridlock_body_##name(const gridlock::Scenario& scenario);             \
  static void gridlock_run_##name(const gridlock::ScenarioHost* host) {             \
    gridlock::detail::run_scenario(host, gridlock_body_##name);                     \
  }                                                                                 \
  static const gridlock::detail::ScenarioRegistration gridlock_registration_##name( \
      #name, gridlock_run_##name);                                                  \
  static void gridlock_body_##name(const gridlock::Scenario& scenario)

#ifdef GRIDLOCK_SIM  // In the simulator, a failure ends the process.
#define GRIDLOCK_SETTLE_SCENARIO()
#else
#define GRIDLOCK_SETTLE_SCENARIO()                                           \
  static const gridlock::detail::ScenarioRegistration gridlock_settle_entry( \
      gridlock::kSettleScenario, gridlock::detail::run_settle);
#endif

/// Put this once into every scenarios.cu.
#define GRIDLOCK_MODULE()                                                               \
  GRIDLOCK_SETTLE_SCENARIO()                                                            \
  static const gridlock::detail::ScenarioRegistration gridlock_probe_entry(             \
      gridlock::kProbeScenario, gridlock::detail::run_probe);                           \
  extern "C" __attribute__((visibility("default"))) int gridlock_module_abi_version() { \
    return gridlock::kModuleAbiVersion;                                                 \
  }                                                                                     \
  extern "C" __attribute__((visibility("default"))) const gridlock::ScenarioEntry*      \
  gridlock_module_scenarios() {                                                         \
    return gridlock::detail::scenario_list();                                           \
  }
