// The checks of lab 01, part 1b, the sum, and part 1c, the ordered composition.

#include <gridlock/sharing.h>

#include "checks.h"

namespace gridlock::check {
namespace {

constexpr int64_t kTwoKernels = 0, kOneKernel = 1;  // The two forms of the sum.

// An input of this many elements fits into any GPU's memory.
constexpr int64_t kAlwaysFits = 1 << 22;

// ---- Correct results ---------------------------------------------------------------

struct Affine {
  uint32_t a = 1, b = 0;
};

Affine affine_of(uint32_t x) { return {2 * x + 1, x ^ 0x5bd1e995u}; }

Affine then(Affine f, Affine g) { return {g.a * f.a, g.a * f.b + g.b}; }

// f composed with itself, `times` times.
Affine repeat(Affine f, int64_t times) {
  Affine result;
  for (; times > 0; times /= 2, f = then(f, f))
    if (times % 2 == 1) result = then(result, f);
  return result;
}

Affine composition_of(int64_t n, uint32_t seed, int64_t values) {
  const auto first = [&](int64_t count) {
    Affine all;
    for (int64_t i = 0; i < count; ++i)
      all = then(all, affine_of(input(i, seed, values)));
    return all;
  };
  return then(repeat(first(std::min(n, kPeriod)), n / kPeriod), first(n % kPeriod));
}

int64_t sum_of(int64_t n, uint32_t seed, int64_t values) {
  const auto first = [&](int64_t count) {
    uint32_t all = 0;
    for (int64_t i = 0; i < count; ++i) all += input(i, seed, values);
    return all;
  };
  return as_int(static_cast<uint32_t>(n / kPeriod) * first(std::min(n, kPeriod)) +
                first(n % kPeriod));
}

// ---- Kinds of work -----------------------------------------------------------------

string text(const Work& work) {
  static constexpr const char* kKinds[] = {"", ", all -2^31", ", all 2^31 - 1",
                                           ", all -1", ", all 0"};
  return cat("n = ", work.n, ", ", text(work.shape), kKinds[work.values],
             work.offset ? cat(", arrays from element ", work.offset, " on") : "");
}

using WorkOn = std::function<void(const Work&)>;

// Runs every length from 0 on, in shapes that give few threads more than one element.
void for_each_small_work(const WorkOn& body) {
  const Cheaper cheaper(100);
  for (const Shape& shape : {Shape{1, 1}, {1, 2}, {2, 1}, {2, 3}})
    for (int64_t n = 0; n <= 13; ++n) body({n, shape});
  // With an offset, some group of four elements begins before the array or ends after it.
  for (int64_t offset = 1; offset < 4; ++offset)
    for (int64_t n = 1; n <= 7; ++n) body({n, {1, 3}, offset});
}

// Runs lengths in grids that they neither fill nor divide evenly.
void for_any_work(const WorkOn& body) {
  CaseSpace space;
  space.amount("n", 1000, {0, 1, 31, 32, 33, 100, 997, 1000});
  space.number("blocks", 1, 140, {1, 2, 3, 9, 65, 129});
  space.number("threads", 1, 100, {1, 2, 31, 32, 33, 96});
  space.number("offset", 0, 5, {0, 1, 2, 3}).number("values", 0, 4, {0, 1, 2, 3, 4});
  space.where([](Case c) { return c["blocks"] * c["threads"] <= 300; });
  space.cost([](Case c) { return cost_of(c, 16); });
  for_cases(space,
            [&](Case c) { body({c["n"], shape_of(c), c["offset"], c["values"]}); });
}

// Full blocks, more partials than a block has threads, more elements than 16 bits count.
vector<Work> full_work() {
  return {{2600, {40, 64, 200}},
          {5000, {2, 1024, 500}},
          {1200, {1100, 1, 500}},
          {65'535, {1, 1, 1000}},
          {65'537, {1, 1, 1000}}};
}

// Sizes that overflow 24, 31 or 32 bits: lengths of up to 2^30, grids of about 2^22
// blocks, and products of the two.  A single launch suffices for the longest.
vector<Work> large_work() {
  return {{100'000, {3, 1023, 50}},
          {10'000'000, {100'000, 32, 50}},
          {100'000'000, {24, 1024, 250}, 1},
          {100'000'000, {3001, 256, 250}},
          {16'777'217, {64, 256, 1000}, 3},
          {536'870'915, {4096, 64, 1000}},
          {100'000'000, {1, 1024, 1000}},
          {1'073'741'823, {8, 1024, 1000}, 1},
          {1'073'741'824, {128, 1024, 1000}, 0, 2},
          {1'073'741'824, {264, 1024, 1000}},
          {1'073'741'824, {2'097'151, 1024, 1000}},
          {2000, {2'097'151, 1024, 1000}}};
}

void for_every_work(const WorkOn& body, bool large = on_gpu()) {
  for_each_small_work(body);
  for_any_work(body);
  for (const Work& work : full_work()) body(work);
  if (!large) return;
  for (const Work& work : large_work()) body(work);
}

// Runs work for checks about order, in which every block has something to hand over.
void for_crowded_work(const WorkOn& body) {
  vector<Work> works = {{9, {2, 2}},        {32, {3, 5}},       {25, {12, 2, 4}},
                        {150, {4, 32, 20}}, {300, {2, 65, 20}}, {60, {18, 3, 20}}};
  if (on_gpu()) works = {{1000, {2, 64}}, {10'000, {7, 101}}, {1'000'000, {264, 256}}};
  for (const Work& work : works) body(work);
  // A missing order is missing in all schedules, so few per case are enough.
  if (on_gpu()) return;
  const Cheaper few(250);
  for_any_work(body);
}

// "n = 5, 2 blocks of 1 thread, then n = 6, 3 blocks of 1 thread".
string text(const vector<Work>& launches) {
  return joined(launches, [](const Work& launch) { return text(launch); }, ", then ");
}

// The actual lengths of the launches: on a GPU without room for a length, the scenario
// uses what fits.
vector<int64_t> lengths(const Outcome& outcome, const vector<Work>& launches) {
  const auto& n = sized(outcome, "n", ssize(launches));
  for (size_t i = 0; i < launches.size(); ++i) {
    const int64_t wanted = launches[i].n;
    const bool fits_less = on_gpu() && wanted > kAlwaysFits && n[i] < wanted;
    REQUIRE((n[i] == wanted || (fits_less && n[i] > kAlwaysFits)));
  }
  return n;
}

// What a launch left in the first slots of `partial`: the sums or factors are in `first`,
// the offsets in `second`.  Both are empty if there are more blocks than slots that an
// outcome shows.
struct Slots {
  Slots(const Outcome& outcome, size_t launch, int64_t blocks, int64_t words) {
    constexpr int64_t kFew = 8;
    if (blocks > kFew) return;
    const auto all =
        part_of(outcome["slots"], int64_t(launch) * kFew * words, blocks * words);
    for (int64_t block = 0; block < blocks; ++block) {
      if (unset < 0 && all[block * words] == kUnwrittenInt) unset = block;
      first.push_back(static_cast<uint32_t>(all[block * words]));
      if (words > 1) second.push_back(static_cast<uint32_t>(all[block * words + 1]));
    }
    known = unset < 0;
  }

  vector<uint32_t> first, second;
  int64_t unset = -1;  // The first slot that nothing has set; -1: none is known.
  bool known = false;  // Whether each slot is known, and set.
};

// Demands that *out, or its first word, was written, and not copied from a slot of
// `partial` that nothing had set.
void check_written(int64_t out, const string& where, int64_t n, int64_t expected,
                   const Slots& slots, int64_t users, bool composed = false) {
  constexpr uint32_t kFew = 40;
  const auto word = static_cast<uint32_t>(out);
  ENSURE(
      word != kOtherUnwrittenWord, where, "*out kept what it held before the launch; ",
      "it should be ", expected, ".  ",
      users > 0
          ? "A thread read it or added to it, but none had set it: let one thread of "
            "the last block write the result there, from the slots of `partial`"
          : "A thread of the last block must write it",
      users != 0 || n > 0
          ? ""
          : ".  No thread may leave before the guard, also without an element.  One "
            "thread must meet the condition of the write, also in a block of 1 thread");
  ENSURE(
      word != kUnwrittenWord, where, "*out came out as 0xa5a5a5a5, which a slot of ",
      "`partial` holds until it is set", n == 0 ? ", as does in[0] if n is 0.  " : ".  ",
      slots.unset >= 0
          ? cat("Block ", slots.unset, " did not set its slot, or only added to it: ")
      : slots.known ? "Each slot was set in the end, but was read before: the block "
                      "that merges must be the one for which the guard is true, and "
                    : "",
      "a block must set its slot, also if it has no element, before it calls the guard "
      "or ends");
  const uint32_t more = word - static_cast<uint32_t>(expected);
  if (composed || expected == 0) return;
  ENSURE(more != kOtherUnwrittenWord, where,
         "the sum was added to *out, which was never set: it is uninitialized on entry");
  for (uint32_t count = 1; count <= kFew; ++count)
    ENSURE(more != count * kUnwrittenWord, where, "the sum was added to ",
           counted(count, "slot"),
           " of `partial` that were never set: they are uninitialized on entry");
}

// ---- 1b: the sum -------------------------------------------------------------------

// The numbers' sum, or their product.
uint32_t total_of(const vector<uint32_t>& numbers, bool composed) {
  uint32_t all = composed ? 1 : 0;
  for (const uint32_t number : numbers) all = composed ? all * number : all + number;
  return all;
}

// How often each of these numbers is in this sum, or product; once for those that change
// nothing.  Empty if there is no such explanation, or if too many numbers make it
// ambiguous.
vector<int> times_in(uint32_t total, const vector<uint32_t>& numbers, bool composed) {
  constexpr size_t kFew = 8, kFewer = 3;
  const int most = numbers.size() <= kFewer ? 8 : 2;
  if (numbers.size() > kFew) return {};
  vector<int> times(numbers.size());
  const auto now = [&] {
    vector<uint32_t> all;
    for (size_t i = 0; i < numbers.size(); ++i)
      all.insert(all.end(), times[i], numbers[i]);
    return total_of(all, composed);
  };
  while (now() != total) {
    size_t digit = 0;
    while (digit < times.size() && ++times[digit] > most) times[digit++] = 0;
    if (digit == times.size()) return {};
  }
  for (size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] == (composed ? 1 : 0)) times[i] = 1;
  return times;
}

// What the first n elements add to a sum, or the factors of their maps; empty if there
// are many, or if all are alike.
vector<uint32_t> few_numbers(int64_t n, uint32_t seed, int64_t values, bool composed) {
  constexpr int64_t kFew = 8;
  vector<uint32_t> numbers;
  for (int64_t i = 0; i < n && n <= kFew && values == 0; ++i)
    numbers.push_back(composed ? affine_of(input(i, seed)).a : input(i, seed));
  return numbers;
}

// "element 3", "elements 0, 1" or "partial[0], partial[1]": the elements or slots that a
// result contains `often` times; "" if there are none.
string those_in(const vector<int>& times, int often, const string& slots) {
  vector<string> those;
  for (size_t i = 0; i < times.size(); ++i)
    if (times[i] == often)
      those.push_back(slots.empty() ? cat(i) : indexed(slots, int64_t(i)));
  if (those.empty() || !slots.empty()) return joined(those);
  return (those.size() == 1 ? "element " : "elements ") + joined(those);
}

// "element 2 was left out", if some element, or slot, is not in a result exactly once.
string which_were_used(const vector<int>& times, const string& done,
                       const string& slots = "") {
  vector<string> told;
  for (int often = 0; often <= 8; ++often) {
    const auto many = std::count(times.begin(), times.end(), often);
    if (often == 1 || many == 0) continue;
    told.push_back(cat(those_in(times, often, slots), many == 1 ? " was " : " were ",
                       often == 0 ? "left out" : done + " ",
                       often == 0   ? ""
                       : often == 2 ? "twice"
                                    : cat(often, " times")));
  }
  return joined(told, [](const string& one) { return one; }, ", and ");
}

// What the merge did wrong with slots whose total is right; "" if the total is wrong, or
// if the slots are not known.
string how_merged(uint32_t out, uint32_t right, const Slots& slots, bool composed) {
  if (!slots.known || total_of(slots.first, composed) != right) return "";
  const auto times = times_in(out, slots.first, composed);
  const string those = which_were_used(times, composed ? "composed" : "added", "partial");
  const bool misses = std::count(times.begin(), times.end(), 0) > 0;
  return cat("each element is in a slot of `partial` once, so the merge is wrong",
             those.empty() ? "" : ": " + those, ".  ",
             misses
                 ? "It must read every slot, also if there are more of them than "
                   "threads in the block, and put together what its threads have, as by "
                   "blockFold()"
                 : cat("Its threads must each start from ", composed ? "identity()" : "0",
                       ", also if they have no slot, and together read each slot once"));
}

// ": element 2 was left out", if some of the elements, or of the slots, explain a wrong
// sum; with how to mend it.
string which_were_added(int64_t out, int64_t expected, const Work& work, uint32_t seed,
                        const Slots& slots, int64_t users) {
  const auto word = static_cast<uint32_t>(out), right = static_cast<uint32_t>(expected);
  if (const string merged = how_merged(word, right, slots, false); !merged.empty())
    return ": " + merged;
  if (users > 1 && !slots.known)
    return cat(".  ", users,
               " blocks changed or read *out: let the last block alone write "
               "it, from the slots of `partial`");
  if (work.n == 0 && slots.known)
    return cat(".  The slots of `partial` hold ", joined(slots.first),
               ", and should hold 0.  A shuffle gives any value where its source lane is "
               "not in the block");
  const auto numbers = few_numbers(work.n, seed, work.values, false);
  auto times = times_in(word, numbers, false);
  const auto shared = slots.known ? times_in(total_of(slots.first, false), numbers, false)
                                  : vector<int>();
  if (!shared.empty()) times = shared;
  const string those = which_were_used(times, "added");
  if (those.empty()) return "";
  const auto [blocks, threads, divisor] = work.shape;
  const bool misses = std::count(times.begin(), times.end(), 0) > 0;
  if (!misses && blocks == 2 && std::count(times.begin(), times.end(), 2) == work.n)
    return cat(
        ": ", those,
        "; each block added all of `in`, and must add a share of it: a "
        "thread's number, and that of the threads, must count over the whole grid");
  if (shared.empty()) return ": " + those;
  return cat(
      ": ", those, ", already in `partial`.  ",
      !misses ? "A thread must start at its number in the whole grid, and go on by the "
                "number of threads of the grid"
      : work.n > blocks * threads
          ? "There are more elements than threads, so a thread must add several, "
            "as in threadSum()"
          : "A thread must read it, and what the threads of a block have must be "
            "added up, as by blockFold()");
}

// "element 2 was left out: "; less exact if `times` is empty.
string which_were_composed(const vector<int>& times) {
  const string those = which_were_used(times, "composed");
  return those.empty() ? "some are missing, or composed twice: " : those + ": ";
}

// "; a thread whose share is empty must give identity()": how to mend a factor in which
// element i occurs times[i] times.
string how_to_share(const vector<int>& times, const Work& work) {
  const bool twice = std::count(times.begin(), times.end(), 2) > 0;
  if (twice && work.n < work.shape.blocks * work.shape.threads)
    return "; a thread whose share is empty must give identity()";
  return "; every element must be in one thread's share, which is from runBegin(n, rank, "
         "threads) to runBegin(n, rank + 1, threads), exclusive, and what the threads of a "
         "block have must be put together, as by blockFold()";
}

// Elements in an order whose composition is `got`; empty if there is no such order, or if
// there are too many elements.
vector<int64_t> order_in(Affine got, int64_t n, uint32_t seed, int64_t values) {
  constexpr int64_t kFew = 6;
  vector<int64_t> order;
  const std::function<bool(Affine)> explains = [&](Affine all) {
    if (all.a == got.a && all.b == got.b) return true;
    for (int64_t i = 0; i < n; ++i) {
      if (std::count(order.begin(), order.end(), i) > 0) continue;
      order.push_back(i);
      if (explains(then(all, affine_of(input(i, seed))))) return true;
      order.pop_back();
    }
    return false;
  };
  if (n <= kFew && values == 0) explains({});
  return order;
}

// How to mend a composition of all elements in a wrong order.
string how_to_order(Affine right, const Work& work, uint32_t seed, const Slots& slots) {
  const auto [blocks, threads, divisor] = work.shape;
  if (blocks * threads == 1) return "; compose(f, g) is first f, then g";
  Affine all;
  vector<string> held;
  for (size_t block = 0; slots.known && block < slots.first.size(); ++block) {
    const Affine slot = {slots.first[block], slots.second[block]};
    all = then(all, slot);
    const auto order = order_in(slot, work.n, seed, work.values);
    if (!order.empty())
      held.push_back(
          cat(held.empty() ? "Block " : "block ", block, " composed ", joined(order)));
  }
  if (blocks > 1 && slots.known && all.b == right.b)
    return "; the slots of `partial` are right, so it is their order in the merge that is "
           "wrong: compose(f, g) is first f, then g";
  if (blocks > 1 && !held.empty() && work.n <= blocks * threads)
    return cat(".  ", joined(held),
               ": the share of a block must be a run of neighbours, "
               "so number the threads by blockIdx.x * blockDim.x + threadIdx.x");
  return "; a share must be a run of neighbours, as runBegin() cuts it";
}

void check_sums(const Outcome& outcome, const vector<Work>& launches, uint32_t seed) {
  const auto n = lengths(outcome, launches);
  const auto& out = sized(outcome, "out", ssize(launches));
  for (size_t i = 0; i < launches.size(); ++i) {
    const int64_t values = launches[i].values, expected = sum_of(n[i], seed + i, values);
    const string where = place("launch", i, launches.size());
    const Slots slots(outcome, i, launches[i].shape.blocks, 1);
    check_written(out[i], where, n[i], expected, slots, outcome["users"][i]);
    ENSURE(out[i] == expected, where, "the sum of ", counted(n[i], "element"),
           " came out as ", out[i], "; it is ", expected,
           which_were_added(out[i], expected, {n[i], launches[i].shape, 0, values},
                            seed + i, slots, outcome["users"][i]));
    if (launches.size() > 1)
      check_counter(outcome, i, launches.size(), launches[i].shape.blocks);
  }
}

void explore_sums(int64_t form, const vector<Work>& launches, uint32_t seed,
                  const DeviceModel& device = {}) {
  INFO(text(launches), text(device));
  const Cheaper cheaper(launches.front().shape.divisor);
  explore_on(device, "sum", with_launches(given("form", form, "seed", seed), launches),
             [&](const Outcome& outcome) { check_sums(outcome, launches, seed); });
}

void add_up_partials(Case c, uint32_t seed) {
  INFO(c["n"], " partial sums, ", counted(c["threads"], "thread"));
  explore("final_sum", with(c, "seed", seed), [&](const Outcome& outcome) {
    const int64_t n = outcome.value("n"), out = outcome.value("out");
    REQUIRE((n == c["n"] || (on_gpu() && n > kAlwaysFits)));
    const int64_t expected = sum_of(n, seed, c["values"]);
    ENSURE(out == expected, "the sum came out as ", out, " and should be ", expected);
  });
}

void add_up_any_partials(uint32_t seed) {
  CaseSpace space;
  space.number("n", 1, 3000, {1, 2, 33, 1025, 3000}).number("offset", 0, 5, {0, 1, 3});
  space.number("threads", 1, 1024, {1, 2, 31, 33, 1024}).number("values", 0, 4);
  space.cost([](Case c) { return kLaunchSteps + c["n"] + 20 * c["threads"]; });
  for_cases(space, [&](Case c) { add_up_partials(c, seed); });
  // More elements per thread than 16 bits count.
  CaseSpace many;
  many.number("n", 1, 65'537, {65'535, 65'537}).number("threads", 1, 1);
  many.number("offset", 0, 0).number("values", 0, 0);
  many.cost([](Case c) { return kLaunchSteps + c["n"]; });
  const Cheaper once(1000);
  for_cases(many, [&](Case c) { add_up_partials(c, seed); });
  // One block adds this many elements quickly.  With as many for each block of the
  // largest grid, the sum would be slow.
  constexpr int64_t kMany = (1 << 27) + 3;
  if (on_gpu())
    add_up_partials(given("n", kMany, "threads", 1024, "offset", 0, "values", 0), seed);
}

LAB_CHECK("1b", 2, functional,
          "two kernels: the sum is right for any n, grid and block") {
  for_every_work([](const Work& work) { explore_sums(kTwoKernels, {work}, 21); });
  add_up_any_partials(27);
}

// Runs two sums in two streams, each with its own counter, partials and result.
void sums_at_once(Case c) {
  constexpr uint32_t kSeed = 28;
  INFO("two kernels at the same time, each with n = ", c["n"], ", ", text(shape_of(c)));
  explore("sums_at_once", with(c, "seed", kSeed), [&](const Outcome& outcome) {
    for (const int64_t i : {0, 1}) {
      const int64_t expected = sum_of(c["n"], kSeed + i, 0);
      ENSURE(outcome["out"][i] == expected, place("kernel", i, 2), "the sum came out as ",
             outcome["out"][i], " and should be ", expected);
    }
  });
}

LAB_CHECK("1b", 2, functional, "one kernel: the sum is right for any n, grid and block") {
  for_every_work([](const Work& work) { explore_sums(kOneKernel, {work}, 22); });
  for (const Shape& shape : grids_for_one_place())
    explore_sums(kOneKernel, {{33, shape}}, 22, kOnePlace);
  CaseSpace space;
  space.amount("n", 40, {0, 1, 9}).number("blocks", 1, 4, {1, 2});
  space.number("threads", 1, 33, {1, 2, 33});
  space.cost([](Case c) { return 2 * cost_of(c, 16); });
  for_cases(space, sums_at_once);
}

LAB_CHECK("1b", 2, functional,
          "one kernel: the next launch is right as well, without help from the host") {
  for_cases(plans(), [](Case c) { explore_sums(kOneKernel, launches_of(c), 23); });
}

// With this many elements per thread, several blocks must read them.  Which blocks do may
// depend on the schedule: a block that draws its elements may find none left.
void share_the_reading(const string& scenario, const Params& params) {
  const Work work = {1 << 15, {4, 8}};
  INFO(text(work));
  const Cheaper cheaper(100);
  const AtLeast enough(10);
  require_sharing(scenario, with_launches(with(params, "watch", 1, "seed", 29), {work}),
                  work.shape.blocks,
                  "a share of the reading (16 elements or more per thread)");
}

LAB_CHECK_ON("1b", 5, functional, sim,
             "the sums are shared out: several blocks read, with several threads each") {
  for (const int64_t form : {kTwoKernels, kOneKernel}) {
    INFO(string(form == kOneKernel ? "one kernel" : "two kernels"));
    share_the_reading("sum", given("form", form));
  }
}

LAB_CHECK("1b", 2, ordering,
          "two kernels: one thread writes each partial sum, and one the total") {
  for_crowded_work([](const Work& work) { explore_sums(kTwoKernels, {work}, 25); });
}

LAB_CHECK("1b", 13, ordering,
          "one kernel: the last block adds up partial sums that it is sure to see") {
  for_crowded_work([](const Work& work) { explore_sums(kOneKernel, {work}, 24); });
}

// ---- 1c: the ordered composition ---------------------------------------------------

// Whether `a` is the factor that unwritten words alone give, such as in[0] if n is 0.
bool is_of_nothing(int64_t a) {
  constexpr int64_t kFew = 40;
  for (int64_t times = 1; times <= kFew; ++times)
    if (repeat(affine_of(kUnwrittenWord), times).a == static_cast<uint32_t>(a))
      return true;
  return false;
}

// The factors do not depend on the order, so they show which elements are missing; the
// offsets depend on it.
void check_compositions(const Outcome& outcome, const vector<Work>& launches,
                        uint32_t seed) {
  const auto n = lengths(outcome, launches);
  const auto& factors = sized(outcome, "a", ssize(launches));
  const auto& offsets = sized(outcome, "b", ssize(launches));
  for (size_t i = 0; i < launches.size(); ++i) {
    const Work work{n[i], launches[i].shape, 0, launches[i].values};
    const Affine right = composition_of(n[i], seed + i, work.values);
    const int64_t a = factors[i], b = offsets[i];
    const string where =
        cat(place("launch", i, launches.size()), counted(n[i], "element"), ": ");
    const Slots slots(outcome, i, work.shape.blocks, 2);
    check_written(a, where, n[i], right.a, slots, outcome["users"][i], true);
    ENSURE((n[i] > 0 || !is_of_nothing(a)), where, "*out is composed of in[0], ",
           "though n is 0: it lies beyond the share of its thread, which must give "
           "identity()");
    ENSURE((n[i] > 0 || (a == right.a && b == right.b)), where,
           "the result must be identity(), with the factor 1 and the offset 0; it has "
           "the factor ",
           a, " and the offset ", b);
    if (a != right.a) {
      const string merged = how_merged(static_cast<uint32_t>(a), right.a, slots, true);
      ENSURE(merged.empty(), where, "the factor came out as ", a, " and should be ",
             right.a, "; ", merged);
      const auto times = times_in(static_cast<uint32_t>(a),
                                  few_numbers(n[i], seed + i, work.values, true), true);
      ENSURE(false, where, which_were_composed(times), "the factor came out as ", a,
             " and should be ", right.a, how_to_share(times, work));
    }
    if (b != right.b) {
      const Affine got = {static_cast<uint32_t>(a), static_cast<uint32_t>(b)};
      const auto order = order_in(got, n[i], seed + i, work.values);
      ENSURE(false, where,
             n[i] == 1 ? ""
             : order.empty()
                 ? "all are there, but not in order, from left to right: "
                 : cat("all are there, but in the order ", joined(order), ": "),
             "the offset came out as ", b, " and should be ", right.b,
             n[i] == 1 ? "" : how_to_order(right, work, seed + i, slots));
    }
    if (launches.size() > 1)
      check_counter(outcome, i, launches.size(), work.shape.blocks);
  }
}

void compose(const vector<Work>& launches, uint32_t seed,
             const DeviceModel& device = {}) {
  INFO(text(launches), text(device));
  const Cheaper cheaper(launches.front().shape.divisor);
  explore_on(
      device, "compose", with_launches(given("seed", seed), launches),
      [&](const Outcome& outcome) { check_compositions(outcome, launches, seed); });
}

LAB_CHECK("1c", 3, functional,
          "the composition is the one from left to right, for any n, grid and block") {
  for_every_work([](const Work& work) { compose({work}, 31); }, false);
  for (const Shape& shape : grids_for_one_place()) compose({{33, shape}}, 31, kOnePlace);
}

LAB_CHECK("1c", 2, functional,
          "the next composition is right as well, without help from the host") {
  for_cases(plans(), [](Case c) { compose(launches_of(c), 33); });
}

LAB_CHECK_ON("1c", 5, functional, sim,
             "the maps are shared out: several blocks read, with several threads each") {
  share_the_reading("compose", {});
}

LAB_CHECK("1c", 11, ordering,
          "the last block composes partial results that it is sure to see") {
  for_crowded_work([](const Work& work) { compose({work}, 34); });
}

#ifndef __wasm__  // There, size_t has 32 bits, and correct code would fail.
LAB_CHECK("1c", 1, functional,
          "many elements, many blocks: no product of the two is cut off at 32 bits") {
  const vector<Work> some = {{500'000, {10'000, 1, 1000}}};
  for (const Work& work : on_gpu() ? large_work() : some) compose({work}, 32);
}
#endif

}  // namespace
}  // namespace gridlock::check
