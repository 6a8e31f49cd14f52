// The checks of lab 04.  Read them in order: each rules out one wrong idea.  A title is a
// claim; it holds if the check passes.
//
// The checks about order are strict: code that needs what the PTX memory model does not
// promise fails them, even if today's GPUs provide it.

#include "checks.h"

#include <gridlock/linearize.h>

namespace gridlock::check {
namespace {

// ---- 4a: messages ------------------------------------------------------------------

LAB_CHECK("4a", 2, functional, "in a block: every message arrives, and every answer") {
  const Patient patient;
  talk_in_cases(kFences, kInBlock, 3);
}

LAB_CHECK("4a", 2, functional,
          "between two blocks: every message arrives, and every answer") {
  const Patient patient;
  talk_in_cases(kFences, kBlocks, 3);
}

LAB_CHECK("4a", 2, functional, "to the host: every block's message arrives") {
  const Patient patient;
  tell_host(of_blocks(kFences, 3));
  with_host_in_cases(tell_host, kFences, 0);
}

LAB_CHECK("4a", 7, strict,
          "in a block: a thread that sees the flag sees the whole message") {
  talk_in_cases(kFences, kInBlock, 2);
}

LAB_CHECK("4a", 7, strict,
          "between two blocks: a thread that sees the flag sees the message") {
  talk_in_cases(kFences, kBlocks, 2);
}

LAB_CHECK("4a", 7, strict, "to the host: when it sees the flag it sees the message") {
  tell_host(of_blocks(kFences, 2));
  with_host_in_cases(tell_host, kFences, 0);
}

LAB_CHECK_ON("4a", 5, fences, sim, "no fence of 4a is wider than its reader needs") {
  const Cheaper cheaper(8);
  for (const int64_t rounds : {1, 2}) {
    talk(talkers(kFences, kInBlock, rounds));
    talk(talkers(kFences, kBlocks, rounds));
    tell_host(of_blocks(kFences, 1, rounds));
  }
}

// ---- 4b: the lock ------------------------------------------------------------------

struct Crowd {
  int64_t blocks, rounds;
  int divisor = 1;  // The default number of executions is divided by this.
};

constexpr int64_t kMutexes = 4;  // Few, to bound the search for an order of the calls.

// The sheet's promises as a sequential specification; the state is each lock's holder.
using Holders = std::array<int64_t, kMutexes>;

enum LockCall { kLock, kUnlock };

string lock_allows(Holders& holders, const Call& call) {
  int64_t& holder = holders.at(call.given);
  if (call.operation == kLock && holder >= 0)
    return cat("taker ", call.caller, " was given the lock while taker ", holder,
               " held it");
  holder = call.operation == kLock ? call.caller : -1;
  return "";
}

// How many threads take lock `m`, and the sum of their numbers, counted from 1.
std::pair<int64_t, int64_t> takers_of(Case c, int64_t m) {
  const bool halved = m == 0 && c("mutexes", 1) > 1;
  int64_t count = 0, sum = 0;
  for (int64_t launch = 0; launch < c["launches"]; ++launch) {
    const int64_t blocks = c["blocks"] + launch * c("grow", 0);
    const int64_t takers = blocks * c("of_block", 1) * c("kernels", 1);
    for (int64_t taker = 0; taker < takers; taker += halved ? 2 : 1) {
      ++count;
      sum += taker + 1;
    }
  }
  return {count, sum};
}

void guard_sum(Case c) {
  explore("guard_sum", c, [&](const Outcome& outcome) {
    if (c("calls", 0)) {
      Holders free;
      free.fill(-1);
      const auto why = linearize<Holders>(calls_of(outcome), free, lock_allows);
      ENSURE(why.possible, why.reason);
    }
    const int64_t overlaps = outcome.value("overlaps");
    ENSURE(overlaps == 0, "a thread was given the lock while another one held it, ",
           counted(overlaps, "time"),
           ".  lock() may return only once the operation that ",
           "takes the lock has found it free, by what that operation returns, and must ",
           "try again until then.  An atomicCAS(address, expected, new) that does not ",
           "find what it expects changes nothing");
    for (int64_t m = 0; m < c("mutexes", 1); ++m) {
      const auto takers = takers_of(c, m);
      const int64_t holders = c["rounds"] * takers.first;
      const int64_t sum = c["rounds"] * takers.second;
      ENSURE(outcome["holders"].at(m) == holders, counted(holders, "holder"),
             " counted themselves, and the count is ", outcome["holders"].at(m));
      ENSURE(outcome["sum"].at(m) == sum, "the holders' sum should be ", sum, ", and is ",
             outcome["sum"].at(m));
    }
  });
}

void guard_sum(const Crowd& crowd, int64_t launches, bool watch) {
  INFO(counted(crowd.blocks, "block"), ", ", counted(crowd.rounds, "round"), " each");
  const Cheaper cheaper(crowd.divisor);
  guard_sum(given("blocks", crowd.blocks, "threads", on_gpu() ? 32 : 1, "rounds",
                  crowd.rounds, "launches", launches, "watch", watch));
}

int64_t lock_calls(Case c) {
  int64_t blocks = 0;
  for (int64_t launch = 0; launch < c["launches"]; ++launch)
    blocks += c["blocks"] + launch * c["grow"];
  return 2 * c["mutexes"] * blocks * c["of_block"] * c["kernels"] * c["rounds"];
}

// More threads than 8 bits can count want one lock at once, and no thread gets it before
// all want it.
void guard_in_a_crowd() {
  constexpr int64_t kThreads = 260;
  INFO(kThreads, " threads that want the lock at the same time");
  const Cheaper cheaper(on_gpu() ? 100 : 200);
  guard_sum(given("blocks", 1, "threads", kThreads, "of_block", kThreads, "crowd",
                  kThreads, "rounds", 1, "launches", 1, "watch", 1));
}

// The lock is taken more often than 16 bits count.
void guard_very_often() { guard_sum({1, 66'000, 1000}, 1, false); }

// "1 lock, taken 1 time by thread 0 and thread 33 of each of 2 blocks of 34 threads".
string text_of_guard(Case c) {
  const int64_t mutexes = c["mutexes"], launches = c["launches"];
  const int64_t grow = c["grow"];
  string takers;
  for (int64_t k = 0; k < c["of_block"]; ++k)
    takers +=
        (k ? " and " : "") + thread_text(c, (c["who"] + k * c["step"]) % threads_of(c));
  string text = counted(mutexes, "lock");
  if (mutexes > 1 && c["apart"] > 1)
    text += ", " + counted(c["apart"], "word") + " apart";
  text += cat(", taken ", counted(c["rounds"], "time"), " by ", takers, " of ",
              each_block_text(c));
  if (c["kernels"] > 1) text += ", in " + counted(c["kernels"], "kernel") + " at once";
  if (launches > 1) text += cat(", in ", launches, " launches in a row");
  if (launches > 1 && grow > 0) text += ", each of " + counted(grow, "block") + " more";
  if (c["fresh"] != 0) text += ", each with the locks set to 0 again";
  return text;
}

// Any threads of any blocks take one lock, or several, in one launch after another.
void guard_in_cases(int64_t launches, bool watch) {
  if (on_gpu()) return;
  CaseSpace space = shapes();
  space.number("step", 1, 33, {1, 32, 33}).number("of_block", 1, 3, {1, 2, 3});
  space.number("blocks", 1, 9, {1, 2, 3, 9}).number("grow", 0, 2);
  space.amount("rounds", 3, {0, 1, 2}).number("mutexes", 1, kMutexes, {1, 2, kMutexes});
  space.number("launches", 1, launches).number("fresh", 0, launches > 1);
  space.number("kernels", 1, 2);
  add_apart(space);
  space.where([](Case c) {
    return are_few(c, c["kernels"] * c["blocks"] + c["grow"]) &&
           are_different(c, c["of_block"] - 1);
  });
  space.cost([](Case c) {
    const int64_t calls = lock_calls(c);
    return 12 * calls + calls * c["blocks"] +
           c["launches"] * c["blocks"] * threads_of(c) / 2;
  });
  for_cases(space, [&](Case c) {
    constexpr int64_t kToExplain = 24;  // The search takes long for more calls.
    const int64_t calls = lock_calls(c);
    const bool logged = watch && calls <= kToExplain;
    INFO(text_of_guard(c));
    guard_sum(with(c, "watch", watch, "calls", logged ? calls : 0));
  });
}

LAB_CHECK("4b", 4, functional, "one thread at a time holds the lock, and all get it") {
  const Patient patient;
  vector<Crowd> crowds = {{2, 2}, {3, 2, 2}, {12, 1, 10}};
  if (on_gpu()) crowds = {{1, 4}, {2, 100}, {264, 10}, {2000, 1}};
  for (const Crowd& crowd : crowds) guard_sum(crowd, 1, true);
  guard_in_a_crowd();
  guard_in_cases(1, true);
}

LAB_CHECK("4b", 16, strict, "each holder sees what the one before it wrote") {
  vector<Crowd> crowds = {{2, 2}};
  if (on_gpu()) crowds = {{2, 200}, {264, 20}};
  for (const Crowd& crowd : crowds) guard_sum(crowd, 1, false);
  guard_in_cases(2, false);
}

LAB_CHECK("4b", 4, functional, "the lock is free again for the next launch") {
  guard_sum(on_gpu() ? Crowd{264, 3} : Crowd{2, 1, 2}, 3, true);
  guard_in_cases(3, true);
  guard_very_often();
}

LAB_CHECK_ON("4b", 4, fences, sim, "no fence of the lock is wider than it has to be") {
  guard_sum({2, 2, 4}, 1, false);
  guard_sum({3, 1, 8}, 2, false);
}

// ---- 4c: the table -----------------------------------------------------------------

struct Readers {
  int64_t blocks, threads, calls;
  int divisor = 1;  // The default number of executions is divided by this.
};

constexpr int64_t kSeed = 41, kTableSize = 5;

using Table = vector<int64_t>;
using Askers = std::set<int64_t>;

// The digest of a thread that reads these tables `calls` times, as in scenarios.cu.
int64_t digest_of(int64_t thread, int64_t calls, const Table& tables) {
  uint32_t digest = 0;
  for (int64_t call = 0; call < calls; ++call) {
    const int64_t table = (thread + call) % (ssize(tables) / kTableSize);
    for (int64_t i = 0; i < kTableSize; ++i)
      digest = digest * 31 + static_cast<uint32_t>(tables[table * kTableSize + i]);
  }
  return static_cast<int32_t>(digest);
}

// The number of calls of a thread in a launch, by its number in its block, as in
// scenarios.cu.
int64_t calls_of_thread(Case c, int64_t thread, int64_t launch) {
  const int64_t plan = c("plan", 0);
  if (plan == 0) return c["calls"];
  const vector<int> calls = as_sequence(plan);
  return calls.empty() ? 0 : calls[(thread + launch) % calls.size()];
}

// Fails unless this table is complete and built by the recipe of one of its callers.
void check_table(Case c, const Table& tables, int64_t table, int64_t age,
                 const Askers& askers) {
  const int64_t seed = tables[table * kTableSize];
  const int64_t known = seed - c["seed"] - 77 * age - table, own = c("own", 0);
  const bool is_known =
      own == 0 ? known == 0 : known % own == 0 && askers.contains(known / own);
  ENSURE(is_known, "the table begins with ", seed,
         ", which is not the seed of any caller");
  for (int64_t i = 0; i < kTableSize; ++i)
    ENSURE(tables[table * kTableSize + i] == seed * (i + 1) + i, "entry ", i,
           " of the table is ", tables[table * kTableSize + i]);
}

// The threads that asked for tables, launch by launch, and the tables that they saw.
class Asked {
 public:
  Asked(Case params, const Outcome& outcome) : params_(params), outcome_(outcome) {}

  void check() {
    const auto& seen = outcome_["seen"];
    for (int64_t launch = 0; launch < params_["launches"]; ++launch) check(launch, seen);
    ENSURE(blind_ == 0, blind_, " of ", counted(ssize(seen), "thread"),
           " did not see the table as it should be");
    for (int64_t table = 0; table < tables_; ++table) {
      const int64_t builds = outcome_["builds"].at(table);
      ENSURE(
          builds == wanted_[table], "the table was built ", counted(builds, "time"),
          "; it should be ", counted(wanted_[table], "time"),
          builds < wanted_[table]
              ? ""
              : ".  Who builds is settled in one atomic step, which changes *state only "
                "if it finds kEmpty: atomicCAS().  Nothing may set it back to kEmpty");
    }
    ENSURE(outcome_.value("elsewhere") == 0, "a call returned another table");
  }

 private:
  void check(int64_t launch, const vector<int64_t>& seen) {
    const int64_t blocks = params_["blocks"] + launch * params_("grow", 0);
    const int64_t of_block = threads_of(params_), entries = tables_ * kTableSize;
    const int64_t threads = blocks * of_block * params_("kernels", 1);
    REQUIRE(ssize(seen) >= at_ + threads);
    const Table table = part_of(outcome_["table"], launch * entries, entries);
    const bool fresh = params_("fresh", 0) != 0;
    if (fresh) askers_.assign(tables_, {});
    for (int64_t thread = 0; thread < threads; ++thread, ++at_) {
      const int64_t calls = calls_of_thread(params_, thread % of_block, launch);
      if (seen[at_] != digest_of(thread, calls, table)) ++blind_;
      for (int64_t call = 0; call < std::min(calls, tables_); ++call)
        askers_[(thread + call) % tables_].insert(thread);
    }
    for (int64_t t = 0; t < tables_; ++t) {
      if (askers_[t].empty()) continue;
      check_table(params_, table, t, fresh ? launch : 0, askers_[t]);
      wanted_[t] = fresh ? wanted_[t] + 1 : 1;
    }
  }

  Case params_;
  const Outcome& outcome_;
  const int64_t tables_ = params_("tables", 1);
  vector<int64_t> wanted_ = vector<int64_t>(tables_);  // How often to build each table.
  vector<Askers> askers_ = vector<Askers>(tables_);
  int64_t blind_ = 0, at_ = 0;
};

void read_table(Case c) {
  explore("read_table", c, [&](const Outcome& outcome) { Asked(c, outcome).check(); });
}

void read_table(const Readers& readers, int64_t launches) {
  INFO(grid_text(readers.blocks, readers.threads), ", ", counted(readers.calls, "call"),
       " each");
  const Cheaper cheaper(readers.divisor);
  read_table(given("blocks", readers.blocks, "threads", readers.threads, "calls",
                   readers.calls, "launches", launches, "seed", kSeed));
}

// Some threads ask, some more often than others, and some never.
void read_in_cases(int64_t launches) {
  if (on_gpu()) return;
  CaseSpace space;
  space.number("threads", 1, 34, {1, 2, 5, 33}).number("rows", 1, 7, {1, 7});
  space.number("layers", 1, 34, {1, 2, 33}).number("axis", 0, 2);
  add_apart(space);
  space.number("blocks", 1, 9, {1, 2, 9}).number("grow", 0, 2);
  space.number("tables", 1, 4, {1, 2, 4}).number("launches", 1, launches);
  space.number("fresh", 0, launches > 1).number("kernels", 1, 2).number("own", 0, 1000);
  space.number("seed", -100'000'000, 100'000'000, {0, -1, kSeed, -100'000'000});
  space.where([](Case c) { return are_few(c, c["kernels"] * c["blocks"] + c["grow"]); });
  space.sequence("plan", 3, 5, {{1}, {0, 1}, {1, 0}, {2, 1, 0}, {0, 0, 1}});
  space.cost([](Case c) {
    const vector<int> calls = c.sequence("plan");
    const int64_t most =
        calls.empty() ? 0 : *std::max_element(calls.begin(), calls.end());
    return c["launches"] * c["blocks"] * threads_of(c) * (2 + 8 * most);
  });
  for_cases(space, [&](Case c) {
    INFO(counted(c["blocks"], "block"), " of ", c["threads"], " x ", c["rows"], " x ",
         c["layers"], " threads, ", counted(c["tables"], "table"));
    read_table(c);
  });
}

LAB_CHECK("4c", 4, functional, "the table is built once, and all see it whole") {
  const Patient patient;
  vector<Readers> all = {{2, 2, 2}, {12, 1, 1, 10}};
  if (on_gpu()) all = {{1, 1, 2}, {2, 64, 10}, {264, 256, 10}, {2000, 64, 2}};
  for (const Readers& readers : all) read_table(readers, 1);
  read_in_cases(1);
}

LAB_CHECK("4c", 11, strict, "a thread that finds the table ready sees all of it") {
  vector<Readers> all = {{2, 1, 2, 2}, {2, 2, 1, 2}};
  if (on_gpu()) all = {{2, 64, 10}, {264, 64, 10}};
  for (const Readers& readers : all) read_table(readers, 1);
  read_in_cases(1);
}

LAB_CHECK("4c", 2, functional, "the next launch finds the table and does not build it") {
  read_table(on_gpu() ? Readers{264, 64, 2} : Readers{2, 1, 1, 2}, 3);
  read_in_cases(3);
}

LAB_CHECK_ON("4c", 3, fences, sim,
             "no fence around the table is wider than it has to be") {
  read_table({2, 1, 2, 4}, 1);
  read_table({3, 1, 1, 4}, 1);
}

// ---- 4d: a message without fences --------------------------------------------------

LAB_CHECK("4d", 4, functional, "sendRef and receiveRef: messages arrive, near and far") {
  const Patient patient;
  talk_in_cases(kRefs, kInBlock, 3);
  talk_in_cases(kRefs, kBlocks, 3);
  tell_host(of_blocks(kRefs, 3));
  with_host_in_cases(tell_host, kRefs, 0);
  hear_host(of_blocks(kRefs, 3));
}

LAB_CHECK("4d", 12, strict, "sendRef and receiveRef order the message, near and far") {
  talk_in_cases(kRefs, kInBlock, 2);
  talk_in_cases(kRefs, kBlocks, 2);
  tell_host(of_blocks(kRefs, 2));
  hear_host(of_blocks(kRefs, 2));
  with_host_in_cases(hear_host, kRefs, 1);
}

LAB_CHECK_ON("4d", 4, fences, sim, "no scope of 4d is wider than it has to be") {
  const Cheaper cheaper(4);
  talk(talkers(kRefs, kInBlock, 1));
  talk(talkers(kRefs, kBlocks, 1));
  tell_host(of_blocks(kRefs, 1));
  hear_host(of_blocks(kRefs, 1));
}

}  // namespace
}  // namespace gridlock::check
