// The checks of lab 07.  Read them in order: each rules out one wrong idea.  A title is a
// claim; it holds if the check passes.
//
// They need two devices or more, which the simulator has.  On GPUs, each check uses as
// many as the machine has; with only one it is skipped, unless part of it needs only one.

#include <gridlock/cases.h>
#include <gridlock/check.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace {

using gridlock::DeviceModel;
using gridlock::Params;
using gridlock::check::as_number;
using gridlock::check::as_sequence;
using gridlock::check::CaseSpace;
using gridlock::check::Cheaper;
using gridlock::check::explore;
using gridlock::check::for_cases;
using gridlock::check::on_gpu;
using gridlock::check::Outcome;

// ---- What is right -----------------------------------------------------------------

// Byte i of the data sent with this seed; scenarios.cu has the same formula.
std::int64_t element(std::int64_t i, std::int64_t seed) {
  return (i * 37 + seed * 59 + 11) % 127;
}
constexpr std::int64_t kElementMax = 126;  // Unwritten memory holds more.

// What a value becomes at the stations whose bits are set, if each works `times` times.
std::int32_t worked(std::int64_t start, unsigned stations, int times = 1) {
  auto value = static_cast<std::uint32_t>(start);
  for (unsigned station = 0; stations >> station != 0; ++station)
    for (int time = 0; (stations >> station & 1) != 0 && time < times; ++time)
      value = 3 * value + station + 1;
  return static_cast<std::int32_t>(value);
}

// Element i of an item, before any station; scenarios.cu has the same formula.
std::int64_t ingredient(std::int64_t i, std::int64_t item) {
  return (item % 2 == 0 ? 1 : -1) * (1000 * (item + 1) + 7 * i);
}
constexpr std::int64_t kUnwritten = 0xa5a5a5a5;  // Unwritten device memory.

// "1 byte", "3 bytes"; "1 copy", "3 copies".
std::string counted(std::int64_t number, const std::string& noun,
                    const std::string& plural = "") {
  const std::string many = plural.empty() ? noun + "s" : plural;
  return std::to_string(number) + " " + (number == 1 ? noun : many);
}

// CUDA's name of an error, for those that a student might predict here.
std::string error_name(std::int64_t code) {
  struct Name {
    std::int64_t code;
    const char* text;
  };
  for (const Name& name :
       {Name{0, "cudaSuccess"}, Name{1, "cudaErrorInvalidValue"},
        Name{3, "cudaErrorInitializationError"}, Name{101, "cudaErrorInvalidDevice"},
        Name{201, "cudaErrorDeviceUninitialized"},
        Name{217, "cudaErrorPeerAccessUnsupported"},
        Name{400, "cudaErrorInvalidResourceHandle"}, Name{600, "cudaErrorNotReady"},
        Name{700, "cudaErrorIllegalAddress"},
        Name{704, "cudaErrorPeerAccessAlreadyEnabled"},
        Name{705, "cudaErrorPeerAccessNotEnabled"},
        Name{701, "cudaErrorLaunchOutOfResources"},
        Name{709, "cudaErrorContextIsDestroyed"}, Name{801, "cudaErrorNotSupported"}})
    if (name.code == code) return name.text;
  return "error " + std::to_string(code);
}

// ---- Ways --------------------------------------------------------------------------

// From one device to another, out of this many.
struct Way {
  std::int64_t from = 0, to = 1;
  int devices = 2;
};

std::string text(const Way& way) {
  return counted(way.devices, "device") + ", from device " + std::to_string(way.from) +
         " to " + std::to_string(way.to);
}

DeviceModel model(int devices) {
  DeviceModel device;
  device.devices = devices;
  return device;
}

// Which lane is kept busy until the student's code has returned; a neighbour is a stream
// of the same device that the lanes have nothing to do with.
constexpr std::int64_t kNobody = 0, kSource = 1, kTarget = 2, kNextToSource = 3,
                       kNextToTarget = 4;

Params params_of(const Way& way, std::int64_t gated = kNobody) {
  return {{"from", way.from}, {"to", way.to}, {"devices", way.devices}, {"gated", gated}};
}

// Some GPUs cannot use each other's memory at all.
void skip_without_peers(const Outcome& outcome) {
  if (gridlock::check::on_gpu() && outcome.value("peers") == 0)
    gridlock::check::skip_on_gpu("these GPUs cannot use each other's memory");
}

std::int64_t length(const Params& params, const char* sequence) {
  return static_cast<std::int64_t>(as_sequence(params.at(sequence)).size());
}

// From any device to any other one, of two to four, while any of them is current.
bool devices_differ(const Params& params) {
  return params.at("from") != params.at("to") &&
         std::max({params.at("from"), params.at("to"), params.at("current")}) <
             params.at("devices");
}

// "from device 2 to device 0 of 3 devices", and which device is current, if it is not
// device 0.
std::string text_of_devices(const Params& params) {
  const std::int64_t current = params.at("current");
  return "from device " + std::to_string(params.at("from")) + " to device " +
         std::to_string(params.at("to")) + " of " +
         counted(params.at("devices"), "device") +
         (current == 0 ? "" : ", device " + std::to_string(current) + " is current");
}

CaseSpace& on_any_devices(CaseSpace& space) {
  space.number("devices", 2, 4, {2, 3, 4}).number("from", 0, 3, {0, 1, 2, 3});
  space.number("to", 0, 3).number("current", 0, 3, {0, 1, 3}).number("turn", 0, 1);
  return space.where(devices_differ);
}

DeviceModel model(const Params& params) {
  return model(static_cast<int>(params.at("devices")));
}

// As long as it lives, the functions must leave the current device as it is: one check
// per part tests that, and the others need not repeat it.
class LeavesDevice {
 public:
  LeavesDevice() { asked_ = true; }
  LeavesDevice(const LeavesDevice&) = delete;
  LeavesDevice& operator=(const LeavesDevice&) = delete;
  ~LeavesDevice() { asked_ = false; }
  static bool asked() { return asked_; }

 private:
  static inline bool asked_ = false;
};

// In place of a function: those that large_chunk calls.
constexpr const char* kLargePipes = "a pipe that is too large";

// The call with this number out of `calls`, in the order of scenarios.cu.
std::string call_of(const std::string& function, std::size_t number, std::size_t calls) {
  // A pipe that cannot be made, or cannot copy, is followed by a small one.
  static const std::vector<std::string> kLargePipe[] = {
      {"openPipe", "copyStaged", "closePipe"},
      {"openPipe", "openPipe", "copyStaged", "closePipe"},
      {"openPipe", "copyStaged", "openPipe", "copyStaged", "closePipe"}};
  if (function == kLargePipes && calls >= 3 && calls <= 5)
    return kLargePipe[calls - 3][number];
  if (function != "copyStaged") return function;
  return number == 0 ? "openPipe" : number + 1 == calls ? "closePipe" : function;
}

