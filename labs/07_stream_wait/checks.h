/// What the checks of lab 07 share: devices, received data, and rules for all functions.
#pragma once

#include <gridlock/kit.h>
#include <map>

namespace gridlock::check {
namespace {

// ---- Correct results ---------------------------------------------------------------

// Byte i of the data sent with this seed; scenarios.cu has the same formula.
inline int64_t byte_at(int64_t i, int64_t seed) {
  return (i * 37 + seed * 59 + 11) % 127;
}
constexpr int64_t kByteMax = 126;  // Unwritten memory holds more.

// CUDA's name of an error, for those that a student might predict here.
inline string error_name(int64_t code) {
  static const std::map<int64_t, string> names = {{1, "InvalidValue"},
                                                  {3, "InitializationError"},
                                                  {101, "InvalidDevice"},
                                                  {201, "DeviceUninitialized"},
                                                  {217, "PeerAccessUnsupported"},
                                                  {400, "InvalidResourceHandle"},
                                                  {600, "NotReady"},
                                                  {700, "IllegalAddress"},
                                                  {701, "LaunchOutOfResources"},
                                                  {704, "PeerAccessAlreadyEnabled"},
                                                  {705, "PeerAccessNotEnabled"},
                                                  {709, "ContextIsDestroyed"},
                                                  {801, "NotSupported"}};
  if (code == 0) return "cudaSuccess";
  const auto name = names.find(code);
  return name == names.end() ? cat("error ", code) : "cudaError" + name->second;
}

// ---- Ways --------------------------------------------------------------------------

struct Way {
  int64_t from = 0, to = 1;
  int64_t devices = 2;
};

inline string text(const Way& way) {
  return cat(counted(way.devices, "device"), ", from device ", way.from, " to ", way.to);
}

// Which lane is kept busy until the student's code has returned; a neighbour is another
// stream of the same device, which the lanes do not wait for.
constexpr int64_t kNobody = 0, kSource = 1, kTarget = 2, kNextToSource = 3,
                  kNextToTarget = 4;

// Makes a device without a lane current, if there is one: a failure to restore it shows.
inline Params params_of(const Way& way, int64_t gated = kNobody) {
  return given("from", way.from, "to", way.to, "devices", way.devices, "gated", gated,
               "current", way.devices - 1, "turn", 1);
}

inline void skip_without_peers(const Outcome& outcome) {
  if (on_gpu() && outcome.value("peers") == 0)
    skip_on_gpu("these GPUs cannot use each other's memory");
}

// The devices of two lanes differ; there are two to four, and any one is current.
inline bool devices_differ(Case c) {
  return c["from"] != c["to"] &&
         std::max({c["from"], c["to"], c["current"]}) < c["devices"];
}

inline CaseSpace& on_any_devices(CaseSpace& space) {
  space.number("devices", 2, 4, {2, 3, 4}).number("from", 0, 3, {0, 1, 2, 3});
  space.number("to", 0, 3).number("current", 0, 3, {0, 1, 3}).number("turn", 0, 1);
  return space.where(devices_differ);
}

// "from device 2 to device 0 of 3 devices, device 1 is current".
inline string text_of_devices(Case c) {
  const int64_t current = c["current"];
  return cat("from device ", c["from"], " to device ", c["to"], " of ",
             counted(c["devices"], "device"),
             current == 0 ? "" : cat(", device ", current, " is current"));
}

inline void explore_all(const string& scenario, Case c, const Judge& judge) {
  explore_on(machine_with(c["devices"]), scenario, c, judge);
}

// ---- What holds for every function -------------------------------------------------

// While an object of this class lives, the functions must leave the current device as it
// is: one check per part tests that, and the others need not repeat it.
struct LeavesDevice {
  LeavesDevice() { asked = true; }
  LeavesDevice(const LeavesDevice&) = delete;
  ~LeavesDevice() { asked = false; }
  static inline bool asked = false;
};

// The name of call number `number` out of `calls`, in the order of scenarios.cu.
inline string call_of(const string& function, size_t number, size_t calls) {
  if (function != "copyStaged") return function;
  return number == 0 ? "openPipe" : number + 1 == calls ? "closePipe" : function;
}

inline void check_device(const Outcome& outcome, const string& function) {
  const auto& current = outcome["current"];
  const auto& before = sized(outcome, "before", ssize(current));
  for (size_t i = 0; i < current.size(); ++i)
    ENSURE(current[i] == before[i], call_of(function, i, current.size()),
           "() leaves another device current: device ", before[i], " before it, device ",
           current[i], " after it");
}

inline void check_manners(const Outcome& outcome, const string& function) {
  if (LeavesDevice::asked) check_device(outcome, function);
  ENSURE(outcome.value("gave_up") == 0,
         "the host waited for a stream that was waiting for the host");
}

inline void check_spilled(const Outcome& outcome, bool in_chunks) {
  const auto& spilled = outcome["spilled"];
  if (spilled.empty()) return;
  FAIL(
      counted(ssize(spilled), "byte"),
      " outside the target changed, the first at target[", spilled.front(),
      "], counted from the start of the whole buffer",
      in_chunks ? "; a copy must be of `part` bytes, into the buffer and out of it" : "");
}

// The remark that names the byte that arrived in the place of byte `i` of copy `copy`.
inline string sender(int64_t arrived, int64_t i, int64_t n, int64_t copy, int64_t copies,
                     int64_t seed) {
  for (int64_t other = 0; other < copies; ++other)
    if (other != copy && arrived == byte_at(i, seed + other))
      return cat(", as in copy ", other + 1);
  for (int64_t other = 0; other < n; ++other)
    if (other != i && arrived == byte_at(other, seed + copy))
      return cat(", as byte ", other);
  return "";
}

// Whether `arrived` has the same place in another chunk as byte `i` in its own.
inline bool is_of_other_chunk(int64_t arrived, int64_t i, int64_t n, int64_t seed,
                              int64_t chunk) {
  for (int64_t other = i % chunk; other < n; other += chunk)
    if (other != i && arrived == byte_at(other, seed)) return true;
  return false;
}

// Fails unless `copies` copies of n bytes arrived, each with its seed.
inline void check_bytes(const Outcome& outcome, int64_t n, int64_t copies, int64_t seed,
                        int64_t chunk = 0) {
  const auto& out = sized(outcome, "out", n * copies);
  for (int64_t at = 0; at < n * copies; ++at) {
    const int64_t copy = at / n, i = at % n, arrived = out[at];
    const int64_t sent = byte_at(i, seed + copy);
    const string which = copies == 1 ? "" : cat("copy ", copy + 1, ": ");
    ENSURE((arrived == sent || arrived <= kByteMax), which, "byte ", i, " of ", n,
           " did not arrive in out[", at, "], or was read too early: it is ", arrived,
           ", which was never sent, not ", sent,
           chunk > 0 && i == chunk
               ? "; the second chunk goes from from + done to to + done, as each does"
               : "");
    ENSURE(arrived == sent, which, "byte ", i, " of ", n, " arrived in out[", at, "] as ",
           arrived, sender(arrived, i, n, copy, copies, seed), ", and was sent as ", sent,
           chunk > 0 && is_of_other_chunk(arrived, i, n, seed + copy, chunk)
               ? "; each chunk goes from from + done to to + done"
               : "");
  }
}

// The functions that make events or launch kernels, in the order of scenarios.cu.
enum class Issues { follow, staged, direct, add, pipeline };

inline const char* name_of(Issues function) {
  constexpr const char* kNames[] = {"follow", "openPipe(), copyStaged() and closePipe",
                                    "copyDirect", "addPeer", "runPipeline"};
  return kNames[static_cast<size_t>(function)];
}

inline Params call_to(Issues function) {
  return given("function", static_cast<int64_t>(function), "current", 0, "turn", 1,
               "devices", 2);
}

// A function may keep a few events or buffers across calls, but not a new one per call.
inline void leave_nothing(Issues function) {
  const RacesAside races_aside;
  const Cheaper once(1000);
  constexpr int64_t kTimes = 66;
  INFO("the same call, ", kTimes, " times and then twice more");
  const Params params = with(call_to(function), "times", kTimes);
  explore_all("left_behind", params, [&](const Outcome& outcome) {
    for (const auto& kind :
         {std::pair("events", "more event"), std::pair("allocations", "more buffer")}) {
      const int64_t more = outcome[kind.first].back() - outcome[kind.first].front();
      ENSURE(more <= 0, "calling ", name_of(function), "() twice more leaves ",
             counted(more, kind.second), " behind");
    }
  });
}

// If its first launch fails, or its last one, the function must return that error.
inline void return_launch_error(Issues function, int64_t launches) {
  const Cheaper once(1000);
  for (const int64_t nth : {int64_t{0}, launches - 1}) {
    INFO("a launch that fails: number ", nth + 1, " of ", launches);
    const Params params = with(call_to(function), "nth", nth);
    explore_all("failing_launch", params, [&](const Outcome& outcome) {
      constexpr int64_t kOutOfResources = 701;
      ENSURE(outcome.value("failed") == 1, name_of(function), "() launches fewer than ",
             counted(launches, "kernel"));
      ENSURE(outcome.value("returned") == kOutOfResources, name_of(function),
             "() returned ", error_name(outcome.value("returned")),
             " where a launch had failed with ", error_name(kOutOfResources));
      check_device(outcome, name_of(function));
    });
  }
}

// ---- Copies ------------------------------------------------------------------------

struct Load {
  int64_t bytes, chunk, copies = 1;      // A direct copy has no chunks: 0.
  int64_t source_at = 0, target_at = 0;  // Bytes after an aligned address.
  int64_t gate_at = 0;                   // The copy before which the gate is closed.
  bool old = false;                      // An earlier call left an error.
};

inline string text(const Load& load) {
  return cat(load.copies == 1 ? "" : counted(load.copies, "copy", "copies") + " of ",
             counted(load.bytes, "byte"),
             load.chunk == 0 ? "" : cat(" in chunks of ", load.chunk));
}

inline void send(const string& scenario, const Load& load, const Way& way,
                 int64_t gated = kNobody) {
  INFO(text(load), ", ", text(way));
  const Params params =
      with(params_of(way, gated), "bytes", load.bytes, "chunk", load.chunk, "copies",
           load.copies, "source_at", load.source_at, "old", load.old, "target_at",
           load.target_at, "gate_at", load.gate_at);
  explore_all(scenario, params, [&](const Outcome& outcome) {
    check_manners(outcome, scenario == "staged" ? "copyStaged" : "copyDirect");
    if (scenario == "staged")
      ENSURE(
          outcome.value("not_pinned") == 0, "openPipe() allocates ",
          counted(outcome.value("not_pinned"), "buffer"),
          " in memory of a device or in managed memory: both buffers must be in pinned "
          "host memory, of cudaMallocHost()");
    check_spilled(outcome, load.chunk > 0);
    check_bytes(outcome, load.bytes, load.copies, 0, load.chunk);
  });
}

// On GPUs: more bytes, or integers, than 32 bits can number.
enum FarWay { kFarStaged, kFarDirect, kFarAdded };

inline void send_far(FarWay way, int64_t n) {
  const Cheaper once(1000);
  const Params params = given("from", 0, "to", 1, "devices", 2, "gated", kNobody, "way",
                              way, "n", n, "chunk", (int64_t{1} << 26) + 4);
  constexpr const char* kWays[] = {"copyStaged()", "copyDirect()", "addPeer()"};
  INFO(kWays[way], " of ", n, " integers, ", text(Way{}));
  explore_all("far", params, [&](const Outcome& outcome) {
    skip_without_peers(outcome);
    ENSURE(outcome.value("wrong") == 0, "of ", n, " integers, ", outcome.value("wrong"),
           " are wrong");
  });
}

}  // namespace
}  // namespace gridlock::check
