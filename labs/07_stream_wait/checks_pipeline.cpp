// The checks of lab 07, part 7e: the pipeline.

#include "checks.h"

namespace gridlock::check {
namespace {

// ---- 7e: the pipeline --------------------------------------------------------------

// What `start` becomes if each station with a bit in `stations` works `times` times.
int32_t worked(int64_t start, unsigned stations, int times = 1) {
  auto value = static_cast<uint32_t>(start);
  for (unsigned station = 0; stations >> station != 0; ++station)
    for (int time = 0; (stations >> station & 1) != 0 && time < times; ++time)
      value = 3 * value + station + 1;
  return static_cast<int32_t>(value);
}

// What `start` becomes if all stations of `stations` work as if they had this number.
int32_t worked_as(unsigned number, int64_t start, unsigned stations) {
  auto value = static_cast<uint32_t>(start);
  for (; stations != 0; stations >>= 1) value = 3 * value + number + 1;
  return static_cast<int32_t>(value);
}

// Element i of an item, before any station; scenarios.cu has the same formula.
int64_t ingredient(int64_t i, int64_t item) {
  return (item % 2 == 0 ? 1 : -1) * (1000 * (item + 1) + 7 * i);
}

// ", without the work of stations 0 and 1", whose bits are set in `idle`.
string without(unsigned idle, unsigned stations) {
  if (idle == stations) return ", as it went in";
  vector<unsigned> list;
  for (unsigned station = 0; idle >> station != 0; ++station)
    if ((idle >> station & 1) != 0) list.push_back(station);
  if (list.empty()) return "";
  const auto name = [](unsigned station) { return to_string(station); };
  return cat(", without the work of station", list.size() > 1 ? "s " : " ",
             joined(list, name, " and "));
}

// The remark on a wrong element i of this item, if its origin is known.
string instead(int64_t value, int64_t i, int64_t item, int64_t items, unsigned stations) {
  for (unsigned idle = 0; idle <= stations; ++idle) {
    // The item itself comes first, then the others.
    for (int64_t turn = 0; turn < items; ++turn) {
      const int64_t other = (item + turn) % items;
      if (value == worked(ingredient(i, other), stations & ~idle))
        return (other == item ? "" : cat(", which is item ", other, "'s")) +
               without(idle, stations);
    }
    if (value == worked(kUnwrittenWord, stations & ~idle))
      return ", which comes of a slot that nobody had written";
  }
  for (unsigned number = 0; number <= 64; ++number)
    if (value == worked_as(number, ingredient(i, item), stations))
      return cat(", as if each station had called work() with station number ", number);
  for (int times = 2; times <= 64; ++times)
    if (value == worked(ingredient(i, item), stations, times))
      return cat(", as if each station had worked on it ", times, " times");
  return "";
}

// `why` says what may be the cause.
void check_items(const vector<int64_t>& out, unsigned stations, int64_t items, int64_t n,
                 int64_t first, const string& why) {
  for (int64_t at = 0; at < items * n; ++at) {
    const int64_t right = worked(ingredient(at % n, at / n), stations);
    const int64_t value = out[first + at];
    ENSURE(value == right, "integer ", at % n, " of item ", at / n, " came out as ",
           value, instead(value, at % n, at / n, items, stations), ", and should be ",
           right, why);
  }
}

// The remark on waits for events that had not been recorded, if there are many of them.
// A right program may have a few: the slots are free at first.
string vain_waits(const Outcome& outcome, Case c) {
  const int64_t waits = outcome.counter("waits_for_nothing");
  if (on_gpu() || waits <= 2 * c["devices"] * c["times"]) return "";
  return cat(".  At ", waits, " of its cudaStreamWaitEvent() the event had not been ",
             "recorded, so these wait for nothing: issue each wait after the record");
}

constexpr int64_t kNoStation = -1;

void run_pipeline(Case c, const DeviceModel& device) {
  explore_on(device, "pipeline", c, [&](const Outcome& outcome) {
    check_manners(outcome, "runPipeline");
    const int64_t n = c["n"], each = c["items"] * n, times = c["times"];
    const vector<int64_t> none;
    const auto& out = times * each == 0 ? none : sized(outcome, "out", times * each);
    for (int64_t time = 0; time < times; ++time) {
      const int64_t fewer = time * c["fewer"];
      check_items(out, (1u << (c["devices"] - fewer)) - 1, c["items"] - fewer, n,
                  time * each, vain_waits(outcome, c));
      for (int64_t at = each - fewer * n; at < each; ++at)
        ENSURE(out[time * each + at] == -1, "`out` has changed after the last item");
    }
  });
}

void run_pipeline(int devices, int64_t items, int64_t n, int64_t gated = kNoStation,
                  bool fetches = false) {
  INFO(counted(items, "item"), " of ", counted(n, "integer"), ", ",
       counted(devices, "station"),
       fetches ? cat("; the device of station ", gated,
                     " has no room for work(), so it fetches item 0 and no more")
               : "");
  DeviceModel device = machine_with(devices);
  if (fetches) device.sms = device.blocks_per_sm = 1;  // Few blocks fill it.
  run_pipeline(given("devices", devices, "items", items, "n", n, "gated", gated,
                     "fetches", fetches, "current", devices - 1, "times", 1, "fewer", 0),
               device);
}

// Items that together have more integers than an int can count.
void run_far_pipeline() {
  constexpr int64_t kItems = 3, kLength = int64_t{1} << 30;
  INFO(kItems, " items of 2^30 integers: item 2 begins at integer 2^31 of `in` and ",
       "`out`, which an int cannot hold; 2 stations");
  const Cheaper once(1000);
  explore_on(machine_with(2), "far_pipeline",
             given("n", kLength, "items", kItems, "current", 1), [](const Outcome&) {});
}

// One to four stations, one per device, in order from device `first` on, or backwards.
CaseSpace stations(int64_t most_items, const vector<int64_t>& items) {
  CaseSpace space;
  space.number("devices", 1, 4, {1, 2, 3, 4}).number("first", 0, 3, {0, 1, 3});
  return space.number("backwards", 0, 1).amount("items", most_items, items);
}

// Pipelines that may run again, with all stations and items, or with one fewer of both.
CaseSpace pipelines(int64_t most, const vector<int64_t>& sizes, int64_t times) {
  CaseSpace space = stations(6, {0, 1, 2, 3, 5});
  space.number("n", sizes.front(), most, sizes);
  space.number("gated", -1, -1).number("current", 0, 3, {0, 1, 3});
  space.number("times", 1, times).number("fewer", 0, times > 1);
  space.where([](Case c) {
    const int64_t fewer = (c["times"] - 1) * c["fewer"];
    return std::max(c["first"], c["current"]) < c["devices"] && c["devices"] > fewer &&
           c["items"] >= fewer;
  });
  return space.cost([](Case c) {
    return c["times"] * (c["items"] + 1) * c["devices"] * (20 + c["n"] / 8);
  });
}

// Pipelines in which one of the stations cannot begin its first item.
CaseSpace held_up() {
  CaseSpace space = stations(7, {0, 1, 2, 3, 6, 7});
  space.number("n", 1, 2).number("gated", 0, 3, {0, 1, 2, 3});
  space.number("current", 0, 3, {0, 1, 3}).number("times", 1, 1).number("fewer", 0, 0);
  space.where([](Case c) {
    return std::max({c["first"], c["current"], c["gated"]}) < c["devices"];
  });
  return space.cost([](Case c) { return 20 * (c["items"] + 1) * c["devices"]; });
}

// "3 items of 2 integers; 3 stations, on devices 1, 2, 0; station 1 is busy until ...".
string text_of_pipeline(Case c) {
  const int64_t devices = c["devices"], gated = c["gated"];
  const int64_t step = c["backwards"] == 1 ? devices - 1 : 1, times = c["times"];
  vector<int64_t> row;
  for (int64_t number = 0; number < devices; ++number)
    row.push_back((c["first"] + step * number) % devices);
  string text =
      cat(counted(c["items"], "item"), " of ", counted(c["n"], "integer"), "; ",
          devices == 1 ? "1 station"
                       : cat(counted(devices, "station"), ", on devices ", joined(row)));
  if (gated >= 0) text += cat("; station ", gated, " is busy until all is issued");
  if (times > 1)
    text += cat("; ", counted(times, "run"),
                c["fewer"] == 0 ? "" : ", each with one station and one item fewer");
  return text;
}

void run_pipelines(const CaseSpace& space) {
  if (on_gpu()) return;
  for_cases(space, [](Case c) {
    INFO(text_of_pipeline(c));
    run_pipeline(c, machine_with(c["devices"]));
  });
}

LAB_CHECK("7e", 3, functional,
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
  run_pipelines(pipelines(140, {1, 31, 33, 127, 128, 129}, 3));
  if (!on_gpu()) run_far_pipeline();
}

LAB_CHECK("7e", 2, functional, "the host issues all work before any is done") {
  const Cheaper cheaper(50);
  run_pipeline(2, 4, 1, 0);
}

LAB_CHECK("7e", 3, functional,
          "a station works on two items while the next one has fetched none") {
  {
    const Cheaper cheaper(50);
    run_pipeline(2, 2, 1, 1);
    run_pipeline(3, 4, 1, 2);
  }
  run_pipelines(held_up());
  if (on_gpu()) return;  // There, other kernels may take the places first.
  const Cheaper cheaper(50);
  run_pipeline(2, 3, 1, 1, true);
  run_pipeline(3, 5, 1, 2, true);
}

LAB_CHECK("7e", 9, ordering,
          "an item is fetched after the work on it, and before its slot is used again") {
  {
    const Cheaper cheaper(10);
    run_pipeline(2, 4, 1);
    run_pipeline(3, 4, 1);
  }
  run_pipelines(pipelines(2, {1, 2}, 1));
}

LAB_CHECK_ON("7e", 1, functional, sim, "runPipeline: it leaves no events behind") {
  leave_nothing(Issues::pipeline);
}

LAB_CHECK_ON("7e", 1, functional, sim, "runPipeline: a launch that fails is reported") {
  return_launch_error(Issues::pipeline, 6);
}

}  // namespace
}  // namespace gridlock::check