// What holds for every function of the lab.
void check_device(const Outcome& outcome, const std::string& function) {
  const auto& before = outcome["before"];
  const auto& current = outcome["current"];
  REQUIRE(before.size() == current.size());
  for (std::size_t i = 0; i < current.size(); ++i)
    REQUIRE_MESSAGE(current[i] == before[i], call_of(function, i, current.size()),
                    "() leaves another device current: device ", before[i],
                    " before it, device ", current[i], " after it");
}

void check_manners(const Outcome& outcome, const std::string& function) {
  if (LeavesDevice::asked()) check_device(outcome, function);
  REQUIRE_MESSAGE(outcome.value("gave_up") == 0,
                  "the host waited for a stream that was waiting for the host");
}

// Around a copy's target nothing was written.
void check_spilled(const Outcome& outcome) {
  const auto& spilled = outcome["spilled"];
  if (spilled.empty()) return;
  FAIL(counted(static_cast<std::int64_t>(spilled.size()), "byte"),
       " outside the target changed, the first at target[", spilled.front(),
       "], counted from the start of the whole buffer");
}

// Where this byte belongs, if byte `i` of copy `copy` was expected: to another copy, or
// to another place in the same one.
std::string sender(std::int64_t arrived, std::int64_t i, std::int64_t n,
                   std::int64_t copy, std::int64_t copies, std::int64_t seed) {
  for (std::int64_t other = 0; other < copies; ++other)
    if (other != copy && arrived == element(i, seed + other))
      return ", as in copy " + std::to_string(other + 1);
  for (std::int64_t other = 0; other < n; ++other)
    if (other != i && arrived == element(other, seed + copy))
      return ", as byte " + std::to_string(other);
  return "";
}

// `copies` copies of n bytes arrived, each with its seed.
void check_bytes(const Outcome& outcome, std::int64_t n, std::int64_t copies,
                 std::int64_t seed) {
  const auto& out = outcome["out"];
  REQUIRE(out.size() == static_cast<std::size_t>(n * copies));
  for (std::int64_t copy = 0; copy < copies; ++copy) {
    const std::string which =
        copies == 1 ? "" : "copy " + std::to_string(copy + 1) + ": ";
    for (std::int64_t i = 0; i < n; ++i) {
      const std::int64_t at = copy * n + i;
      const std::int64_t arrived = out[static_cast<std::size_t>(at)];
      const std::int64_t sent = element(i, seed + copy);
      REQUIRE_MESSAGE((arrived == sent || arrived <= kElementMax), which, "byte ", i,
                      " of ", n, " did not arrive in out[", at,
                      "], or was read too early: it is ", arrived,
                      ", which was never sent, not ", sent);
      REQUIRE_MESSAGE(arrived == sent, which, "byte ", i, " of ", n, " arrived in out[",
                      at, "] as ", arrived, sender(arrived, i, n, copy, copies, seed),
                      ", and was sent as ", sent);
    }
  }
}

// The functions that make events or launch kernels, in the order of scenarios.cu.
enum class Issues { follow, staged, direct, add, pipeline };

const char* name_of(Issues function) {
  constexpr const char* kNames[] = {"follow", "openPipe(), copyStaged() and closePipe",
                                    "copyDirect", "addPeer", "runPipeline"};
  return kNames[static_cast<std::size_t>(function)];
}

// Calls the function in one of the scenarios that call any, with one parameter more.
void explore_issuer(const std::string& scenario, Issues function,
                    const std::pair<std::string, std::int64_t>& more,
                    const std::function<void(const Outcome&)>& judge) {
  Params params = {{"function", static_cast<std::int64_t>(function)},
                   {"current", 0},
                   {"turn", 1},
                   {"devices", 2}};
  params.insert(more);
  explore(scenario, params, judge, model(2));
}

// Called again, a function leaves no more events or buffers behind.  It may keep a few
// for all of its calls.
void leave_nothing(Issues function) {
  if (on_gpu()) return;  // It does not tell how many there are.
  const Cheaper once(1000);
  constexpr std::int64_t kTimes = 66;
  INFO("the same call, ", kTimes, " times and then twice more");
  explore_issuer("left_behind", function, {"times", kTimes}, [&](const Outcome& outcome) {
    for (const auto& kind :
         {std::pair("events", "more event"), std::pair("allocations", "more buffer")}) {
      const auto& counts = outcome[kind.first];
      const std::int64_t more = counts.back() - counts.front();
      REQUIRE_MESSAGE(more <= 0, "calling ", name_of(function), "() twice more leaves ",
                      counted(more, kind.second), " behind");
    }
  });
}

// The function returns the error of a launch that fails: its first one and its last one.
void return_launch_error(Issues function, std::int64_t launches) {
  if (on_gpu()) return;  // There no launch fails when asked to.
  const Cheaper once(1000);
  for (const std::int64_t nth : {std::int64_t{0}, launches - 1}) {
    INFO("a launch that fails: number ", nth + 1, " of ", launches);
    explore_issuer("failing_launch", function, {"nth", nth}, [&](const Outcome& outcome) {
      constexpr std::int64_t kOutOfResources = 701;
      REQUIRE_MESSAGE(outcome.value("failed") == 1, name_of(function),
                      "() launches fewer than ", counted(launches, "kernel"));
      REQUIRE_MESSAGE(outcome.value("returned") == kOutOfResources, name_of(function),
                      "() returned ", error_name(outcome.value("returned")),
                      " where a launch had failed with ", error_name(kOutOfResources));
      check_device(outcome, name_of(function));
    });
  }
}

// ---- 7a: one lane follows another --------------------------------------------------

void hand_over(const Way& way, std::int64_t gated, std::int64_t times = 1,
               bool old = false) {
  constexpr std::int64_t kBytes = 2;
  INFO(text(way), times == 1 ? "" : ", " + std::to_string(times) + " times");
  for (const char* scenario : {"follow", "events"}) {
    if (scenario == std::string("events") && times > 1) continue;
    Params params = params_of(way, gated);
    params["bytes"] = kBytes;
    params["times"] = times;
    params["current"] = way.devices - 1;
    params["turn"] = 1;
    params["old"] = old;
    explore(
        scenario, params,
        [&](const Outcome& outcome) {
          const bool is_follow = scenario == std::string("follow");
          check_manners(outcome, is_follow ? "follow" : "makeEvent");
          check_bytes(outcome, kBytes, times, 0);
          REQUIRE_MESSAGE((is_follow || outcome.value("same") == 0),
                          "two calls of makeEvent() gave the same event");
        },
        model(way.devices));
  }
}

LAB_CHECK("7a", 2, functional,
          "what comes after follow() sees what came before it, on any two devices") {
  const LeavesDevice leaves_device;
  const Cheaper cheaper(8);
  for (const Way& way : {Way{0, 1, 2}, Way{2, 1, 3}, Way{3, 0, 4}, Way{1, 1, 2}})
    hand_over(way, kNobody);
  const Cheaper once(1000);
  hand_over({1, 0, 2}, kNobody, 2, true);  // An old error is none of its own.
  hand_over({1, 0, 2}, kNobody, 300);      // More events than one would keep.
  leave_nothing(Issues::follow);
}

