// The checks of lab 07, part 7d: straight from device to device.

#include "checks.h"

namespace gridlock::check {
namespace {

// Operations on permissions.  A value plus 1 is the same operation from the other side.
enum { kAllow, kForbid = 2, kUse = 4, kEnable = 6 };

// "allowAccess(1, 0), a kernel on device 1 uses memory of device 0".  Access that is not
// allowed is neither used nor taken back, as in scenarios.cu.
string text_of_permissions(Case c) {
  vector<string> done;
  bool allowed[2] = {};
  for (const int step : c.sequence("steps")) {
    const int side = step % 2, what = step - side;
    const int64_t device = c[side == 0 ? "from" : "to"];
    const int64_t peer = c[side == 0 ? "to" : "from"];
    if (!allowed[side] && (what == kForbid || what == kUse)) continue;
    allowed[side] = what != kForbid;
    done.push_back(
        what == kAllow ? cat("allowAccess(", device, ", ", peer, ")")
        : what == kEnable
            ? cat("other code gives device ", device, " access to device ", peer)
        : what == kForbid
            ? cat("device ", device, " loses its access to device ", peer)
            : cat("a kernel on device ", device, " uses memory of device ", peer));
  }
  return done.empty() ? "no call" : joined(done);
}

void check_left(const Outcome& outcome) {
  for (const int64_t error : outcome["left"])
    ENSURE(error == 0, "cudaGetLastError returned ", error_name(error),
           " after allowAccess() returned cudaSuccess");
}

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
  on_any_devices(space).cost([](Case c) { return 20 + 20 * ssize(c.sequence("steps")); });
  for_cases(space, [](Case c) {
    INFO(c["devices"], " devices, in turn: ", text_of_permissions(c));
    explore_all("permissions", c, [&](const Outcome& outcome) {
      check_left(outcome);
      const auto steps = c.sequence("steps");
      if (std::any_of(steps.begin(), steps.end(), [](int one) { return one < kForbid; }))
        check_device(outcome, "allowAccess");
    });
  });
}

LAB_CHECK("7d", 4, functional,
          "allowAccess: success, the second time too, and no error is left or hidden") {
  allow_in_turn();
  const Cheaper cheaper(100);
  for (const Way& way : {Way{0, 1, 2}, Way{1, 0, 2}, Way{0, 2, 3}}) {
    INFO(text(way));
    const Params params = with(params_of(way), "times", 2, "old", way.from != 0);
    explore_all("access", params, [&](const Outcome& outcome) {
      skip_without_peers(outcome);
      check_left(outcome);
      check_device(outcome, "allowAccess");
      check_bytes(outcome, 4, 1, 3);
      const char* const peers[] = {"for a peer that does not exist",
                                   "for a peer that is -1"};
      const auto& refused = sized(outcome, "refused", 2);
      for (size_t i = 0; i < 2; ++i)
        ENSURE(refused[i] == outcome["expected"].at(i), "allowAccess() returned ",
               error_name(refused[i]), " ", peers[i],
               ", where cudaDeviceEnablePeerAccess() returns ",
               error_name(outcome["expected"].at(i)));
    });
  }
}

void add(int64_t n, int64_t rounds, const Way& way, int64_t gated = kNobody,
         int64_t at = 0) {
  INFO(counted(rounds, "round"), " with ", counted(n, "element"), ", ", text(way));
  const Params params = with(params_of(way, gated), "n", n, "at", at, "rounds", rounds);
  explore_all("add", params, [&](const Outcome& outcome) {
    skip_without_peers(outcome);
    check_manners(outcome, "addPeer");
    ENSURE(outcome.value("opened") == 0,
           "after addPeer() the device of theirs may use the memory of mine, which "
           "nobody asked for: addArray() runs on mine's device, which may use both "
           "already");
    const auto& out = sized(outcome, "out", n + at);
    for (int64_t i = 0; i < at; ++i)
      ENSURE(out[i] == i, "addPeer() changed an integer in front of sum[0]");
    const int64_t large = rounds % 2 == 0 ? 0 : -2'000'000'000;
    for (int64_t i = 0; i < n; ++i) {
      const int64_t right = large + 1 + i + 50 * rounds * (rounds + 1) + rounds * i;
      ENSURE(out[at + i] == right, "element ", i, " of ", n, " is ", out[at + i],
             " after all rounds, and should be ", right);
    }
  });
}

// The sheet's promises about copyDirect() and addPeer(): each comes after all work issued
// to either lane before, and before all work issued next.  So the two arrays end as if
// the steps ran one after the other.
enum Step { kSet, kCopy = 2, kAdd = 4 };  // Plus 1: to the other side.

vector<int64_t> taken_in_turn(Case c) {
  // Element i of array s is base[s] + slope[s] * i.
  int64_t base[2] = {0, 1}, slope[2] = {1, 1}, value = 10;
  for (const int step : c.sequence("steps")) {
    const int mine = step % 2, theirs = 1 - mine, what = step - mine;
    base[mine] = (what == kSet ? value : base[theirs]) + (what == kAdd ? base[mine] : 0);
    slope[mine] = (what == kSet ? 1 : slope[theirs]) + (what == kAdd ? slope[mine] : 0);
    value += 10;
  }
  vector<int64_t> right;
  for (const int side : {0, 1})
    for (int64_t i = 0; i < c["n"]; ++i) right.push_back(base[side] + slope[side] * i);
  return right;
}

// A large case has at least one addition, since it is there to test the grid.
CaseSpace steps(int64_t most, const vector<int64_t>& sizes) {
  CaseSpace space;
  space.number("n", 1, most, sizes);
  space.sequence("steps", 6, 6,
                 {{kCopy},
                  {kAdd},
                  {kCopy + 1, kAdd},
                  {kAdd, kSet, kSet + 1, kAdd + 1},
                  {kSet + 1, kCopy, kSet + 1, kCopy},
                  {kAdd, kSet + 1, kAdd, kCopy + 1}});
  on_any_devices(space);
  space.where([](Case c) {
    const auto taken = c.sequence("steps");
    return devices_differ(c) &&
           (c["n"] < 100 ||
            std::any_of(taken.begin(), taken.end(), [](int one) { return one >= kAdd; }));
  });
  return space.cost(
      [](Case c) { return (8 + c["n"]) * (4 + 4 * ssize(c.sequence("steps"))); });
}

// "copyDirect() to array 0, addPeer() to array 1"
string text_of_steps(Case c) {
  if (c.sequence("steps").empty()) return "no step";
  constexpr const char* kNames[] = {"set", "copyDirect() to", "addPeer() to"};
  return joined(c.sequence("steps"),
                [&](int step) { return cat(kNames[step / 2], " array ", step % 2); });
}

void take_in_turn(const CaseSpace& space) {
  if (on_gpu()) return;
  for_cases(space, [](Case c) {
    INFO("two arrays of ", counted(c["n"], "element"), ", array 0 on device ", c["from"],
         " and array 1 on device ", c["to"], ": ", text_of_steps(c));
    explore_all("mixed", c, [&](const Outcome& outcome) {
      const vector<int64_t> none, right = taken_in_turn(c);
      const auto& out = right.empty() ? none : sized(outcome, "out", ssize(right));
      for (size_t i = 0; i < right.size(); ++i)
        ENSURE(out[i] == right[i], "element ", i % (right.size() / 2), " of array ",
               i / (right.size() / 2), " is ", out[i], " after all steps, and should be ",
               right[i]);
    });
  });
}

// Fails unless data went there and back, on each of two routes.
void check_passed_on(const Outcome& outcome) {
  constexpr int64_t kBytes = 4;
  const auto& out = sized(outcome, "out", kBytes);
  const auto& returned = sized(outcome, "returned", kBytes);
  for (int64_t i = 0; i < kBytes; ++i) {
    const int64_t right = byte_at(i, 0) + byte_at(i, 1);
    ENSURE(out[i] == right,
           "a byte that went there and back, and to which another one was added, is ",
           out[i], ", and should be ", right);
    ENSURE(returned[i] == byte_at(i, 0),
           "a byte that went through one pipe and back through another one is ",
           returned[i], ", and should be ", byte_at(i, 0));
  }
}

// An error is returned, the current device stays, and no later call returns that error.
void pass_on_after_errors() {
  const Cheaper cheaper(200);
  const auto judge = [](const Outcome& outcome) {
    constexpr std::array kFunctions = {"follow", "copyDirect", "addPeer", "copyStaged",
                                       "runPipeline"};
    for (size_t i = 0; i < kFunctions.size(); ++i) {
      ENSURE(outcome.value(kFunctions[i]) != 0, kFunctions[i],
             "() returned cudaSuccess for a stream that does not exist");
      ENSURE(outcome["current"].at(i) == outcome["before"].at(i), kFunctions[i],
             "() fails, and leaves another device current: device ", outcome["before"][i],
             " before it, device ", outcome["current"][i], " after it");
    }
    check_passed_on(outcome);
  };
  for (const int64_t side : {0, 1})
    for (const int64_t current : {0, 1}) {
      INFO("device ", side, " lacks a stream, device ", current, " is current");
      explore_on(machine_with(2), "gone", given("side", side, "current", current), judge);
    }
}

LAB_CHECK("7d", 4, functional,
          "copyDirect and addPeer: right for any size, between any two devices") {
  take_in_turn(steps(300, {1, 127, 128, 129, 150, 256, 257}));
  const LeavesDevice leaves_device;
  const Cheaper cheaper(50);
  for (const Load& load : {Load{0, 0}, Load{1, 0}, Load{9, 0}, Load{9, 0, 1, 1, 2},
                           Load{16, 0, 1, 3, 0}, Load{67, 0, 1, 0, 5}})
    send("direct", load, {});
  for (const int64_t n : {1, 3}) add(n, 1, {});
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
  if (!on_gpu()) return;
  send_far(kFarDirect, (int64_t{1} << 30) + 1);
  send_far(kFarAdded, int64_t{1} << 30);
}

LAB_CHECK("7d", 4, functional, "copyDirect and addPeer: the host does not wait") {
  const Cheaper cheaper(20);
  vector<int64_t> gates = {kSource};
  // A copy to a blocked device has not been tried on a GPU.
  if (!on_gpu()) gates = {kSource, kTarget, kNextToSource, kNextToTarget};
  for (const int64_t gated : gates) {
    send("direct", {3, 0}, {}, gated);
    add(3, 1, {}, gated);
  }
}

LAB_CHECK("7d", 5, ordering,
          "copyDirect: after what wrote the source, before what overwrites it") {
  const Cheaper cheaper(5);
  send("direct", {2, 0, 3}, {});
  send("direct", {2, 0, 2}, {2, 0, 3});
}

LAB_CHECK("7d", 5, ordering,
          "addPeer: after what wrote the values, before what overwrites them") {
  {
    const Cheaper cheaper(5);
    add(2, 3, {});
    add(1, 2, {2, 0, 3});
  }
  {
    const Cheaper once(1000);  // A missing order is missing in any schedule.
    for (const int64_t n : {128, 256, 1024}) add(n, 1, {});  // Whole blocks.
  }
  take_in_turn(steps(3, {1, 2}));
}

LAB_CHECK_ON("7d", 1, functional, sim,
             "copyDirect and addPeer: they leave no events behind") {
  leave_nothing(Issues::direct);
  leave_nothing(Issues::add);
}

LAB_CHECK_ON("7d", 1, functional, sim,
             "any function returns an error, and leaves the current device as it was") {
  return_launch_error(Issues::add, 1);
  pass_on_after_errors();
}

}  // namespace
}  // namespace gridlock::check
