// The checks of lab 04.  Read them in order: each rules out one wrong idea.  A title is a
// claim; it holds if the check passes.
//
// The checks about order are strict: code that needs what the PTX memory model does not
// promise fails them, even if today's GPUs provide it.

#include <gridlock/cases.h>
#include <gridlock/check.h>
#include <gridlock/linearize.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace {

using gridlock::Params;
using gridlock::check::as_sequence;
using gridlock::check::Call;
using gridlock::check::calls_of;
using gridlock::check::CaseSpace;
using gridlock::check::Cheaper;
using gridlock::check::explore;
using gridlock::check::for_cases;
using gridlock::check::linearize;
using gridlock::check::on_gpu;
using gridlock::check::Outcome;
using gridlock::check::Patient;

constexpr std::int64_t kFences = 0, kRefs = 1;  // The two forms of everything.
constexpr const char* kNoFence =
    "4d asks for no fence: give the operations acquire and release instead, then remove "
    "the fences";
constexpr std::int64_t kInBlock = 0, kBlocks = 1;  // How far apart the two threads are.

// The modelled device holds this many blocks at a time; each talks to one other.
constexpr std::int64_t kResident = 8, kPairs = kResident / 2;

// "1 block", "3 blocks".
std::string counted(std::int64_t number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

// ---- Shapes ------------------------------------------------------------------------

std::int64_t param(const Params& params, const char* name, std::int64_t otherwise) {
  const auto found = params.find(name);
  return found == params.end() ? otherwise : found->second;
}

std::int64_t threads_of(const Params& params) {
  return params.at("threads") * param(params, "rows", 1) * param(params, "layers", 1);
}

// Whether all threads of a launch together are few enough to be run often.
bool are_few(const Params& params, std::int64_t blocks) {
  constexpr std::int64_t kThreadsMax = 160;
  return blocks * threads_of(params) <= kThreadsMax;
}

// Whether thread `who` and `others` more threads, each `step` further, are different.
bool are_different(const Params& params, std::int64_t others) {
  const std::int64_t threads = threads_of(params);
  std::set<std::int64_t> seen;
  if (params.at("who") >= threads) return false;
  for (std::int64_t k = 0; k <= others; ++k)
    if (!seen.insert((params.at("who") + k * params.at("step")) % threads).second)
      return false;
  return true;
}

// Blocks of one warp and of several, 5 x 7 and deep ones among them, grids along any
// axis, and which of the threads calls.  Only few of the threads do anything, so a case
// costs little more for the others.
CaseSpace shapes() {
  CaseSpace space;
  space.number("threads", 1, 40, {1, 5, 32, 33}).number("rows", 1, 7, {1, 7});
  space.number("layers", 1, 40, {1, 2, 33}).number("axis", 0, 2);
  return space.number("who", 0, 34, {0, 1, 31, 32, 34});
}

// Words and messages that lie side by side, or apart.
void add_apart(CaseSpace& space) { space.number("apart", 1, 64, {1, 2, 8, 64}); }

// ---- Messages ----------------------------------------------------------------------

// The three values of message `number` of this sender; scenarios.cu has the same formula.
std::vector<std::int64_t> message_of(std::int64_t content, std::int64_t from,
                                     std::int64_t number) {
  if (content == 0) return {from, number, from * 1000 + number * 7 + 3};
  using Limits = std::numeric_limits<std::int32_t>;
  constexpr std::int64_t kValues[] = {0,    -1,    Limits::min(), 1,      2, 255,
                                      -256, 65536, Limits::max(), 1 << 24};
  const std::int64_t which = content - 1 + number + from % 2 * 500;
  return {kValues[which % 10], kValues[which / 10 % 10], kValues[which / 100 % 10]};
}

// A field of a slot in new memory.
constexpr std::int64_t kUnwritten = static_cast<std::int32_t>(0xa5a5a5a5u);

// The message stands in values[first..first + 3), and is the one with this number of this
// sender.
void check_message(const std::vector<std::int64_t>& values, std::size_t first,
                   std::int64_t content, std::int64_t from, std::int64_t number,
                   const std::string& which) {
  constexpr const char* kFields[] = {"from", "number", "value"};
  const std::vector<std::int64_t> sent = message_of(content, from, number);
  REQUIRE(values.size() >= first + 3);
  for (std::size_t i = 0; i < 3; ++i) {
    REQUIRE_MESSAGE((values[first + i] != kUnwritten || sent[i] == kUnwritten), which,
                    " arrived without its ", kFields[i],
                    ": the receiver read a slot in which nothing had been written");
    REQUIRE_MESSAGE(values[first + i] == sent[i], which, " arrived with ", kFields[i],
                    " = ", values[first + i], " where ", sent[i], " was sent");
  }
}

// "thread 33", "thread (1,0,1)".
std::string thread_text(const Params& params, std::int64_t number) {
  const std::int64_t threads = params.at("threads"), rows = param(params, "rows", 1);
  if (rows * param(params, "layers", 1) == 1) return "thread " + std::to_string(number);
  return "thread (" + std::to_string(number % threads) + "," +
         std::to_string(number / threads % rows) + "," +
         std::to_string(number / threads / rows) + ")";
}

// "34 threads", "1 x 7 x 2 threads".
std::string shape_text(const Params& params) {
  const std::int64_t all = threads_of(params);
  std::string shape = std::to_string(params.at("threads"));
  for (const char* more : {"rows", "layers"})
    if (all > params.at("threads"))
      shape += " x " + std::to_string(param(params, more, 1));
  return shape + (all == 1 ? " thread" : " threads");
}

// "each of 3 blocks of 34 threads", "a block of 1 thread".
std::string each_block_text(const Params& params) {
  const std::int64_t blocks = params.at("blocks");
  return (blocks == 1 ? "a block" : "each of " + counted(blocks, "block")) + " of " +
         shape_text(params);
}

// Who talks with whom, and how.
std::string text_of_talk(const Params& params) {
  const std::int64_t all = threads_of(params), who = param(params, "who", 0);
  const std::int64_t other = (who + param(params, "step", all - 1)) % all;
  const bool in_block = params.at("far") == kInBlock;
  std::string text = counted(params.at("rounds"), "message") + " each way between " +
                     thread_text(params, who) + " and " +
                     (in_block ? thread_text(params, other) + " of a block"
                               : "the same thread of another block") +
                     " of " + shape_text(params);
  if (param(params, "pairs", 1) > 1)
    text += ", " + counted(params.at("pairs"), "pair") + " at once";
  if (param(params, "burst", 0) != 0) text += ", all sent before one is read";
  if (const std::int64_t given = param(params, "given", 0); given != 0)
    text += given == 1 ? ", sent by the lab's code" : ", received by the lab's code";
  if (const std::int64_t raised = param(params, "raised", 1); raised != 1)
    text += ", which raises the flag to " + std::to_string(raised);
  return text;
}

// Pairs exchange messages and as many answers.
void talk(const Params& params) {
  INFO(text_of_talk(params));
  explore("talk", params, [&](const Outcome& outcome) {
    const auto& out = outcome["out"];
    const std::int64_t rounds = params.at("rounds"), pairs = param(params, "pairs", 1);
    REQUIRE(out.size() == static_cast<std::size_t>(6 * rounds * pairs));
    for (std::int64_t i = 0; i < rounds * pairs; ++i) {
      const std::int64_t first = i / rounds * 2, round = i % rounds;
      const std::int64_t content = param(params, "content", 0);
      const auto at = static_cast<std::size_t>(6 * i);
      const std::string number = std::to_string(round + 1);
      check_message(out, at, content, first, round, "message " + number);
      check_message(out, at + 3, content, first + 1, round,
                    "the answer to message " + number);
    }
    if (params.at("form") == kRefs)
      REQUIRE_MESSAGE(outcome.counter("fences") == 0, kNoFence);
  });
}

// The first and the last thread of a block talk, or one thread of each of two blocks.
Params talkers(std::int64_t form, std::int64_t far, std::int64_t rounds) {
  const std::int64_t threads = on_gpu() ? 64 : far == kInBlock ? 34 : 1;
  return {{"form", form}, {"far", far}, {"rounds", rounds}, {"threads", threads}};
}

constexpr std::int64_t kLeast = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kContents = 1000;  // This many messages cover all values.

// Which messages, and how they come: the student's code on either side, or the scenario's
// on one, with a flag that is anything but 0.
void add_contents(CaseSpace& space, std::int64_t first_given, std::int64_t last_given) {
  space.number("content", 0, kContents / 2, {0, 1, 112, 223, kContents / 2});
  space.number("given", first_given, last_given,
               {first_given, (first_given + last_given) / 2, last_given});
  if (last_given == 0) return;
  space.number("raised", kLeast, kMost, {1, -1, 256, 65536, 1 << 24, kLeast, kMost});
}

bool has_sensible_contents(const Params& params) {
  const std::int64_t raised = param(params, "raised", 1);
  return raised != 0 && (params.at("given") == 1 || raised == 1);
}

// Which threads talk, how often, what they send, and whether all of it is sent before any
// thread listens.
CaseSpace talks(std::int64_t form, std::int64_t far) {
  CaseSpace space = shapes();
  space.number("step", 1, 33, {1, 32, 33}).number("rounds", 1, 4, {1, 2, 4});
  space.number("pairs", 1, kPairs, {1, 2, kPairs}).number("burst", 0, 1);
  space.number("scope", 0, form == kRefs ? 2 : 0);
  if (far == kBlocks) add_apart(space);
  add_contents(space, 0, 2);
  space.where([far](const Params& params) {
    const std::int64_t parties = far == kInBlock ? 2 * params.at("pairs") : 1;
    const std::int64_t blocks = far == kInBlock ? 1 : 2 * params.at("pairs");
    return are_few(params, blocks) && are_different(params, parties - 1) &&
           has_sensible_contents(params);
  });
  return space.cost([far](const Params& params) {
    const std::int64_t messages = 2 * params.at("pairs") * params.at("rounds");
    const std::int64_t idle = threads_of(params) * (far ? 2 * params.at("pairs") : 1);
    return 12 * messages + idle;
  });
}

// Any three of many values meet in a message, and more messages are under way than an
// implementation would keep places for.
void talk_much(std::int64_t form, std::int64_t far) {
  const Cheaper cheaper(on_gpu() ? 20 : 1000);
  Params params = talkers(form, far, kContents / 2);
  params["content"] = 1;
  for (const std::int64_t given : {1, 2}) {
    params["burst"] = given == 1;
    params["given"] = given;
    params["raised"] = kLeast;
    talk(params);
  }
}

void talk_in_cases(std::int64_t form, std::int64_t far, std::int64_t rounds) {
  talk(talkers(form, far, rounds));
  talk_much(form, far);
  if (on_gpu()) {
    // Longer than anybody would look at a flag in vain.
    const Cheaper cheaper(1000);
    Params params = talkers(form, far, 1);
    params["late"] = 20'000;
    talk(params);
    return;
  }
  for_cases(talks(form, far), [&](Params params) {
    params["form"] = form;
    params["far"] = far;
    talk(params);
  });
}

// "2 messages from thread 0 of each of 3 blocks of 1 thread to the host".
std::string text_of_host_talk(const Params& params, bool host_sends) {
  const std::string thread =
      thread_text(params, param(params, "who", 0)) + " of " + each_block_text(params);
  std::string text =
      counted(params.at("rounds"), "message") +
      (host_sends ? " from the host to " + thread : " from " + thread + " to the host");
  if (param(params, "backwards", 0) != 0)
    text += host_sends ? ", the last one sent first" : ", the last one read first";
  if (const std::int64_t raised = param(params, "raised", 1); host_sends && raised != 1)
    text += "; the host raises the flag to " + std::to_string(raised);
  return text;
}

// Each block sends its messages, and the host waits for all of them.
void tell_host(const Params& params) {
  INFO(text_of_host_talk(params, false));
  const std::int64_t rounds = params.at("rounds");
  const std::int64_t messages = rounds * params.at("blocks");
  explore("tell_host", params, [&](const Outcome& outcome) {
    const auto& arrived = outcome["arrived"];
    REQUIRE(arrived.size() == static_cast<std::size_t>(messages));
    const auto number = [&](std::int64_t k) {
      return param(params, "backwards", 0) ? messages - 1 - k : k;
    };
    for (std::int64_t k = 0; k < messages; ++k)
      REQUIRE_MESSAGE(arrived[static_cast<std::size_t>(k)] == 1,
                      "the kernel has ended, and block ", number(k) / rounds,
                      " never told the host");
    for (std::int64_t k = 0; k < messages; ++k)
      check_message(outcome["out"], static_cast<std::size_t>(3 * k),
                    param(params, "content", 0), number(k) / rounds, number(k) % rounds,
                    "the message of block " + std::to_string(number(k) / rounds));
    if (params.at("form") == kRefs)
      REQUIRE_MESSAGE(outcome.counter("fences") == 0, kNoFence);
  });
}

// The host sends, and each block waits for its messages.
void hear_host(const Params& params) {
  INFO(text_of_host_talk(params, true));
  const std::int64_t rounds = params.at("rounds");
  explore("hear_host", params, [&](const Outcome& outcome) {
    for (std::int64_t i = 0; i < rounds * params.at("blocks"); ++i)
      check_message(outcome["out"], static_cast<std::size_t>(3 * i),
                    param(params, "content", 0), i / rounds, i % rounds,
                    "the host's message to block " + std::to_string(i / rounds));
    REQUIRE_MESSAGE(outcome.counter("fences") == 0, kNoFence);
  });
}

// One thread of each block, which sends to the host or hears of it.
Params of_blocks(std::int64_t form, std::int64_t blocks, std::int64_t rounds = 1) {
  const std::int64_t threads = on_gpu() ? 32 : 1;
  return {{"form", form}, {"blocks", blocks}, {"threads", threads}, {"rounds", rounds}};
}

using Talk = void (*)(const Params&);

// `given` 1: the host sends.
void with_host_in_cases(Talk talk_to_host, std::int64_t form, std::int64_t given) {
  {
    const Cheaper cheaper(on_gpu() ? 20 : 1000);
    Params params = of_blocks(form, 2, kContents / 2);
    params["content"] = 1;
    params["raised"] = kLeast;
    talk_to_host(params);
  }
  if (on_gpu()) return;
  CaseSpace space = shapes();
  space.number("blocks", 1, 9, {1, 2, 9}).number("rounds", 1, 3);
  space.number("backwards", 0, 1);
  add_contents(space, given, given);
  space.where([&](const Params& params) {
    return are_few(params, params.at("blocks")) &&
           params.at("who") < threads_of(params) && has_sensible_contents(params);
  });
  space.cost([](const Params& params) {
    return params.at("blocks") * (20 * params.at("rounds") + threads_of(params));
  });
  for_cases(space, [&](Params params) {
    params["form"] = form;
    talk_to_host(params);
  });
}

LAB_CHECK("4a", 6, functional, "in a block: every message arrives, and every answer") {
  const Patient patient;
  talk_in_cases(kFences, kInBlock, 3);
}

LAB_CHECK("4a", 6, functional,
          "between two blocks: every message arrives, and every answer") {
  const Patient patient;
  talk_in_cases(kFences, kBlocks, 3);
}

LAB_CHECK("4a", 6, functional, "to the host: every block's message arrives") {
  const Patient patient;
  tell_host(of_blocks(kFences, 3));
  with_host_in_cases(tell_host, kFences, 0);
}

LAB_CHECK("4a", 3, strict,
          "in a block: a thread that sees the flag sees the whole message") {
  talk_in_cases(kFences, kInBlock, 2);
}

LAB_CHECK("4a", 3, strict,
          "between two blocks: a thread that sees the flag sees the message") {
  talk_in_cases(kFences, kBlocks, 2);
}

LAB_CHECK("4a", 3, strict, "to the host: when it sees the flag it sees the message") {
  tell_host(of_blocks(kFences, 2));
  with_host_in_cases(tell_host, kFences, 0);
}

LAB_CHECK_ON("4a", 5, fences, sim, "no fence of 4a is wider than its reader needs") {
  const Cheaper cheaper(8);
  for (const std::int64_t rounds : {1, 2}) {
    talk(talkers(kFences, kInBlock, rounds));
    talk(talkers(kFences, kBlocks, rounds));
    tell_host(of_blocks(kFences, 1, rounds));
  }
}

// ---- The lock ----------------------------------------------------------------------

struct Crowd {
  std::int64_t blocks, rounds;
  int divisor = 1;  // How many times fewer executions than the default.
};

std::string text(const Crowd& crowd) {
  return counted(crowd.blocks, "block") + ", " + counted(crowd.rounds, "round") + " each";
}

constexpr std::size_t kMutexes = 4;  // Few enough that the calls can be explained.

// The sheet's promises about lock() and unlock() as a sequential specification: the state
// is the holder of each of a few locks.
struct Holders {
  std::array<std::int64_t, kMutexes> of;
  bool operator<(const Holders& other) const { return of < other.of; }
};

enum LockCall { kLock, kUnlock };

std::string lock_allows(Holders& holders, const Call& call) {
  std::int64_t& holder = holders.of.at(static_cast<std::size_t>(call.given));
  const std::string who = "taker " + std::to_string(call.caller);
  if (call.operation == kLock && holder >= 0)
    return who + " was given the lock while taker " + std::to_string(holder) + " held it";
  holder = call.operation == kLock ? call.caller : -1;
  return "";
}

// Every taker takes the lock `rounds` times a launch.
void guard_sum(const Params& params) {
  explore("guard_sum", params, [&](const Outcome& outcome) {
    if (param(params, "calls", 0)) {
      Holders free;
      free.of.fill(-1);
      const auto why = linearize<Holders>(calls_of(outcome), free, lock_allows);
      REQUIRE_MESSAGE(why.possible, why.reason);
    }
    const std::int64_t overlaps = outcome.value("overlaps");
    REQUIRE_MESSAGE(overlaps == 0,
                    "a thread was given the lock while another one held it, ",
                    counted(overlaps, "time"));
    const std::int64_t mutexes = param(params, "mutexes", 1);
    for (std::int64_t m = 0; m < mutexes; ++m) {
      std::int64_t holders = 0, sum = 0;
      for (std::int64_t launch = 0; launch < params.at("launches"); ++launch) {
        const auto blocks = params.at("blocks") + launch * param(params, "grow", 0);
        const std::int64_t takers =
            blocks * param(params, "of_block", 1) * param(params, "kernels", 1);
        for (std::int64_t taker = 0; taker < takers; ++taker) {
          if (m == 0 && mutexes > 1 && taker % 2 == 1) continue;
          holders += params.at("rounds");
          sum += params.at("rounds") * (taker + 1);
        }
      }
      const auto found = outcome["holders"].at(static_cast<std::size_t>(m));
      REQUIRE_MESSAGE(found == holders, counted(holders, "holder"),
                      " counted themselves, and the count is ", found);
      const auto total = outcome["sum"].at(static_cast<std::size_t>(m));
      REQUIRE_MESSAGE(total == sum, "the holders' sum should be ", sum, ", and is ",
                      total);
    }
    if (params.at("form") == kRefs)
      REQUIRE_MESSAGE(outcome.counter("fences") == 0, kNoFence);
  });
}

void guard_sum(std::int64_t form, const Crowd& crowd, std::int64_t launches, bool watch) {
  INFO(text(crowd));
  const Cheaper cheaper(crowd.divisor);
  guard_sum({{"form", form},
             {"blocks", crowd.blocks},
             {"threads", on_gpu() ? 32 : 1},
             {"rounds", crowd.rounds},
             {"launches", launches},
             {"watch", watch ? 1 : 0}});
}

std::int64_t lock_calls(const Params& params) {
  std::int64_t blocks = 0;
  for (std::int64_t launch = 0; launch < params.at("launches"); ++launch)
    blocks += params.at("blocks") + launch * params.at("grow");
  return 2 * params.at("mutexes") * blocks * params.at("of_block") *
         params.at("kernels") * params.at("rounds");
}

// This many blocks of this many threads want one lock at the same time, and none gets it
// before all want it: more than 8 bits can count, and more than 10.
void guard_in_a_crowd(std::int64_t form, std::int64_t blocks, std::int64_t threads) {
  INFO(counted(blocks * threads, "thread"), " that want the lock at the same time");
  const Cheaper cheaper(on_gpu() ? 100 : blocks > 1 ? 1000 : 200);
  guard_sum({{"form", form},
             {"blocks", blocks},
             {"threads", threads},
             {"of_block", threads},
             {"crowd", blocks * threads},
             {"rounds", 1},
             {"launches", 1},
             {"watch", 1}});
}

// More locks, held at the same time, than anybody would keep a place for, also if the
// place comes of the address.
void guard_with_many(std::int64_t form) {
  const Cheaper cheaper(on_gpu() ? 40 : 500);
  for (const std::int64_t apart : {1, 64}) {
    INFO("locks that are ", counted(apart, "word"), " apart");
    guard_sum({{"form", form},
               {"blocks", 2},
               {"threads", 1},
               {"rounds", apart == 1 ? 2 : 1},
               {"launches", 1},
               {"mutexes", apart == 1 ? 1100 : 200},
               {"apart", apart},
               {"watch", 1}});
  }
}

// More often than 16 bits can count.
void guard_very_often(std::int64_t form) { guard_sum(form, {1, 66'000, 1000}, 1, false); }

// "1 lock, taken once by threads 0 and 33 of each of 2 blocks of 34 threads".
std::string text_of_guard(const Params& params) {
  const std::int64_t mutexes = params.at("mutexes"), launches = params.at("launches");
  const std::int64_t rounds = params.at("rounds"), grow = params.at("grow");
  std::string takers;
  for (std::int64_t k = 0; k < params.at("of_block"); ++k)
    takers += (k ? " and " : "") +
              thread_text(params, (params.at("who") + k * params.at("step")) %
                                      threads_of(params));
  std::string text = counted(mutexes, "lock");
  if (mutexes > 1 && params.at("apart") > 1)
    text += ", " + counted(params.at("apart"), "word") + " apart";
  text += ", taken " + counted(rounds, "time") + " by " + takers + " of " +
          each_block_text(params);
  if (params.at("kernels") > 1)
    text += ", in " + counted(params.at("kernels"), "kernel") + " at once";
  if (launches > 1) text += ", in " + std::to_string(launches) + " launches in a row";
  if (launches > 1 && grow > 0) text += ", each of " + counted(grow, "block") + " more";
  if (params.at("fresh") != 0) text += ", each with the locks set to 0 again";
  return text;
}

// Any threads of any blocks take one lock, or several, in one launch after another.
void guard_in_cases(std::int64_t form, std::int64_t launches, bool watch) {
  if (on_gpu()) return;
  CaseSpace space = shapes();
  space.number("step", 1, 33, {1, 32, 33}).number("of_block", 1, 3, {1, 2, 3});
  space.number("blocks", 1, 9, {1, 2, 3, 9}).number("grow", 0, 2);
  space.number("rounds", 0, 3, {0, 1, 2})
      .number("mutexes", 1, kMutexes, {1, 2, kMutexes});
  space.number("launches", 1, launches).number("fresh", 0, launches > 1);
  space.number("kernels", 1, 2);
  add_apart(space);
  space.where([](const Params& params) {
    return are_few(params,
                   params.at("kernels") * params.at("blocks") + params.at("grow")) &&
           are_different(params, params.at("of_block") - 1);
  });
  space.cost([](const Params& params) {
    const std::int64_t calls = lock_calls(params);
    return 12 * calls + calls * params.at("blocks") +
           params.at("launches") * params.at("blocks") * threads_of(params) / 2;
  });
  for_cases(space, [&](Params params) {
    constexpr std::int64_t kToExplain = 24;  // The search takes long for many at once.
    const std::int64_t calls = lock_calls(params);
    params["form"] = form;
    params["watch"] = watch;
    // The log has fences of its own, and 4d allows none.
    const bool logged = watch && form == kFences && calls <= kToExplain;
    params["calls"] = logged ? calls : 0;
    INFO(text_of_guard(params));
    guard_sum(params);
  });
}

LAB_CHECK("4b", 7, functional, "one thread at a time holds the lock, and all get it") {
  const Patient patient;
  std::vector<Crowd> crowds = {{2, 2}, {3, 2, 2}, {12, 1, 10}};
  if (on_gpu()) crowds = {{1, 4}, {2, 100}, {264, 10}, {2000, 1}};
  for (const Crowd& crowd : crowds) guard_sum(kFences, crowd, 1, true);
  guard_in_a_crowd(kFences, 1, 260);
  guard_in_a_crowd(kFences, kResident, on_gpu() ? 512 : 130);
  guard_with_many(kFences);
  guard_in_cases(kFences, 1, true);
}

LAB_CHECK("4b", 7, functional, "the lock is free again for the next launch") {
  guard_sum(kFences, on_gpu() ? Crowd{264, 3} : Crowd{2, 1, 2}, 3, true);
  guard_in_cases(kFences, 3, true);
  guard_very_often(kFences);
}

LAB_CHECK("4b", 5, strict, "each holder sees what the one before it wrote") {
  std::vector<Crowd> crowds = {{2, 2}};
  if (on_gpu()) crowds = {{2, 200}, {264, 20}};
  for (const Crowd& crowd : crowds) guard_sum(kFences, crowd, 1, false);
  guard_in_cases(kFences, 2, false);
}

LAB_CHECK_ON("4b", 3, fences, sim, "no fence of the lock is wider than it has to be") {
  guard_sum(kFences, {2, 2, 4}, 1, false);
  guard_sum(kFences, {3, 1, 8}, 2, false);
}

// ---- The table ---------------------------------------------------------------------

struct Readers {
  std::int64_t blocks, threads, calls;
  int divisor = 1;  // How many times fewer executions than the default.
};

std::string text(const Readers& readers) {
  return counted(readers.blocks, "block") + " of " + counted(readers.threads, "thread") +
         ", " + counted(readers.calls, "call") + " each";
}

constexpr std::int64_t kSeed = 41;
constexpr std::size_t kTableSize = 5;

// What thread `thread` computes from `calls` looks at these tables, as in scenarios.cu.
std::int64_t digest_of(std::size_t thread, std::int64_t calls,
                       const std::vector<std::int64_t>& tables) {
  std::uint32_t digest = 0;
  for (std::int64_t call = 0; call < calls; ++call) {
    const auto table =
        (thread + static_cast<std::size_t>(call)) % (tables.size() / kTableSize);
    for (std::size_t i = 0; i < kTableSize; ++i)
      digest = digest * 31 + static_cast<std::uint32_t>(tables[table * kTableSize + i]);
  }
  return static_cast<std::int32_t>(digest);
}

// How often a thread asks in a launch, by its number in its block, as in scenarios.cu.
std::int64_t calls_of_thread(const Params& params, std::size_t thread,
                             std::int64_t launch) {
  const std::int64_t plan = param(params, "plan", 0);
  if (plan == 0) return params.at("calls");
  const std::vector<int> calls = as_sequence(plan);
  const std::size_t at = thread + static_cast<std::size_t>(launch);
  return calls.empty() ? 0 : calls[at % calls.size()];
}

// The table with this number is whole, built by the recipe of one of its callers.
void check_table(const Params& params, const std::vector<std::int64_t>& tables,
                 std::size_t table, std::int64_t age,
                 const std::set<std::int64_t>& askers) {
  const std::int64_t seed = tables[table * kTableSize];
  const std::int64_t known =
      seed - params.at("seed") - 77 * age - static_cast<std::int64_t>(table);
  const std::int64_t own = param(params, "own", 0);
  const bool is_known =
      own == 0 ? known == 0 : known % own == 0 && askers.contains(known / own);
  REQUIRE_MESSAGE(is_known, "the table begins with ", seed,
                  ", which is not the seed of any caller");
  for (std::size_t i = 0; i < kTableSize; ++i) {
    const auto n = static_cast<std::int64_t>(i);
    REQUIRE_MESSAGE(tables[table * kTableSize + i] == seed * (n + 1) + n, "entry ", i,
                    " of the table is ", tables[table * kTableSize + i]);
  }
}

// Threads ask for tables, in one launch after another.
void read_table(const Params& params) {
  explore("read_table", params, [&](const Outcome& outcome) {
    const auto& seen = outcome["seen"];
    const auto tables = static_cast<std::size_t>(param(params, "tables", 1));
    const bool fresh = param(params, "fresh", 0) != 0;
    std::vector<std::int64_t> wanted(tables);
    std::vector<std::set<std::int64_t>> askers(tables);
    const auto of_block = static_cast<std::size_t>(threads_of(params));
    std::size_t blind = 0, at = 0;
    for (std::int64_t launch = 0; launch < params.at("launches"); ++launch) {
      const auto blocks = params.at("blocks") + launch * param(params, "grow", 0);
      const auto threads = static_cast<std::size_t>(blocks * threads_of(params) *
                                                    param(params, "kernels", 1));
      const auto entries = tables * kTableSize;
      REQUIRE(seen.size() >= at + threads);
      REQUIRE(outcome["table"].size() >=
              (static_cast<std::size_t>(launch) + 1) * entries);
      const auto first =
          outcome["table"].begin() + launch * static_cast<std::ptrdiff_t>(entries);
      const std::vector<std::int64_t> table(first,
                                            first + static_cast<std::ptrdiff_t>(entries));
      if (fresh) askers.assign(tables, {});
      for (std::size_t thread = 0; thread < threads; ++thread, ++at) {
        const std::int64_t calls = calls_of_thread(params, thread % of_block, launch);
        if (seen[at] != digest_of(thread, calls, table)) ++blind;
        for (std::size_t call = 0;
             call < static_cast<std::size_t>(calls) && call < tables; ++call)
          askers[(thread + call) % tables].insert(static_cast<std::int64_t>(thread));
      }
      for (std::size_t t = 0; t < tables; ++t) {
        if (askers[t].empty()) continue;
        check_table(params, table, t, fresh ? launch : 0, askers[t]);
        wanted[t] = fresh ? wanted[t] + 1 : 1;
      }
    }
    REQUIRE_MESSAGE(blind == 0, blind, " of ",
                    counted(static_cast<std::int64_t>(seen.size()), "thread"),
                    " did not see the table as it should be");
    for (std::size_t table = 0; table < tables; ++table) {
      const std::int64_t builds = outcome["builds"].at(table);
      REQUIRE_MESSAGE(builds == wanted[table], "the table was built ",
                      counted(builds, "time"), "; it should be ",
                      counted(wanted[table], "time"));
    }
    REQUIRE_MESSAGE(outcome.value("elsewhere") == 0, "a call returned another table");
    if (params.at("form") == kRefs)
      REQUIRE_MESSAGE(outcome.counter("fences") == 0, kNoFence);
  });
}

void read_table(std::int64_t form, const Readers& readers, std::int64_t launches) {
  INFO(text(readers));
  const Cheaper cheaper(readers.divisor);
  read_table({{"form", form},
              {"blocks", readers.blocks},
              {"threads", readers.threads},
              {"calls", readers.calls},
              {"launches", launches},
              {"seed", kSeed}});
}

// More often, by more threads, and for more tables, than anybody would count.
void read_very_often(std::int64_t form) {
  const Cheaper cheaper(on_gpu() ? 40 : 500);
  read_table(form, {1, 1, 66'000}, 1);
  read_table(form, {kResident, on_gpu() ? 1024 : 140, 1}, 1);
  for (const std::int64_t apart : {1, 64}) {
    const std::int64_t tables = apart == 1 ? 1100 : 200;
    INFO("states that are ", counted(apart, "word"), " apart");
    read_table({{"form", form},
                {"blocks", 2},
                {"threads", 1},
                {"calls", tables},
                {"tables", tables},
                {"apart", apart},
                {"launches", 1},
                {"seed", kSeed}});
  }
}

// Some threads ask, some more often than others, and some never.
void read_in_cases(std::int64_t form, std::int64_t launches) {
  if (on_gpu()) return;
  CaseSpace space;
  space.number("threads", 1, 34, {1, 2, 5, 33}).number("rows", 1, 7, {1, 7});
  space.number("layers", 1, 34, {1, 2, 33}).number("axis", 0, 2);
  add_apart(space);
  space.number("blocks", 1, 9, {1, 2, 9}).number("grow", 0, 2);
  space.number("tables", 1, 4, {1, 2, 4}).number("launches", 1, launches);
  space.number("fresh", 0, launches > 1).number("kernels", 1, 2).number("own", 0, 1000);
  space.number("seed", -100'000'000, 100'000'000, {0, -1, kSeed, -100'000'000});
  space.where([](const Params& params) {
    return are_few(params,
                   params.at("kernels") * params.at("blocks") + params.at("grow"));
  });
  space.sequence("plan", 3, 5, {{1}, {0, 1}, {1, 0}, {2, 1, 0}, {0, 0, 1}});
  space.cost([](const Params& params) {
    const std::vector<int> calls = as_sequence(params.at("plan"));
    const auto most = calls.empty() ? 0 : *std::max_element(calls.begin(), calls.end());
    return params.at("launches") * params.at("blocks") * threads_of(params) *
           (2 + 8 * most);
  });
  for_cases(space, [&](Params params) {
    params["form"] = form;
    INFO(counted(params.at("blocks"), "block"), " of ", params.at("threads"), " x ",
         params.at("rows"), " x ", params.at("layers"), " threads, ",
         counted(params.at("tables"), "table"));
    read_table(params);
  });
}

LAB_CHECK("4c", 7, functional, "the table is built once, and all see it whole") {
  const Patient patient;
  std::vector<Readers> all = {{2, 2, 2}, {12, 1, 1, 10}};
  if (on_gpu()) all = {{1, 1, 2}, {2, 64, 10}, {264, 256, 10}, {2000, 64, 2}};
  for (const Readers& readers : all) read_table(kFences, readers, 1);
  read_very_often(kFences);
  read_in_cases(kFences, 1);
}

LAB_CHECK("4c", 7, functional, "the next launch finds the table and does not build it") {
  read_table(kFences, on_gpu() ? Readers{264, 64, 2} : Readers{2, 1, 1, 2}, 3);
  read_in_cases(kFences, 3);
}

LAB_CHECK("4c", 5, strict, "a thread that finds the table ready sees all of it") {
  std::vector<Readers> all = {{2, 1, 2, 2}, {2, 2, 1, 2}};
  if (on_gpu()) all = {{2, 64, 10}, {264, 64, 10}};
  for (const Readers& readers : all) read_table(kFences, readers, 1);
  read_in_cases(kFences, 1);
}

LAB_CHECK_ON("4c", 3, fences, sim,
             "no fence around the table is wider than it has to be") {
  read_table(kFences, {2, 1, 2, 4}, 1);
  read_table(kFences, {3, 1, 1, 4}, 1);
}

// ---- The same without fences -------------------------------------------------------

LAB_CHECK("4d", 6, functional, "sendRef and receiveRef: messages arrive, near and far") {
  const Patient patient;
  talk_in_cases(kRefs, kInBlock, 3);
  talk_in_cases(kRefs, kBlocks, 3);
  tell_host(of_blocks(kRefs, 3));
  with_host_in_cases(tell_host, kRefs, 0);
  hear_host(of_blocks(kRefs, 3));
}

LAB_CHECK("4d", 4, functional, "lockRef and unlockRef: one thread at a time, and again") {
  const Patient patient;
  std::vector<Crowd> crowds = {{2, 2, 2}};
  if (on_gpu()) crowds = {{2, 100}, {264, 10}};
  for (const Crowd& crowd : crowds) guard_sum(kRefs, crowd, 2, true);
  guard_in_a_crowd(kRefs, 1, 260);
  guard_in_a_crowd(kRefs, kResident, on_gpu() ? 512 : 130);
  guard_with_many(kRefs);
  guard_very_often(kRefs);
  guard_in_cases(kRefs, 2, true);
}

LAB_CHECK("4d", 4, functional, "tableOnceRef: built once, and all see it whole") {
  const Patient patient;
  std::vector<Readers> all = {{2, 2, 2, 4}};
  if (on_gpu()) all = {{1, 64, 2}, {264, 256, 10}};
  for (const Readers& readers : all) read_table(kRefs, readers, 2);
  read_very_often(kRefs);
  read_in_cases(kRefs, 2);
}

LAB_CHECK("4d", 4, strict, "sendRef and receiveRef order the message, near and far") {
  talk_in_cases(kRefs, kInBlock, 2);
  talk_in_cases(kRefs, kBlocks, 2);
  tell_host(of_blocks(kRefs, 2));
  hear_host(of_blocks(kRefs, 2));
  with_host_in_cases(hear_host, kRefs, 1);
}

LAB_CHECK("4d", 2, strict, "lockRef and unlockRef order what the lock guards") {
  const Cheaper cheaper(on_gpu() ? 1 : 2);
  guard_sum(kRefs, on_gpu() ? Crowd{264, 20} : Crowd{2, 2}, 1, false);
  guard_in_cases(kRefs, 1, false);
}

LAB_CHECK("4d", 2, strict, "tableOnceRef orders the table before what reads it") {
  const Cheaper cheaper(on_gpu() ? 1 : 2);
  read_table(kRefs, on_gpu() ? Readers{264, 64, 10} : Readers{2, 2, 1}, 1);
  read_in_cases(kRefs, 1);
}

LAB_CHECK_ON("4d", 2, fences, sim, "no scope of 4d is wider than it has to be") {
  const Cheaper cheaper(4);
  talk(talkers(kRefs, kInBlock, 1));
  talk(talkers(kRefs, kBlocks, 1));
  tell_host(of_blocks(kRefs, 1));
  hear_host(of_blocks(kRefs, 1));
  guard_sum(kRefs, {2, 2, 4}, 1, false);
  read_table(kRefs, {2, 1, 2, 4}, 1);
}

}  // namespace