// Four lanes on one to three devices: again and again, one follows another; scenarios.cu
// lists the kinds of operations.  A lane comes after everything that the lane that it
// follows had come after.
CaseSpace follows(std::vector<std::int64_t> gated) {
  CaseSpace space;
  space.number("devices", 1, 3, {1, 2, 3});
  space.number("gated", gated.front(), gated.back(), gated);
  space.number("current", 0, 2, {0, 1, 2}).number("turn", 0, 1);
  space.where(
      [](const Params& params) { return params.at("current") < params.at("devices"); });
  space.sequence("arrows", 8, 9,
                 {{0}, {4}, {0, 6, 7}, {2, 5}, {1, 0, 2}, {0, 0, 0, 0, 0, 0, 0, 0, 5}});
  return space.cost(
      [](const Params& params) { return 4 + 8 * length(params, "arrows"); });
}

constexpr std::int64_t kNoLane = 4;

// "lanes 0 to 3 on devices 0, 0, 1, 1: follow(1, 0), follow(2, 0)".
std::string arrows_of(const Params& params) {
  // The later lane and the earlier one, as scenarios.cu lists them.
  constexpr int kArrows[][2] = {{1, 0}, {0, 1}, {2, 0}, {0, 2},
                                {3, 2}, {2, 3}, {3, 1}, {1, 3}};
  constexpr std::int64_t kLanes = 4;
  std::string text = "lanes 0 to 3 on devices ", separator = ": ";
  for (std::int64_t lane = 0; lane < kLanes; ++lane)
    text += (lane ? ", " : "") + std::to_string(lane * params.at("devices") / kLanes);
  const std::vector<int> kinds = as_sequence(params.at("arrows"));
  for (auto kind = kinds.begin(); kind != kinds.end();) {
    const auto next =
        std::find_if(kind, kinds.end(), [&](int it) { return it != *kind; });
    const auto [later, earlier] = kArrows[*kind];
    text += separator + "follow(" + std::to_string(later) + ", " +
            std::to_string(earlier) + ")";
    if (next - kind > 1) text += " " + std::to_string(next - kind) + " times";
    kind = next;
    separator = ", ";
  }
  if (const std::int64_t gated = params.at("gated"); gated != kNoLane)
    text += ", while lane " + std::to_string(gated) + " is busy";
  return text;
}

void follow_in_turn(const std::vector<std::int64_t>& gated) {
  if (on_gpu()) return;
  for_cases(follows(gated), [](const Params& params) {
    INFO(arrows_of(params));
    explore(
        "arrows", params,
        [&](const Outcome& outcome) {
          if (!as_sequence(params.at("arrows")).empty()) check_manners(outcome, "follow");
          REQUIRE_MESSAGE(outcome.value("missing") == 0,
                          "a lane went on before a lane that it follows, directly or by "
                          "way of others, had got that far");
        },
        model(params));
  });
}

LAB_CHECK("7a", 2, functional,
          "follow() makes neither the host wait nor the earlier lane") {
  const Cheaper cheaper(20);
  for (const std::int64_t gated : {kSource, kNextToSource, kNextToTarget})
    hand_over({0, 1, 2}, gated);
  hand_over({1, 0, 2}, kTarget);
  follow_in_turn({0, 1, 2, 3});
}

LAB_CHECK("7a", 6, ordering, "follow() orders one lane after the other") {
  {
    const Cheaper cheaper(4);
    for (const Way& way : {Way{0, 1, 2}, Way{1, 0, 2}, Way{2, 3, 4}})
      hand_over(way, kNobody);
  }
  follow_in_turn({kNoLane});
}

// ---- 7b: through the host's memory -------------------------------------------------

struct Load {
  std::int64_t bytes, chunk, copies = 1;      // A direct copy has no chunks: 0.
  std::int64_t source_at = 0, target_at = 0;  // Bytes after an aligned address.
  std::int64_t gate_at = 0;                   // The copy before which the gate is closed.
  bool old = false;                           // An earlier call left an error.
};

std::string text(const Load& load) {
  return (load.copies == 1 ? "" : counted(load.copies, "copy", "copies") + " of ") +
         counted(load.bytes, "byte") +
         (load.chunk == 0 ? "" : " in chunks of " + std::to_string(load.chunk));
}

void send(const std::string& scenario, const Load& load, const Way& way,
          std::int64_t gated = kNobody) {
  INFO(text(load), ", ", text(way));
  Params params = params_of(way, gated);
  params["bytes"] = load.bytes;
  params["chunk"] = load.chunk;
  params["copies"] = load.copies;
  params["source_at"] = load.source_at;
  params["old"] = load.old;
  params["target_at"] = load.target_at;
  params["gate_at"] = load.gate_at;
  // A device of neither lane, if there is one: restoring a wrong device, or none, shows.
  params["current"] = way.devices - 1;
  params["turn"] = 1;
  explore(
      scenario, params,
      [&](const Outcome& outcome) {
        check_manners(outcome, scenario == "staged" ? "copyStaged" : "copyDirect");
        check_spilled(outcome);
        check_bytes(outcome, load.bytes, load.copies, 0);
      },
      model(way.devices));
}

