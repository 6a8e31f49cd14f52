// The GPU executor: loads a module built by nvcc and launches its scenarios on the real
// device.  This file links no CUDA: the module brings the runtime, and the driver is
// looked up.
#include "worker/gpu_executor.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cstdint>
#include <cstdlib>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <new>
#include <optional>
#include <set>
#include <stdexcept>
#include <system_error>

#include "common/files.h"
#include "common/load_library.h"
#include "scenario/include/gridlock/module_abi.h"

namespace gridlock {
namespace {

/// How many distinct outcomes are remembered; later ones are sent even if they repeat.
constexpr std::size_t kOutcomesRemembered = 4096;

struct ErrorMeaning {
  int code;
  Verdict verdict;
  bool sticky;  ///< Every later CUDA call of this process fails as well.
};

/// Any other error is an api_error, after which the process is still usable.
constexpr std::array kErrorMeanings{
    ErrorMeaning{2, Verdict::out_of_memory, false},  // MemoryAllocation
    ErrorMeaning{214, Verdict::grader_error, true},  // ECCUncorrectable
    ErrorMeaning{700, Verdict::bad_access, true},    // IllegalAddress
    ErrorMeaning{702, Verdict::timeout, true},       // LaunchTimeout: display watchdog
    ErrorMeaning{710, Verdict::api_error, true},     // Assert
    ErrorMeaning{714, Verdict::bad_access, true},    // HardwareStackError
    ErrorMeaning{715, Verdict::api_error, true},     // IllegalInstruction
    ErrorMeaning{716, Verdict::bad_access, true},    // MisalignedAddress
    ErrorMeaning{717, Verdict::bad_access, true},    // InvalidAddressSpace
    ErrorMeaning{718, Verdict::bad_access, true},    // InvalidPc
    ErrorMeaning{719, Verdict::api_error, true},     // LaunchFailure
};

ErrorMeaning meaning_of(int code) {
  const auto found = std::ranges::find_if(
      kErrorMeanings, [&](const ErrorMeaning& known) { return known.code == code; });
  if (found != kErrorMeanings.end()) return *found;
  return {code, Verdict::api_error, false};
}

/// The driver reads these variables once, when it starts.
void set_up_driver() {
  // Loading a kernel waits for running kernels, and some run until the host continues.
  ::setenv("CUDA_MODULE_LOADING", "EAGER", 0);
  // As many hardware queues as possible: streams that share one may wait for each other.
  ::setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0);
}

struct Launch {
  const Params& params;
  Outputs outputs;
  std::optional<Finding> finding;
  bool sticky = false;
  std::string scenario_error;
};

Launch& launch_of(void* self) { return *static_cast<Launch*>(self); }

int64_t on_param(void* self, const char* name, int* found) {
  const Params& params = launch_of(self).params;
  const auto entry = params.find(name);
  *found = entry != params.end();
  return *found ? entry->second : 0;
}

void on_output(void* self, const char* name, const int64_t* values, size_t count) {
  auto& output = launch_of(self).outputs[name];
  output.insert(output.end(), values, values + count);
}

// A GPU's findings name neither memory nor streams.
void on_name_memory(void*, const void*, size_t, size_t, const char*) {}
void on_name_stream(void*, const void*, const char*) {}

// A GPU does not count accesses.
void on_watch(void*, const void*) {}
int64_t on_sharing_blocks(void*, const void*, int64_t, int64_t) { return -1; }

// On a GPU, no launch is made to fail, and live objects are not counted.
int on_fail_launch(void*, int64_t, int) { return 0; }
int on_has_launch_failed(void*) { return 0; }
int64_t on_live(void*, const char*) { return -1; }

void on_api_error(void* self, const char* call, int code, const char* text) {
  Launch& launch = launch_of(self);
  if (launch.finding) return;  // The first error is the cause of the others.
  const ErrorMeaning meaning = meaning_of(code);
  Finding finding;
  finding.kind = meaning.verdict;
  constexpr int kLaunchTimeout = 702;
  finding.what = {GpuError{call, code, text ? text : "", code == kLaunchTimeout}};
  launch.finding = finding;
  launch.sticky = meaning.sticky;
}

void on_scenario_error(void* self, const char* text) {
  launch_of(self).scenario_error = text;
}

/// The path of a new copy of the file in memory.  The copy stays open, so that no other
/// module gets the same path: the loader would take it for the module loaded before.
std::string copy_in_memory(const std::filesystem::path& file) {
  const std::string bytes = read_file(file);
  const int copy = ::memfd_create("module", MFD_CLOEXEC);
  for (std::size_t done = 0; copy >= 0 && done < bytes.size();) {
    const ssize_t written = ::write(copy, bytes.data() + done, bytes.size() - done);
    if (written < 0) throw std::system_error(errno, std::generic_category(), "no memory");
    done += static_cast<std::size_t>(written);
  }
  return "/proc/self/fd/" + std::to_string(copy);
}

/// Loads a module so that its variables begin with their initial values, also if this
/// process has loaded it before.
void* load_anew(const std::filesystem::path& module) {
  constexpr int kMode = RTLD_NOW | RTLD_LOCAL;
  void* const loaded = ::dlopen(module.c_str(), kMode | RTLD_NOLOAD);
  if (!loaded) return load_library(module.c_str(), kMode);
  // The first executor's handle keeps the module loaded.
  ::dlclose(loaded);
  return load_library(copy_in_memory(module).c_str(), kMode);
}

class GpuExecutor : public Executor {
 public:
  explicit GpuExecutor(const std::filesystem::path& module) {
    set_up_driver();
    handle_ = load_anew(module);
    if (!handle_) throw std::runtime_error(std::string("cannot load: ") + ::dlerror());
    const auto abi = symbol<int (*)()>("gridlock_module_abi_version");
    if (abi() != kModuleAbiVersion)
      throw std::runtime_error("the module was built for another version of gridlock");
    list_ = symbol<const ScenarioEntry* (*)()>("gridlock_module_scenarios")();
    probe();
  }

