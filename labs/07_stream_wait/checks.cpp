// The checks of lab 07, parts 7a to 7c; checks_direct.cpp and checks_pipeline.cpp have
// the others.  Read them in order: each rules out one wrong idea.  A title is a claim; it
// holds if the check passes.
//
// The checks need two devices or more, which the simulator has.  On GPUs, each check uses
// as many as the machine has; with only one it is skipped, unless part of it needs one.

#include "checks.h"

namespace gridlock::check {
namespace {

// ---- 7a: predictions ---------------------------------------------------------------

constexpr int64_t kNoPrediction = 999;  // cudaErrorUnknown.

// Runs trial number `trial` of scenarios.cu.  `name` is the prediction's name, and `rule`
// the reason for the result.
void try_out(int64_t trial, const char* name, const char* rule) {
  const Cheaper cheaper(200);
  INFO("the call that ", name, " predicts (trials.cuh)");
  explore_on(machine_with(2), "trial", given("trial", trial),
             [&](const Outcome& outcome) {
               const int64_t predicted = outcome.value("predicted");
               ENSURE(predicted != kNoPrediction, name, " has no prediction yet");
               const int64_t returned = outcome.value("returned");
               ENSURE(predicted == returned, name, " is ", error_name(predicted),
                      ", and the call returned ", error_name(returned), ": ", rule,
                      ".  Leave your first guess beside it, as a comment");
             });
}

#define PREDICTION_CHECK(trial, name, what, rule) \
  LAB_CHECK("7a", 1, functional, "predicted: " what) { try_out(trial, name, rule); }

PREDICTION_CHECK(0, "kLaunchElsewhere", "a launch into a stream of another device",
                 "a launch goes to the device of its stream, whichever is current")
PREDICTION_CHECK(1, "kRecordElsewhere", "an event recorded in a stream of another device",
                 "an event can be recorded only in streams of its own device")
PREDICTION_CHECK(2, "kRecordThere",
                 "an event and a stream of one device, while another is current",
                 "the event's device must be the stream's, whichever is current")
PREDICTION_CHECK(3, "kWaitElsewhere", "a wait for another device's event",
                 "a stream may wait for an event of any device")
PREDICTION_CHECK(4, "kCopyElsewhere", "a copy in another device's stream",
                 "a copy may be issued to a stream of any device")
PREDICTION_CHECK(5, "kWaitNeverRecorded", "a wait for what was never recorded",
                 "such a wait is no error, and waits for nothing")
PREDICTION_CHECK(6, "kElapsedAcross", "the time between two devices' events",
                 "two devices have two clocks")
PREDICTION_CHECK(7, "kRecordAfterReset", "what survives another device's reset",
                 "a reset takes what its own device has, and nothing of another one")
PREDICTION_CHECK(8, "kFreeAfterReset", "a reset device's memory, freed once more",
                 "the reset has freed it already")

// ---- 7b: one lane follows another --------------------------------------------------

void hand_over(const Way& way, int64_t gated, int64_t times = 1, bool old = false) {
  constexpr int64_t kBytes = 2;
  INFO(text(way), times == 1 ? "" : cat(", ", times, " times"));
  const Params params =
      with(params_of(way, gated), "bytes", kBytes, "times", times, "old", old);
  explore_all("follow", params, [&](const Outcome& outcome) {
    check_manners(outcome, "follow");
    check_bytes(outcome, kBytes, times, 0);
  });
  if (times > 1) return;
  explore_all("events", params, [&](const Outcome& outcome) {
    check_manners(outcome, "makeEvent");
    check_bytes(outcome, kBytes, times, 0);
    ENSURE(outcome.value("same") == 0, "two calls of makeEvent() gave the same event");
  });
}

LAB_CHECK("7b", 2, functional,
          "what comes after follow() sees what came before it, on any two devices") {
  const LeavesDevice leaves_device;
  const Cheaper cheaper(8);
  for (const Way& way : {Way{0, 1, 2}, Way{2, 1, 3}, Way{3, 0, 4}, Way{1, 1, 2}})
    hand_over(way, kNobody);
  const Cheaper once(1000);
  hand_over({1, 0, 2}, kNobody, 2, true);  // An old error must not be returned.
  hand_over({1, 0, 2}, kNobody, 300);      // More events than any code would keep.
}

// Four lanes on one to three devices; again and again, one lane follows another.  The
// later lane then also comes after all work for which the earlier one waited.
CaseSpace follows(const vector<int64_t>& gated) {
  CaseSpace space;
  space.number("devices", 1, 3, {1, 2, 3});
  space.number("gated", gated.front(), gated.back(), gated);
  space.number("current", 0, 2, {0, 1, 2}).number("turn", 0, 1);
  space.where([](Case c) { return c["current"] < c["devices"]; });
  space.sequence("arrows", 8, 9,
                 {{0}, {4}, {0, 6, 7}, {2, 5}, {1, 0, 2}, {0, 0, 0, 0, 0, 0, 0, 0, 5}});
  return space.cost([](Case c) { return 4 + 8 * ssize(c.sequence("arrows")); });
}

constexpr int64_t kNoLane = 4;

// "lanes 0 to 3 on devices 0, 0, 1, 1: follow(1, 0), follow(2, 0)".
string arrows_of(Case c) {
  // The later lane and the earlier one, in the order of scenarios.cu.
  constexpr int kArrows[][2] = {{1, 0}, {0, 1}, {2, 0}, {0, 2},
                                {3, 2}, {2, 3}, {3, 1}, {1, 3}};
  constexpr int kLanes[] = {0, 1, 2, 3};
  string text = "lanes 0 to 3 on devices ", separator = ": ";
  text += joined(kLanes, [&](int lane) { return to_string(lane * c["devices"] / 4); });
  const vector<int> kinds = c.sequence("arrows");
  for (auto kind = kinds.begin(); kind != kinds.end();) {
    const auto next =
        std::find_if(kind, kinds.end(), [&](int it) { return it != *kind; });
    const auto [later, earlier] = kArrows[*kind];
    text += cat(separator, "follow(", later, ", ", earlier, ")");
    if (next - kind > 1) text += cat(" ", next - kind, " times");
    kind = next;
    separator = ", ";
  }
  const int64_t gated = c["gated"];
  return gated == kNoLane ? text : cat(text, ", while lane ", gated, " is busy");
}

void follow_in_turn(const vector<int64_t>& gated) {
  if (on_gpu()) return;
  for_cases(follows(gated), [](Case c) {
    INFO(arrows_of(c));
    explore_all("arrows", c, [&](const Outcome& outcome) {
      if (!c.sequence("arrows").empty()) check_manners(outcome, "follow");
      ENSURE(outcome.value("missing") == 0,
             "a lane went on before a lane that it follows, directly or by way of "
             "others, had got that far");
    });
  });
}

LAB_CHECK("7b", 3, functional,
          "follow() makes neither the host wait nor the earlier lane") {
  const Cheaper cheaper(20);
  for (const int64_t gated : {kSource, kNextToSource, kNextToTarget})
    hand_over({0, 1, 2}, gated);
  hand_over({1, 0, 2}, kTarget);
  follow_in_turn({0, 1, 2, 3});
}

LAB_CHECK("7b", 7, ordering, "follow() orders one lane after the other") {
  {
    const Cheaper cheaper(4);
    for (const Way& way : {Way{0, 1, 2}, Way{1, 0, 2}, Way{2, 3, 4}})
      hand_over(way, kNobody);
  }
  follow_in_turn({kNoLane});
}

LAB_CHECK_ON("7b", 1, functional, sim, "follow() leaves no events behind") {
  leave_nothing(Issues::follow);
}

LAB_CHECK_ON("7b", 1, functional, sim, "follow() returns an error of CUDA") {
  const Cheaper cheaper(200);
  for (const int64_t side : {0, 1}) {
    INFO("the stream of the ", side == 0 ? "earlier" : "later", " lane does not exist");
    explore_on(machine_with(2), "follow_gone", given("side", side),
               [](const Outcome& outcome) {
                 ENSURE(outcome.value("there") == 0,
                        "follow() returned an error for lanes that exist");
                 ENSURE(outcome.value("returned") != 0,
                        "follow() returned cudaSuccess for a stream that does not exist");
                 check_device(outcome, "follow");
               });
  }
}

// ---- 7c: through the host's memory -------------------------------------------------

// The sizes of copies through a pipe, from nothing to three chunks and a byte.
vector<int64_t> sizes_of(Case c) {
  const int64_t chunk = c["chunk"];
  const int64_t sizes[] = {0, 1, chunk, chunk + 1, 2 * chunk, 3 * chunk, 3 * chunk + 1};
  vector<int64_t> copies;
  for (const int size : c.sequence("copies")) copies.push_back(sizes[size]);
  return copies;
}

// "copies of 1, 0, 1 byte(s) through 2 pipes, in chunks of 2, from device 0 to 1".
string copies_of(Case c) {
  const auto sizes = sizes_of(c);
  const string copies =
      sizes.empty() ? "no copy" : "copies of " + joined(sizes) + " byte(s)";
  const int64_t again = c["again"];
  return cat(
      copies, " through ", counted(c["pipes"], "pipe"), ", in chunks of ", c["chunk"],
      ", from device ", c["from"], " to ", c["to"],
      again < ssize(sizes) ? cat(", a pipe reopened before copy ", again + 1) : "");
}

CaseSpace loads() {
  CaseSpace space;
  space.number("chunk", 1, 5, {1, 2, 3, 5});
  space.number("pipes", 1, 3, {1, 2}).number("again", 0, 4, {1, 2, 4});
  space.sequence("copies", 7, 5,
                 {{1}, {3}, {5}, {1, 4}, {4, 1}, {1, 0, 1}, {2, 5, 2}, {6, 0, 3, 1}});
  return on_any_devices(space).cost([](Case c) {
    int64_t chunks = 4;
    for (const int64_t bytes : sizes_of(c)) chunks += 2 + bytes / c["chunk"];
    return 8 * chunks;
  });
}

void send_in_turn(Case c) {
  INFO(copies_of(c));
  explore_all("sizes", c, [&](const Outcome& outcome) {
    const auto& out = outcome["out"];
    int64_t at = 0, copy = 0;
    for (const int64_t bytes : sizes_of(c)) {
      REQUIRE(ssize(out) >= at + bytes);
      for (int64_t i = 0; i < bytes; ++i, ++at)
        ENSURE(out[at] == byte_at(i, copy), "copy ", copy + 1, ": byte ", i, " of ",
               bytes, " arrived in out[", at, "] as ", out[at], ", and was sent as ",
               byte_at(i, copy));
      ++copy;
    }
    const auto& at_close = outcome["at_close"];
    for (size_t i = 0; i < at_close.size(); ++i)
      ENSURE(at_close[i] == byte_at(i, copy - 1),
             "closePipe() returned, and the last copy had not arrived");
  });
}

void send_in_turn() {
  if (on_gpu()) return;
  // After an empty copy, the next copy must still wait for copies in flight; few
  // generated cases show this.
  send_in_turn(given("chunk", 1, "pipes", 1, "again", 4, "copies", as_number({1, 0, 1}),
                     "devices", 2, "from", 1, "to", 0, "current", 0, "turn", 0));
  for_cases(loads(), [](Case c) { send_in_turn(c); });
}

LAB_CHECK("7c", 4, functional,
          "copyStaged: every byte arrives, whatever the size and the chunk") {
  const LeavesDevice leaves_device;
  const Cheaper cheaper(20);
  for (const Load& load :
       {Load{0, 4}, Load{1, 4}, Load{4, 4}, Load{5, 4, 1, 1, 2}, Load{8, 4}, Load{9, 4},
        Load{7, 1, 1, 3, 1}, Load{23, 4}, Load{6, 100, 1, 2, 3}, Load{70, 33, 1, 5, 0}})
    send("staged", load, {});
  if (on_gpu()) return send_far(kFarStaged, (int64_t{1} << 30) + (1 << 25) + 1);
  const Cheaper once(1000);
  send("staged", {259, 1}, {});  // More chunks than a byte can count.
}

LAB_CHECK("7c", 2, functional, "copyStaged: between any two of two to four devices") {
  const Cheaper cheaper(20);
  for (const Way& way : {Way{1, 0, 2}, Way{2, 1, 3}, Way{1, 3, 4}, Way{3, 2, 4}})
    send("staged", {11, 3}, way);
}

LAB_CHECK("7c", 7, functional,
          "copyStaged: the host issues the whole copy before it has begun") {
  const Cheaper cheaper(20);
  for (const Load& load : {Load{1, 4}, Load{13, 4}}) send("staged", load, {}, kSource);
  // It was not tried on a GPU whether memory can be pinned while a lane is kept busy.
  if (on_gpu()) return;
  for (const int64_t gated : {kSource, kTarget})
    send("staged", {5, 4, 1, 0, 0, -1}, {}, gated);
}

LAB_CHECK("7c", 4, functional,
          "copyStaged: both buffers can be full before the target's device begins") {
  const Cheaper cheaper(20);
  for (const Load& load : {Load{4, 4}, Load{8, 4}, Load{7, 4, 3, 0, 0, 2}})
    send("staged", load, {}, kTarget);
  if (on_gpu()) return;
  for (const int64_t gated : {kNextToSource, kNextToTarget})
    send("staged", {13, 4}, {0, 1, 3}, gated);
}

LAB_CHECK("7c", 2, functional, "copyStaged: the next copy may follow at once") {
  const Cheaper cheaper(5);
  for (const Load& load : {Load{3, 4, 3}, Load{11, 4, 2}}) send("staged", load, {});
  send_in_turn();
}

LAB_CHECK(
    "7c", 9, ordering,
    "copyStaged: a buffer is read after it was filled, and filled after it was read") {
  const Cheaper cheaper(10);
  for (const Load& load : {Load{2, 4}, Load{5, 1}, Load{10, 4}}) send("staged", load, {});
}

LAB_CHECK("7c", 5, ordering,
          "copyStaged: it comes after what its lanes did before, also if called again") {
  {
    const Cheaper cheaper(10);
    send("staged", {2, 4, 3}, {});
    send("staged", {6, 2, 2}, {1, 0, 2});
  }
  send_in_turn();
}

LAB_CHECK_ON("7c", 1, functional, sim, "a pipe leaves no events or buffers behind") {
  leave_nothing(Issues::staged);
}

}  // namespace
}  // namespace gridlock::check
