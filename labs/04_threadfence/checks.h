/// What the checks of lab 04 on messages share, and which threads send messages.
#pragma once

#include <gridlock/kit.h>
#include <limits>
#include <set>

namespace gridlock::check {
namespace {

constexpr int64_t kFences = 0, kRefs = 1;     // The two forms of a message.
constexpr int64_t kInBlock = 0, kBlocks = 1;  // How far apart the two threads are.

// The modelled device holds 8 blocks at a time; each talks to one other.
constexpr int64_t kPairs = 4;

inline void check_no_fence(const Outcome& outcome, int64_t form) {
  if (form == kRefs)
    ENSURE(outcome.counter("fences") == 0,
           "4d asks for no fence: give the operations acquire and release instead, then "
           "remove the fences");
}

// ---- Shapes ------------------------------------------------------------------------

inline int64_t threads_of(Case c) { return c["threads"] * c("rows", 1) * c("layers", 1); }

// Whether a launch has few enough threads to be run often.
inline bool are_few(Case c, int64_t blocks) {
  constexpr int64_t kThreadsMax = 160;
  return blocks * threads_of(c) <= kThreadsMax;
}

// Whether thread `who` and the next `others` threads, `step` apart, are different.
inline bool are_different(Case c, int64_t others) {
  const int64_t threads = threads_of(c);
  std::set<int64_t> seen;
  if (c["who"] >= threads) return false;
  for (int64_t k = 0; k <= others; ++k)
    if (!seen.insert((c["who"] + k * c["step"]) % threads).second) return false;
  return true;
}

// The shape of the blocks, of one warp or several, with rows and layers; the axis of the
// grid; and the thread that calls.  The other threads cost little.
inline CaseSpace shapes() {
  CaseSpace space;
  space.number("threads", 1, 40, {1, 5, 32, 33}).number("rows", 1, 7, {1, 7});
  space.number("layers", 1, 40, {1, 2, 33}).number("axis", 0, 2);
  return space.number("who", 0, 34, {0, 1, 31, 32, 34});
}

// Words and messages that lie side by side, or apart.
inline void add_apart(CaseSpace& space) { space.number("apart", 1, 64, {1, 2, 8, 64}); }

// "thread 33", "thread (1,0,1)".
inline string thread_text(Case c, int64_t number) {
  const int64_t threads = c["threads"], rows = c("rows", 1);
  if (rows * c("layers", 1) == 1) return cat("thread ", number);
  return cat("thread (", number % threads, ",", number / threads % rows, ",",
             number / threads / rows, ")");
}

// "34 threads", "1 x 7 x 2 threads".
inline string shape_text(Case c) {
  const int64_t all = threads_of(c);
  string shape = to_string(c["threads"]);
  if (all > c["threads"]) shape += cat(" x ", c("rows", 1), " x ", c("layers", 1));
  return shape + (all == 1 ? " thread" : " threads");
}

// "each of 3 blocks of 34 threads", "a block of 1 thread".
inline string each_block_text(Case c) {
  const int64_t blocks = c["blocks"];
  return cat(blocks == 1 ? "a block" : "each of " + counted(blocks, "block"), " of ",
             shape_text(c));
}

// ---- Messages ----------------------------------------------------------------------

using Int = std::numeric_limits<int32_t>;

// The three values of message `number` of this sender; scenarios.cu has the same formula.
inline vector<int64_t> message_of(int64_t content, int64_t from, int64_t number) {
  if (content == 0) return {from, number, from * 1000 + number * 7 + 3};
  constexpr int64_t kValues[] = {0,   -1,   Int::min(), 1,          2,
                                 255, -256, 65536,      Int::max(), 1 << 24};
  const int64_t which = content - 1 + number + from % 2 * 500;
  return {kValues[which % 10], kValues[which / 10 % 10], kValues[which / 100 % 10]};
}

// Fails unless values[first..first + 3) is message `number` of this sender.
inline void check_message(const vector<int64_t>& values, int64_t first, int64_t content,
                          int64_t from, int64_t number, const string& which) {
  constexpr const char* kFields[] = {"from", "number", "value"};
  const auto sent = message_of(content, from, number), got = part_of(values, first, 3);
  const vector<int64_t> empty(3);
  ENSURE(
      (got != empty || sent == empty), which,
      " arrived as Message{}, with nothing of what was sent.  A receiver that finds the "
      "flag 0 must look again, in a loop, and not return");
  for (size_t i = 0; i < 3; ++i) {
    const bool is_new = got[i] == kUnwrittenInt || got[i] == kUnwrittenShared;
    ENSURE((!is_new || sent[i] == got[i]), which, " arrived without its ", kFields[i],
           ": the receiver read a slot in which nothing had been written");
    ENSURE(got[i] == sent[i], which, " arrived with ", kFields[i], " = ", got[i],
           " where ", sent[i], " was sent");
  }
}

inline string text_of_talk(Case c) {
  const int64_t all = threads_of(c), who = c("who", 0);
  const int64_t other = (who + c("step", all - 1)) % all;
  string text = cat(counted(c["rounds"], "message"), " each way between ",
                    thread_text(c, who), " and ",
                    c["far"] == kInBlock ? thread_text(c, other) + " of a block"
                                         : "the same thread of another block",
                    " of ", shape_text(c));
  if (c("pairs", 1) > 1) text += ", " + counted(c["pairs"], "pair") + " at once";
  if (c("burst", 0) != 0) text += ", all sent before one is read";
  if (const int64_t given = c("given", 0); given != 0)
    text += given == 1 ? ", sent by the lab's code" : ", received by the lab's code";
  if (const int64_t raised = c("raised", 1); raised != 1)
    text += cat(", which raises the flag to ", raised);
  return text;
}

// Pairs exchange messages and as many answers.
inline void talk(Case c) {
  INFO(text_of_talk(c));
  explore("talk", c, [&](const Outcome& outcome) {
    const int64_t rounds = c["rounds"], pairs = c("pairs", 1);
    const auto& out = sized(outcome, "out", 6 * rounds * pairs);
    for (int64_t i = 0; i < rounds * pairs; ++i) {
      const int64_t first = i / rounds * 2, round = i % rounds;
      const int64_t content = c("content", 0);
      const string message = cat("message ", round + 1);
      check_message(out, 6 * i, content, first, round, message);
      check_message(out, 6 * i + 3, content, first + 1, round,
                    "the answer to " + message);
    }
    check_no_fence(outcome, c["form"]);
  });
}

// The first and the last thread of a block talk, or one thread of each of two blocks.
inline Params talkers(int64_t form, int64_t far, int64_t rounds) {
  return given("form", form, "far", far, "rounds", rounds, "threads",
               on_gpu()          ? 64
               : far == kInBlock ? 34
                                 : 1);
}

constexpr int64_t kContents = 1000;  // This many messages cover all values.

// Adds the contents of messages and their route: the student's code on both sides, or the
// scenario's on one, with a flag that is not 0.
inline void add_contents(CaseSpace& space, int64_t first_given, int64_t last_given) {
  space.number("content", 0, kContents / 2, {0, 1, 112, 223, kContents / 2});
  space.number("given", first_given, last_given,
               {first_given, (first_given + last_given) / 2, last_given});
  if (last_given == 0) return;
  space.number("raised", Int::min(), Int::max(),
               {1, -1, 256, 65536, 1 << 24, Int::min(), Int::max()});
}

inline bool has_sensible_contents(Case c) {
  const int64_t raised = c("raised", 1);
  return raised != 0 && (c["given"] == 1 || raised == 1);
}

// The threads that talk, the number and contents of messages, and whether all are sent
// before any is received.
inline CaseSpace talks(int64_t form, int64_t far) {
  CaseSpace space = shapes();
  space.number("step", 1, 33, {1, 32, 33}).number("rounds", 1, 4, {1, 2, 4});
  space.number("pairs", 1, kPairs, {1, 2, kPairs}).number("burst", 0, 1);
  space.number("scope", 0, form == kRefs ? 2 : 0);
  if (far == kBlocks) add_apart(space);
  add_contents(space, 0, 2);
  space.where([far](Case c) {
    const int64_t talking = 2 * c["pairs"];
    return are_few(c, far ? talking : 1) && are_different(c, far ? 0 : talking - 1) &&
           has_sensible_contents(c);
  });
  return space.cost([far](Case c) {
    const int64_t talking = 2 * c["pairs"];
    return 12 * talking * c["rounds"] + threads_of(c) * (far ? talking : 1);
  });
}

inline void talk_in_cases(int64_t form, int64_t far, int64_t rounds) {
  talk(talkers(form, far, rounds));
  {
    // Every triple of ten values; in bursts, more messages are in flight than a sender
    // would keep places for.
    const Cheaper cheaper(on_gpu() ? 20 : 1000);
    for (const int64_t given : {1, 2})
      talk(with(talkers(form, far, kContents / 2), "content", 1, "burst", given == 1,
                "given", given, "raised", Int::min()));
  }
  if (on_gpu()) {
    // The sender waits 20 ms, so a receiver that gives up after some polls fails.
    const Cheaper cheaper(1000);
    return talk(with(talkers(form, far, 1), "late", 20'000));
  }
  for_cases(talks(form, far), [&](Case c) { talk(with(c, "form", form, "far", far)); });
}

// "2 messages from thread 0 of each of 3 blocks of 1 thread to the host".
inline string text_of_host_talk(Case c, bool host_sends) {
  const string thread = thread_text(c, c("who", 0)) + " of " + each_block_text(c);
  string text =
      counted(c["rounds"], "message") +
      (host_sends ? " from the host to " + thread : " from " + thread + " to the host");
  if (c("backwards", 0) != 0)
    text += host_sends ? ", the last one sent first" : ", the last one read first";
  if (const int64_t raised = c("raised", 1); host_sends && raised != 1)
    text += cat("; the host raises the flag to ", raised);
  return text;
}

inline void tell_host(Case c) {
  INFO(text_of_host_talk(c, false));
  const int64_t rounds = c["rounds"], messages = rounds * c["blocks"];
  explore("tell_host", c, [&](const Outcome& outcome) {
    const auto& arrived = sized(outcome, "arrived", messages);
    const auto number = [&](int64_t k) {
      return c("backwards", 0) ? messages - 1 - k : k;
    };
    for (int64_t k = 0; k < messages; ++k)
      ENSURE(arrived[k] == 1, "the kernel has ended, and block ", number(k) / rounds,
             " never told the host");
    for (int64_t k = 0; k < messages; ++k)
      check_message(outcome["out"], 3 * k, c("content", 0), number(k) / rounds,
                    number(k) % rounds, cat("the message of block ", number(k) / rounds));
    check_no_fence(outcome, c["form"]);
  });
}

inline void hear_host(Case c) {
  INFO(text_of_host_talk(c, true));
  const int64_t rounds = c["rounds"];
  explore("hear_host", c, [&](const Outcome& outcome) {
    for (int64_t i = 0; i < rounds * c["blocks"]; ++i)
      check_message(outcome["out"], 3 * i, c("content", 0), i / rounds, i % rounds,
                    cat("the host's message to block ", i / rounds));
    check_no_fence(outcome, kRefs);
  });
}

// One thread of each block, which sends to the host or receives from it.
inline Params of_blocks(int64_t form, int64_t blocks, int64_t rounds = 1) {
  return given("form", form, "blocks", blocks, "threads", on_gpu() ? 32 : 1, "rounds",
               rounds);
}

// Talks with the host in generated cases.  `given` 1: the host sends.
inline void with_host_in_cases(void (*talk_to_host)(Case), int64_t form, int64_t given) {
  {
    const Cheaper cheaper(on_gpu() ? 20 : 1000);
    talk_to_host(
        with(of_blocks(form, 2, kContents / 2), "content", 1, "raised", Int::min()));
  }
  if (on_gpu()) return;
  CaseSpace space = shapes();
  space.number("blocks", 1, 9, {1, 2, 9}).number("rounds", 1, 3);
  space.number("backwards", 0, 1);
  add_contents(space, given, given);
  space.where([&](Case c) {
    return are_few(c, c["blocks"]) && c["who"] < threads_of(c) &&
           has_sensible_contents(c);
  });
  space.cost([](Case c) { return c["blocks"] * (20 * c["rounds"] + threads_of(c)); });
  for_cases(space, [&](Case c) { talk_to_host(with(c, "form", form)); });
}

}  // namespace
}  // namespace gridlock::check