// No machine has the memory for two buffers of 2^40 bytes and a few more.  A pipe of a
// few bytes can still be made afterwards.
void chunk_too_large() {
  CaseSpace space;
  space.number("more", 0, 5, {0, 4});
  on_any_devices(space).cost([](const Params&) { return 2'000; });
  for_cases(space, [](Params params) {
    params["chunk"] = (std::int64_t{1} << 40) + params.at("more");
    INFO("a pipe ", text_of_devices(params), "; its buffers have ", params.at("chunk"),
         " bytes, which no memory has");
    explore(
        "large_chunk", params,
        [](const Outcome& outcome) {
          check_device(outcome, kLargePipes);
          REQUIRE(outcome.value("gave_up") == 0);
          check_bytes(outcome, 12, 1, 0);
        },
        model(params));
  });
}

// The sizes of successive copies through a pipe, from nothing to three chunks and a byte:
// the numbers are places in this list.
std::vector<std::int64_t> sizes_of(const Params& params) {
  const std::int64_t chunk = params.at("chunk");
  const std::int64_t sizes[] = {0,         1,         chunk,        chunk + 1,
                                2 * chunk, 3 * chunk, 3 * chunk + 1};
  std::vector<std::int64_t> copies;
  for (const int size : as_sequence(params.at("copies"))) copies.push_back(sizes[size]);
  return copies;
}

// "copies of 1, 0, 1 byte(s) through 2 pipes, in chunks of 2, from device 0 to 1".
std::string copies_of(const Params& params) {
  std::string sizes;
  for (const std::int64_t bytes : sizes_of(params))
    sizes += (sizes.empty() ? "" : ", ") + std::to_string(bytes);
  std::string text = sizes.empty() ? "no copy" : "copies of " + sizes + " byte(s)";
  text += " through " + counted(params.at("pipes"), "pipe") + ", in chunks of " +
          std::to_string(params.at("chunk")) + ", from device " +
          std::to_string(params.at("from")) + " to " + std::to_string(params.at("to"));
  const std::int64_t again = params.at("again");
  if (again < static_cast<std::int64_t>(sizes_of(params).size()))
    text += ", a pipe reopened before copy " + std::to_string(again + 1);
  return text;
}

CaseSpace loads() {
  CaseSpace space;
  space.number("chunk", 1, 5, {1, 2, 3, 5});
  space.number("pipes", 1, 3, {1, 2}).number("again", 0, 4, {1, 2, 4});
  space.sequence("copies", 7, 5,
                 {{1}, {3}, {5}, {1, 4}, {4, 1}, {1, 0, 1}, {2, 5, 2}, {6, 0, 3, 1}});
  return on_any_devices(space).cost([](const Params& params) {
    std::int64_t chunks = 4;
    for (const std::int64_t bytes : sizes_of(params))
      chunks += 2 + bytes / params.at("chunk");
    return 8 * chunks;
  });
}

// Copies of different sizes through one pipe, closed as soon as they are given out.
void send_in_turn(const Params& params) {
  INFO(copies_of(params));
  explore(
      "sizes", params,
      [&](const Outcome& outcome) {
        const auto& out = outcome["out"];
        std::int64_t at = 0, copy = 0;
        for (const std::int64_t bytes : sizes_of(params)) {
          REQUIRE(out.size() >= static_cast<std::size_t>(at + bytes));
          for (std::int64_t i = 0; i < bytes; ++i, ++at)
            REQUIRE_MESSAGE(out[static_cast<std::size_t>(at)] == element(i, copy),
                            "copy ", copy + 1, ": byte ", i, " of ", bytes,
                            " arrived in out[", at, "] as ",
                            out[static_cast<std::size_t>(at)], ", and was sent as ",
                            element(i, copy));
          ++copy;
        }
        const auto& at_close = outcome["at_close"];
        for (std::size_t i = 0; i < at_close.size(); ++i)
          REQUIRE_MESSAGE(at_close[i] == element(static_cast<std::int64_t>(i), copy - 1),
                          "closePipe() returned, and the last copy had not arrived");
      },
      model(params));
}

void send_in_turn() {
  if (on_gpu()) return;
  // Whether an empty copy makes the next one forget what is under way shows in few cases.
  send_in_turn({{"chunk", 1},
                {"pipes", 1},
                {"again", 4},
                {"copies", as_number({1, 0, 1})},
                {"devices", 2},
                {"from", 1},
                {"to", 0},
                {"current", 0},
                {"turn", 0}});
  for_cases(loads(), [](const Params& params) { send_in_turn(params); });
}

// On GPUs: more bytes, or integers, than 32 bits can number.
enum FarWay { kFarStaged, kFarDirect, kFarAdded };

void send_far(FarWay way, std::int64_t n) {
  const Cheaper once(1000);
  Params params = params_of({});
  params["way"] = way;
  params["n"] = n;
  params["chunk"] = (std::int64_t{1} << 26) + 4;
  constexpr const char* kWays[] = {"copyStaged()", "copyDirect()", "addPeer()"};
  INFO(kWays[way], " of ", n, " integers, ", text(Way{}));
  explore(
      "far", params,
      [&](const Outcome& outcome) {
        skip_without_peers(outcome);
        REQUIRE_MESSAGE(outcome.value("wrong") == 0, "of ", params.at("n"), " integers, ",
                        outcome.value("wrong"), " are wrong");
      },
      model(2));
}

// Far more than a counter of 8 or 16 bits counts.
constexpr std::int64_t kManyChunks = 65'600;

LAB_CHECK("7b", 4, functional,
          "copyStaged: every byte arrives, whatever the size and the chunk") {
  const LeavesDevice leaves_device;
  const Cheaper cheaper(20);
  for (const Load& load :
       {Load{0, 4}, Load{1, 4}, Load{4, 4}, Load{5, 4, 1, 1, 2}, Load{8, 4}, Load{9, 4},
        Load{7, 1, 1, 3, 1}, Load{23, 4}, Load{6, 100, 1, 2, 3}, Load{70, 33, 1, 5, 0}})
    send("staged", load, {});
  if (on_gpu()) send_far(kFarStaged, (std::int64_t{1} << 30) + (1 << 25) + 1);
  if (on_gpu()) return;
  chunk_too_large();
  const Cheaper once(1000);
  send("staged", {259, 1}, {});  // More chunks than a byte can count.
  leave_nothing(Issues::staged);
}

LAB_CHECK("7b", 3, functional, "copyStaged: between any two of two to four devices") {
  const Cheaper cheaper(20);
  for (const Way& way : {Way{1, 0, 2}, Way{2, 1, 3}, Way{1, 3, 4}, Way{3, 2, 4}})
    send("staged", {11, 3}, way);
}

LAB_CHECK("7b", 4, functional,
          "copyStaged: the host issues the whole copy before it has begun") {
  const Cheaper cheaper(20);
  for (const Load& load : {Load{1, 4}, Load{13, 4}}) send("staged", load, {}, kSource);
  if (on_gpu()) return;  // What a driver does when it pins memory was not tried.
  for (const std::int64_t gated : {kSource, kTarget})
    send("staged", {5, 4, 1, 0, 0, -1}, {}, gated);
  const Cheaper once(1000);
  send("staged", {1300, 1}, {}, kSource);  // However many chunks are in flight.
}

LAB_CHECK("7b", 3, functional,
          "copyStaged: both buffers can be full before the target's device begins") {
  const Cheaper cheaper(20);
  for (const Load& load : {Load{4, 4}, Load{8, 4}, Load{7, 4, 3, 0, 0, 2}})
    send("staged", load, {}, kTarget);
  if (on_gpu()) return;
  for (const std::int64_t gated : {kNextToSource, kNextToTarget})
    send("staged", {13, 4}, {0, 1, 3}, gated);
}

LAB_CHECK("7b", 3, functional, "copyStaged: the next copy may follow at once") {
  const Cheaper cheaper(5);
  for (const Load& load : {Load{3, 4, 3}, Load{11, 4, 2}}) send("staged", load, {});
  send_in_turn();
}

LAB_CHECK(
    "7b", 7, ordering,
    "copyStaged: a buffer is read after it was filled, and filled after it was read") {
  {
    const Cheaper cheaper(10);
    for (const Load& load : {Load{2, 4}, Load{5, 1}, Load{10, 4}})
      send("staged", load, {});
  }
  const Cheaper once(1000);
  // In the simulator a kernel may not go on for so long, if kernels copy.  A GPU would
  // show nothing else.
  if (!on_gpu()) send("staged", {kManyChunks / 302 + 1, 1, 302}, {});
}

LAB_CHECK("7b", 6, ordering,
          "copyStaged: it comes after what its lanes did before, also if called again") {
  {
    const Cheaper cheaper(10);
    send("staged", {2, 4, 3}, {});
    send("staged", {6, 2, 2}, {1, 0, 2});
  }
  send_in_turn();
}

// ---- 7c: straight from device to device --------------------------------------------

// What is done with permissions, each from either side.
enum { kAllow, kForbid = 2, kUse = 4, kEnable = 6 };

// "allowAccess(1, 0), a kernel on device 1 uses memory of device 0".  What is not allowed
// is neither used nor taken back, as in scenarios.cu.
std::string text_of_permissions(const Params& params) {
  std::string text;
  bool allowed[2] = {};
  for (const int step : as_sequence(params.at("steps"))) {
    const int side = step % 2, what = step - side;
    const std::string device = std::to_string(params.at(side == 0 ? "from" : "to"));
    const std::string peer = std::to_string(params.at(side == 0 ? "to" : "from"));
    if (!allowed[side] && (what == kForbid || what == kUse)) continue;
    allowed[side] = what != kForbid;
    text += text.empty() ? "" : ", ";
    if (what == kAllow) text += "allowAccess(" + device + ", " + peer + ")";
    if (what == kEnable) text += "other code gives device " + device + " access to ";
    if (what == kForbid) text += "device " + device + " loses its access to ";
    if (what == kUse) text += "a kernel on device " + device + " uses memory of ";
    if (what != kAllow) text += "device " + peer;
  }
  return text.empty() ? "no call" : text;
}

// Permissions, each from either side: given, revoked by another call, used.
void allow_in_turn() {
  if (on_gpu()) return;
  CaseSpace space;
  space.number("old", 0, 1);
  space.sequence("steps", 8, 6,
                 {{kAllow, kUse},
                  {kEnable, kAllow, kForbid, kAllow, kUse},
                  {kEnable + 1, kAllow + 1, kAllow, kUse, kUse + 1},
                  {kAllow + 1, kUse + 1},
                  {kAllow, kAllow + 1, kUse, kUse + 1},
                  {kAllow, kForbid, kAllow, kUse},
                  {kAllow, kAllow, kForbid, kAllow, kAllow, kUse}});
  on_any_devices(space).cost(
      [](const Params& params) { return 20 + 20 * length(params, "steps"); });
  for_cases(space, [](const Params& params) {
    INFO(params.at("devices"), " devices, in turn: ", text_of_permissions(params));
    explore(
        "permissions", params,
        [&](const Outcome& outcome) {
          for (const std::int64_t error : outcome["left"])
            REQUIRE_MESSAGE(error == 0, "cudaGetLastError returned ", error_name(error),
                            " after allowAccess() returned cudaSuccess");
          const auto steps = as_sequence(params.at("steps"));
          if (std::any_of(steps.begin(), steps.end(),
                          [](int step) { return step < kForbid; }))
            check_device(outcome, "allowAccess");
        },
        model(params));
  });
}

LAB_CHECK("7c", 3, functional,
          "allowAccess: success, the second time too, and no error is left or hidden") {
  allow_in_turn();
  const Cheaper cheaper(100);
  for (const Way& way : {Way{0, 1, 2}, Way{1, 0, 2}, Way{0, 2, 3}}) {
    INFO(text(way));
    Params params = params_of(way);
    params["times"] = 2;
    params["old"] = way.from != 0;
    params["current"] = way.devices - 1;
    params["turn"] = 1;
    explore(
        "access", params,
        [&](const Outcome& outcome) {
          skip_without_peers(outcome);
          for (const std::int64_t error : outcome["left"])
            REQUIRE_MESSAGE(error == 0, "cudaGetLastError returned ", error_name(error),
                            " after allowAccess() returned cudaSuccess");
          check_device(outcome, "allowAccess");
          check_bytes(outcome, 4, 1, 3);
          const char* const peers[] = {"does not exist", "is the device itself", "is -1"};
          REQUIRE(outcome["refused"].size() == 3);
          for (std::size_t i = 0; i < 3; ++i)
            REQUIRE_MESSAGE(outcome["refused"][i] == outcome["expected"].at(i),
                            "allowAccess() returned ", error_name(outcome["refused"][i]),
                            " for a peer that ", peers[i],
                            ", where cudaDeviceEnablePeerAccess() returns ",
                            error_name(outcome["expected"].at(i)));
        },
        model(way.devices));
  }
}

void add(std::int64_t n, std::int64_t rounds, const Way& way,
         std::int64_t gated = kNobody, std::int64_t at = 0) {
  INFO(counted(rounds, "round"), " with ", counted(n, "element"), ", ", text(way));
  Params params = params_of(way, gated);
  params["n"] = n;
  params["at"] = at;
  params["rounds"] = rounds;
  params["current"] = way.devices - 1;
  params["turn"] = 1;
  explore(
      "add", params,
      [&](const Outcome& outcome) {
        skip_without_peers(outcome);
        check_manners(outcome, "addPeer");
        REQUIRE_MESSAGE(
            outcome.value("opened") == 0,
            "after addPeer() the device of theirs may use the memory of mine, "
            "which nobody asked for: addArray() runs on mine's device, which "
            "may use both already");
        const auto& out = outcome["out"];
        REQUIRE(out.size() == static_cast<std::size_t>(n + at));
        for (std::int64_t i = 0; i < at; ++i)
          REQUIRE_MESSAGE(out[static_cast<std::size_t>(i)] == i,
                          "addPeer() changed an integer in front of sum[0]");
        const std::int64_t large = rounds % 2 == 0 ? 0 : -2'000'000'000;
        for (std::int64_t i = 0; i < n; ++i) {
          const std::int64_t sum = out[static_cast<std::size_t>(at + i)];
          const std::int64_t right =
              large + 1 + i + 50 * rounds * (rounds + 1) + rounds * i;
          REQUIRE_MESSAGE(sum == right, "element ", i, " of ", n, " is ", sum,
                          " after all rounds, and should be ", right);
        }
      },
      model(way.devices));
}

// The sheet's promises about copyDirect() and addPeer(): each comes after everything that
// was issued to either lane, and before what is issued next.  So two arrays become what
// they become if the steps are taken one after the other.
enum Step { kSet, kCopy = 2, kAdd = 4 };  // Each to one side, and to the other.

std::vector<std::int64_t> taken_in_turn(const Params& params) {
  // Element i of array s is base[s] + slope[s] * i.
  std::int64_t base[2] = {0, 1}, slope[2] = {1, 1}, value = 10;
  for (const int step : as_sequence(params.at("steps"))) {
    const int mine = step % 2, theirs = 1 - mine, what = step - mine;
    base[mine] = (what == kSet ? value : base[theirs]) + (what == kAdd ? base[mine] : 0);
    slope[mine] = (what == kSet ? 1 : slope[theirs]) + (what == kAdd ? slope[mine] : 0);
    value += 10;
  }
  std::vector<std::int64_t> right;
  for (const int side : {0, 1})
    for (std::int64_t i = 0; i < params.at("n"); ++i)
      right.push_back(base[side] + slope[side] * i);
  return right;
}

// A large case has at least one addition: it is there to test the grid.
CaseSpace steps(std::int64_t most, std::vector<std::int64_t> sizes) {
  CaseSpace space;
  space.number("n", 0, most, std::move(sizes));
  space.sequence("steps", 6, 6,
                 {{kCopy},
                  {kAdd},
                  {kCopy + 1, kAdd},
                  {kAdd, kSet, kSet + 1, kAdd + 1},
                  {kSet + 1, kCopy, kSet + 1, kCopy},
                  {kAdd, kSet + 1, kAdd, kCopy + 1}});
  on_any_devices(space);
  space.where([](const Params& params) {
    const auto taken = as_sequence(params.at("steps"));
    return devices_differ(params) &&
           (params.at("n") < 100 ||
            std::any_of(taken.begin(), taken.end(), [](int one) { return one >= kAdd; }));
  });
  return space.cost([](const Params& params) {
    return (8 + params.at("n")) * (4 + 4 * length(params, "steps"));
  });
}

// "copyDirect() to array 0, addPeer() to array 1"
std::string text_of_steps(const Params& params) {
  std::string text;
  for (const int step : as_sequence(params.at("steps"))) {
    const int side = step % 2, what = step - side;
    const char* name = what == kSet   ? "set"
                       : what == kAdd ? "addPeer() to"
                                      : "copyDirect() to";
    text +=
        (text.empty() ? "" : ", ") + std::string(name) + " array " + std::to_string(side);
  }
  return text;
}

void take_in_turn(const CaseSpace& space) {
  if (on_gpu()) return;
  for_cases(space, [](const Params& params) {
    INFO("two arrays of ", counted(params.at("n"), "element"), ", array 0 on device ",
         params.at("from"), " and array 1 on device ", params.at("to"), ": ",
         text_of_steps(params));
    explore(
        "mixed", params,
        [&](const Outcome& outcome) {
          const std::vector<std::int64_t> none, right = taken_in_turn(params);
          const auto& out = right.empty() ? none : outcome["out"];
          REQUIRE(out.size() == right.size());
          for (std::size_t i = 0; i < right.size(); ++i)
            REQUIRE_MESSAGE(out[i] == right[i], "element ", i % (right.size() / 2),
                            " of array ", i / (right.size() / 2), " is ", out[i],
                            " after all steps, and should be ", right[i]);
        },
        model(params));
  });
}

// A copy of nothing is refused, also one of 2^32 bytes, unless they are counted in 32
// bits.
void refuse_copies() {
  if (on_gpu()) return;
  CaseSpace space;
  space.number("bytes", 1, std::int64_t{1} << 33,
               {1, std::int64_t{1} << 31, std::int64_t{1} << 32});
  on_any_devices(space).cost([](const Params&) { return 2'000; });
  for_cases(space, [](const Params& params) {
    INFO("a copy of ", counted(params.at("bytes"), "byte"), " ", text_of_devices(params));
    explore(
        "no_source", params,
        [&](const Outcome& outcome) {
          REQUIRE_MESSAGE(outcome.value("returned") != 0,
                          "copyDirect() returned cudaSuccess for ", params.at("bytes"),
                          " bytes from a null pointer, which CUDA refuses");
          check_device(outcome, "copyDirect");
        },
        model(params));
  });
}

// Data that went there and back, by each of two routes, each time with its own seed.
void check_passed_on(const Outcome& outcome, const std::vector<std::int64_t>& seeds) {
  constexpr std::size_t kBytes = 4;
  const auto &out = outcome["out"], &returned = outcome["returned"];
  REQUIRE(out.size() == seeds.size() * kBytes);
  REQUIRE(returned.size() == out.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i % kBytes);
    const std::int64_t seed = seeds[i / kBytes];
    const std::int64_t right = element(at, seed) + element(at, seed + 1);
    REQUIRE_MESSAGE(out[i] == right,
                    "a byte that went there and back, and to which another one was "
                    "added, is ",
                    out[i], ", and should be ", right);
    REQUIRE_MESSAGE(returned[i] == element(at, seed),
                    "a byte that went through one pipe and back through another one is ",
                    returned[i], ", and should be ", element(at, seed));
  }
}

// A reset of a device destroys its streams, events, memory and permissions.
void before_and_after_reset(bool pipeline,
                            const std::function<void(const Outcome&)>& check) {
  if (on_gpu()) return;  // Another scenario's memory would be gone as well.
  const Cheaper cheaper(200);
  for (const std::int64_t resets : {1, 2, 3}) {
    INFO("copies and sums, then the same after cudaDeviceReset() on ",
         resets == 3 ? "both devices" : "device " + std::to_string(resets - 1));
    explore("reset",
            {{"resets", resets},
             {"current", 0},
             {"turn", 1},
             {"devices", 2},
             {"pipeline", pipeline}},
            check, model(2));
  }
}

// An error of any function is returned, leaves the current device as it is, and does not
// affect later calls.
void pass_on_after_errors() {
  if (on_gpu()) return;  // There it may end the program.
  const Cheaper cheaper(200);
  for (const std::int64_t side : {0, 1})
    for (const std::int64_t current : {0, 1}) {
      INFO("device ", side, " lacks a stream, device ", current, " is current");
      explore(
          "gone", {{"side", side}, {"current", current}},
          [](const Outcome& outcome) {
            constexpr std::array kFunctions = {"follow", "copyDirect", "addPeer",
                                               "copyStaged", "runPipeline"};
            for (std::size_t i = 0; i < kFunctions.size(); ++i) {
              REQUIRE_MESSAGE(outcome.value(kFunctions[i]) != 0, kFunctions[i],
                              "() returned cudaSuccess for a stream that does not exist");
              REQUIRE_MESSAGE(outcome["current"].at(i) == outcome["before"].at(i),
                              kFunctions[i],
                              "() fails, and leaves another device current: device ",
                              outcome["before"][i], " before it, device ",
                              outcome["current"][i], " after it");
            }
            check_passed_on(outcome, {0});
          },
          model(2));
    }
}

LAB_CHECK("7c", 4, functional,
          "copyDirect and addPeer: right for any size, between any two devices") {
  take_in_turn(steps(300, {0, 1, 127, 128, 129, 150, 256, 257}));
  refuse_copies();
  before_and_after_reset(
      false, [](const Outcome& outcome) { check_passed_on(outcome, {0, 10}); });
  pass_on_after_errors();
  const LeavesDevice leaves_device;
  const Cheaper cheaper(50);
  for (const Load& load : {Load{0, 0}, Load{1, 0}, Load{9, 0}, Load{9, 0, 1, 1, 2},
                           Load{16, 0, 1, 3, 0}, Load{67, 0, 1, 0, 5}})
    send("direct", load, {});
  for (const std::int64_t n : {0, 1, 3}) add(n, 1, {});
  for (const Way& way : {Way{1, 0, 2}, Way{0, 2, 3}, Way{3, 1, 4}}) {
    send("direct", {3, 0}, way);
    add(3, 1, way, kNobody, 1);
  }
  const Cheaper once(1000);
  add(1500, 1, {});  // More than a block has threads.
  add(66'000, 1, {}, kNobody, 3);
  add(2, 300, {});
  send("direct", {2, 0, 300}, {});
  send("direct", {2, 0, 2, 0, 0, 0, true}, {});
  leave_nothing(Issues::direct);
  leave_nothing(Issues::add);
  return_launch_error(Issues::add, 1);
  if (!on_gpu()) return;
  send_far(kFarDirect, (std::int64_t{1} << 30) + 1);
  send_far(kFarAdded, std::int64_t{1} << 30);
}

LAB_CHECK("7c", 4, functional, "copyDirect and addPeer: the host does not wait") {
  const Cheaper cheaper(20);
  std::vector<std::int64_t> gates = {kSource};
  // How a driver handles a copy to a blocked device has not been tried on a GPU.
  if (!on_gpu()) gates = {kSource, kTarget, kNextToSource, kNextToTarget};
  for (const std::int64_t gated : gates) {
    send("direct", {3, 0}, {}, gated);
    add(3, 1, {}, gated);
  }
}

LAB_CHECK("7c", 6, ordering,
          "copyDirect: after what wrote the source, before what overwrites it") {
  const Cheaper cheaper(5);
  send("direct", {2, 0, 3}, {});
  send("direct", {2, 0, 2}, {2, 0, 3});
}

LAB_CHECK("7c", 5, ordering,
          "addPeer: after what wrote the values, before what overwrites them") {
  {
    const Cheaper cheaper(5);
    add(2, 3, {});
    add(1, 2, {2, 0, 3});
  }
  {
    const Cheaper once(1000);  // What is unordered is so in any schedule.
    for (const std::int64_t n : {128, 256, 1024}) add(n, 1, {});  // Whole blocks.
  }
  take_in_turn(steps(3, {1, 2}));
}

// ---- 7d: the pipeline --------------------------------------------------------------

// ", without the work of stations 0 and 1", for those of the stations whose bits are set
// in `idle`.
std::string without(unsigned idle, unsigned stations) {
  if (idle == stations) return ", as it went in";
  std::string list;
  for (unsigned station = 0; idle >> station != 0; ++station)
    if ((idle >> station & 1) != 0)
      list += (list.empty() ? "" : " and ") + std::to_string(station);
  if (list.empty()) return "";
  return ", without the work of station" + (list.size() > 1 ? "s " + list : " " + list);
}

// Says what came out in place of element i of this item, if that is known.
std::string instead(std::int64_t value, std::int64_t i, std::int64_t item,
                    std::int64_t items, unsigned stations) {
  for (unsigned idle = 0; idle <= stations; ++idle) {
    // First the item itself, then the others.
    for (std::int64_t turn = 0; turn < items; ++turn) {
      const std::int64_t other = (item + turn) % items;
      if (value == worked(ingredient(i, other), stations & ~idle))
        return (other == item ? "" : ", which is item " + std::to_string(other) + "'s") +
               without(idle, stations);
    }
    if (value == worked(kUnwritten, stations & ~idle))
      return ", which comes of a slot that nobody had written";
  }
  for (int times = 2; times <= 64; ++times)
    if (value == worked(ingredient(i, item), stations, times))
      return ", as if each station had worked on it " + std::to_string(times) + " times";
  return "";
}

// `run` is the number of the run in a series, each of which puts out `all` integers.
void check_items(const Outcome& outcome, unsigned stations, std::int64_t items,
                 std::int64_t n, std::int64_t first, std::size_t all) {
  const std::vector<std::int64_t> none;
  const auto& out = all == 0 ? none : outcome["out"];
  REQUIRE(out.size() == all);
  for (std::int64_t at = 0; at < items * n; ++at) {
    const std::int64_t right = worked(ingredient(at % n, at / n), stations);
    const std::int64_t value = out[static_cast<std::size_t>(first + at)];
    REQUIRE_MESSAGE(
        value == right, "integer ", at % n, " of item ", at / n, " came out as ", value,
        instead(value, at % n, at / n, items, stations), ", and should be ", right);
  }
}

constexpr std::int64_t kNoStation = -1;

void run_pipeline(const Params& params) {
  explore(
      "pipeline", params,
      [&](const Outcome& outcome) {
        check_manners(outcome, "runPipeline");
        const std::int64_t n = params.at("n"), each = params.at("items") * n;
        const std::int64_t times = params.at("times");
        for (std::int64_t time = 0; time < times; ++time) {
          const std::int64_t fewer = time * params.at("fewer");
          check_items(outcome, (1u << (params.at("devices") - fewer)) - 1,
                      params.at("items") - fewer, n, time * each,
                      static_cast<std::size_t>(times * each));
          for (std::int64_t at = each - fewer * n; at < each; ++at)
            REQUIRE_MESSAGE(
                outcome["out"][static_cast<std::size_t>(time * each + at)] == -1,
                "`out` has changed after the last item");
        }
      },
      model(params));
}

void run_pipeline(int devices, std::int64_t items, std::int64_t n,
                  std::int64_t gated = kNoStation) {
  INFO(counted(items, "item"), " of ", counted(n, "integer"), ", ",
       counted(devices, "station"));
  run_pipeline({{"devices", devices},
                {"items", items},
                {"n", n},
                {"gated", gated},
                {"current", devices - 1},
                {"times", 1},
                {"fewer", 0}});
}

// Stations on one to four devices, in a row that begins with any of them and may go
// backwards, the row with or without its last station and its last item once more.
CaseSpace pipelines(std::int64_t most, std::vector<std::int64_t> sizes,
                    std::int64_t times) {
  CaseSpace space;
  space.number("devices", 1, 4, {1, 2, 3, 4}).number("first", 0, 3, {0, 1, 3});
  space.number("backwards", 0, 1).number("items", 0, 6, {0, 1, 2, 3, 5});
  space.number("n", sizes.front(), most, sizes);
  space.number("gated", -1, -1).number("current", 0, 3, {0, 1, 3});
  space.number("times", 1, times).number("fewer", 0, times > 1);
  space.where([](const Params& params) {
    return params.at("first") < params.at("devices") &&
           params.at("current") < params.at("devices") &&
           params.at("devices") > (params.at("times") - 1) * params.at("fewer") &&
           params.at("items") >= (params.at("times") - 1) * params.at("fewer");
  });
  return space.cost([](const Params& params) {
    return params.at("times") * (params.at("items") + 1) * params.at("devices") *
           (20 + params.at("n") / 8);
  });
}

// One of the stations is kept from its first item.
CaseSpace held_up() {
  CaseSpace space;
  space.number("devices", 1, 4, {1, 2, 3, 4}).number("first", 0, 3, {0, 1, 3});
  space.number("backwards", 0, 1).number("items", 0, 7, {0, 1, 2, 3, 6, 7});
  space.number("n", 1, 2).number("gated", 0, 3, {0, 1, 2, 3});
  space.number("current", 0, 3, {0, 1, 3}).number("times", 1, 1).number("fewer", 0, 0);
  space.where([](const Params& params) {
    return std::max({params.at("first"), params.at("current"), params.at("gated")}) <
           params.at("devices");
  });
  return space.cost([](const Params& params) {
    return 20 * (params.at("items") + 1) * params.at("devices");
  });
}

// "3 items of 2 integers; stations 0 to 2 on devices 1, 2, 0; station 1 is held up".
std::string text_of_pipeline(const Params& params) {
  const std::int64_t devices = params.at("devices"), gated = params.at("gated");
  const std::int64_t step = params.at("backwards") == 1 ? devices - 1 : 1;
  std::string text = counted(params.at("items"), "item") + " of " +
                     counted(params.at("n"), "integer") + "; ";
  text += devices == 1 ? "1 station" : counted(devices, "station") + ", on devices";
  for (std::int64_t number = 0; devices > 1 && number < devices; ++number)
    text += (number ? ", " : " ") +
            std::to_string((params.at("first") + step * number) % devices);
  if (gated >= 0)
    text += "; station " + std::to_string(gated) + " is busy until all is issued";
  if (const std::int64_t times = params.at("times"); times > 1)
    text += "; " + counted(times, "run") +
            (params.at("fewer") == 0 ? "" : ", each with one station and one item fewer");
  return text;
}

void run_pipelines(const CaseSpace& space) {
  if (on_gpu()) return;
  for_cases(space, [](const Params& params) {
    INFO(text_of_pipeline(params));
    run_pipeline(params);
  });
}

// Items that come from nowhere are an error, which leaves the current device as it is.
void refuse_items() {
  if (on_gpu()) return;
  const Cheaper cheaper(50);
  for (const std::int64_t current : {0, 1, 2}) {
    INFO("3 stations, no items (`in` is null), device ", current, " is current");
    explore(
        "no_items", {{"devices", 3}, {"current", current}},
        [](const Outcome& outcome) {
          REQUIRE_MESSAGE(outcome.value("returned") != 0,
                          "runPipeline() returned cudaSuccess where `in` is null");
          check_device(outcome, "runPipeline");
          for (const std::int64_t right : outcome["right"])
            REQUIRE_MESSAGE(right == 1, "after that, an item came out wrong");
        },
        model(3));
  }
}

LAB_CHECK("7d", 4, functional,
          "every item, of any size, goes through one to four stations, in order") {
  const LeavesDevice leaves_device;
  {
    const Cheaper cheaper(50);
    run_pipeline(2, 0, 1);
    for (int devices = 1; devices <= 4; ++devices) run_pipeline(devices, 1, 2);
    for (int devices = 1; devices <= 4; ++devices) run_pipeline(devices, 5, 1);
    const Cheaper once(1000);
    run_pipeline(2, 2, 1500);  // More than a block has threads.
  }
  run_pipelines(pipelines(140, {0, 1, 31, 33, 127, 128, 129}, 3));
  before_and_after_reset(true, [](const Outcome& outcome) {
    for (std::size_t i = 0; i < outcome["right"].size(); ++i)
      REQUIRE_MESSAGE(outcome["right"][i] == 1, (i == 0 ? "" : "after the reset, "),
                      "an item came out wrong");
  });
  refuse_items();
  leave_nothing(Issues::pipeline);
  return_launch_error(Issues::pipeline, 6);
  if (on_gpu())
    return;  // What follows takes a GPU a second, and finds nothing new there.
  const Cheaper once(1000);
  run_pipeline(1, 1, 66'000);
  run_pipeline(1, 66'000, 1);
}

LAB_CHECK("7d", 3, functional, "the host issues all work before any is done") {
  const Cheaper cheaper(50);
  run_pipeline(2, 4, 1, 0);
}

LAB_CHECK("7d", 3, functional,
          "a station works on two items while the next one has fetched none") {
  {
    const Cheaper cheaper(50);
    run_pipeline(2, 2, 1, 1);
    run_pipeline(3, 4, 1, 2);
  }
  run_pipelines(held_up());
}

LAB_CHECK("7d", 10, ordering,
          "an item is fetched after the work on it, and before its slot is used again") {
  {
    const Cheaper cheaper(10);
    run_pipeline(2, 4, 1);
    run_pipeline(3, 4, 1);
  }
  run_pipelines(pipelines(2, {1, 2}, 1));
  const Cheaper once(1000);
  run_pipeline(3, 1100, 1);
}

// ---- 7e: predictions ---------------------------------------------------------------

constexpr std::int64_t kNoPrediction = 999;  // cudaErrorUnknown.

// What a trial's prediction is called; the trial's number is its place here, as in
// scenarios.cu.
constexpr std::array kPredictions = {
    "kLaunchElsewhere", "kRecordElsewhere",  "kRecordThere",
    "kWaitElsewhere",   "kCopyElsewhere",    "kWaitNeverRecorded",
    "kElapsedAcross",   "kRecordAfterReset", "kFreeAfterReset"};

void try_out(std::size_t trial) {
  const Cheaper cheaper(200);
  INFO("the call that ", kPredictions.at(trial), " predicts (trials.cuh)");
  explore(
      "trial", {{"trial", static_cast<std::int64_t>(trial)}},
      [&](const Outcome& outcome) {
        const std::int64_t predicted = outcome.value("predicted");
        REQUIRE_MESSAGE(predicted != kNoPrediction, kPredictions.at(trial),
                        " has no prediction yet");
        const std::int64_t returned = outcome.value("returned");
        // What it returned is the answer, which --all shows.
        REQUIRE_MESSAGE(predicted == returned, kPredictions.at(trial), " is ",
                        error_name(predicted), "; the run returned something else");
      },
      model(2));
}

LAB_CHECK("7e", 2, functional, "predicted: a launch into a stream of another device") {
  try_out(0);
}

LAB_CHECK("7e", 2, functional,
          "predicted: an event recorded in a stream of another device") {
  try_out(1);
}

LAB_CHECK("7e", 2, functional,
          "predicted: an event and a stream of one device, while another is current") {
  try_out(2);
}

LAB_CHECK("7e", 2, functional, "predicted: a wait for another device's event") {
  try_out(3);
}

LAB_CHECK("7e", 2, functional, "predicted: a copy in another device's stream") {
  try_out(4);
}

LAB_CHECK("7e", 2, functional, "predicted: a wait for what was never recorded") {
  try_out(5);
}

LAB_CHECK("7e", 2, functional, "predicted: the time between two devices' events") {
  try_out(6);
}

LAB_CHECK("7e", 2, functional, "predicted: what survives another device's reset") {
  try_out(7);
}

LAB_CHECK("7e", 2, functional, "predicted: a reset device's memory, freed once more") {
  try_out(8);
}

}  // namespace