  std::string description() const override { return description_; }
  Causes unusable() const override { return unusable_; }
  int devices() const override { return devices_; }

  std::vector<std::string> scenarios() const override {
    std::vector<std::string> names;
    for (auto* entry = list_; entry; entry = entry->next) names.push_back(entry->name);
    return names;
  }

  Summary explore(const ExploreRequest& request, Sink& sink) override;

  Summary run_program(const RunRequest&, Sink&) override {
    throw std::runtime_error("only the simulator runs whole programs");
  }

 private:
  /// Finds out whether the device works, its name, and the number of devices.
  void probe();

  template <class Function>
  Function symbol(const char* name) {
    void* const found = ::dlsym(handle_, name);
    if (!found) throw std::runtime_error(std::string("the module has no ") + name);
    return reinterpret_cast<Function>(found);
  }

  const ScenarioEntry& scenario(const std::string& name) const {
    for (auto* entry = list_; entry; entry = entry->next)
      if (name == entry->name) return *entry;
    throw std::runtime_error("the module has no scenario \"" + name + "\"");
  }

  void* handle_ = nullptr;
  const ScenarioEntry* list_ = nullptr;
  std::string description_;
  Causes unusable_;
  int devices_ = 0;
};

/// Runs the scenario once; an exception becomes a finding.
Launch launch_once(const ScenarioEntry& scenario, const Params& params) {
  Launch launch{params, {}, {}, false, {}};
  const ScenarioHost host{&launch,
                          on_param,
                          on_output,
                          on_name_memory,
                          on_name_stream,
                          on_api_error,
                          on_scenario_error,
                          on_watch,
                          on_sharing_blocks,
                          on_fail_launch,
                          on_has_launch_failed,
                          on_live};
  const auto thrown = [&](Verdict verdict, const HostThrew& what) {
    launch.finding.emplace().kind = verdict;
    launch.finding->what = {what};
    launch.sticky = true;
  };
  try {
    scenario.run(&host);
  } catch (const std::bad_alloc&) {
    thrown(Verdict::out_of_memory, {"", true});
  } catch (const std::exception& error) {
    thrown(Verdict::crashed, {error.what()});
  } catch (...) {
    thrown(Verdict::crashed, {});
  }
  return launch;
}

void GpuExecutor::probe() {
  const Params none;
  Launch launch = launch_once(scenario(kProbeScenario), none);
  if (launch.finding) unusable_ = launch.finding->what;
  for (const std::int64_t count : launch.outputs["devices"])
    devices_ = static_cast<int>(count);
  for (const std::int64_t letter : launch.outputs["device"])
    description_.push_back(static_cast<char>(letter));
}

Summary GpuExecutor::explore(const ExploreRequest& request, Sink& sink) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  const ScenarioEntry& entry = scenario(request.scenario);
  const Exploration& wanted = request.exploration;
  std::set<Outputs> seen;
  Summary summary;
  while (summary.schedules < wanted.schedules && !summary.cut_short) {
    Launch launch = launch_once(entry, request.params);
    ++summary.schedules;
    if (!launch.scenario_error.empty()) throw std::runtime_error(launch.scenario_error);
    if (launch.finding) {
      summary.worker_spent = launch.sticky;
      sink.finding(*launch.finding);
      break;
    }
    if (!seen.contains(launch.outputs)) {
      Outcome outcome;
      outcome.outputs = std::move(launch.outputs);
      if (!sink.outcome(outcome)) break;
      if (seen.size() < kOutcomesRemembered) seen.insert(std::move(outcome.outputs));
    }
    sink.progress(summary.schedules);
    summary.cut_short =
        wanted.budget_ms > 0 && seconds() * 1000 > double(wanted.budget_ms);
  }
  summary.seconds = seconds();
  return summary;
}

}  // namespace

void warm_up_gpu(int devices) {
  set_up_driver();
  void* const driver = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
  if (!driver) return;  // The module will report it.
  const auto init = reinterpret_cast<int (*)(unsigned)>(::dlsym(driver, "cuInit"));
  const auto retain =
      reinterpret_cast<int (*)(void**, int)>(::dlsym(driver, "cuDevicePrimaryCtxRetain"));
  if (!init || !retain || init(0) != 0) return;
  void* context = nullptr;
  for (int device = 0; device < devices && retain(&context, device) == 0; ++device) {
  }
}

std::unique_ptr<Executor> make_gpu_executor(const std::filesystem::path& module) {
  return std::make_unique<GpuExecutor>(module);
}

}  // namespace gridlock
