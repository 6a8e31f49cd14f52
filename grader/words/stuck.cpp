// Why no thread can continue, and which old value was seen.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "words/values.h"
#include "words/words.h"

namespace gridlock {
namespace {

/// "block 3", "blocks 0-3", "blocks 0, 2, 5".
std::string list_blocks(std::vector<std::uint64_t> blocks) {
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  std::string text = blocks.size() == 1 ? "block " : "blocks ";
  for (std::size_t i = 0; i < blocks.size();) {
    std::size_t end = i;
    while (end + 1 < blocks.size() && blocks[end + 1] == blocks[end] + 1) ++end;
    if (i) text += ", ";
    text += end > i ? fmt::format("{}-{}", blocks[i], blocks[end])
                    : fmt::format("{}", blocks[i]);
    i = end + 1;
  }
  return text;
}

std::string object_words(const AwaitedObject& object, const Names& names) {
  const std::string name = spaced(words_of(object.location, names));
  switch (object.kind) {
    case AwaitedObject::Kind::none:
      break;
    case AwaitedObject::Kind::barrier:
      return fmt::format("at the barrier{}, which has {} of {} arrivals", name,
                         object.come, object.expected);
    case AwaitedObject::Kind::latch:
      return fmt::format("at the latch{}, whose count is still {}", name, object.come);
    case AwaitedObject::Kind::semaphore:
      return fmt::format("for the semaphore{}, which nothing releases", name);
  }
  return "";
}

/// ": block 1 was the last to write it, in line 8"
/// \param host_waits whether the host is one of those that wait
std::string words_of(const LastWrite& last, bool host_waits, const Names& names) {
  switch (last.by) {
    case LastWrite::By::unknown:
      break;
    case LastWrite::By::nobody:
      return ": nobody has written it";
    case LastWrite::By::host:
      return ": no kernel has written it";
    case LastWrite::By::host_memory:
      return host_waits ? ": no kernel has written it, and the host, which could, waits"
                        : ": no kernel has written it, and the host, which could, "
                          "does not";
    case LastWrite::By::block:
      if (last.unchanged)
        return fmt::format(": the atomic operation of block {} in {} left it so",
                           block_text(last.block), names.line(last.at));
      return fmt::format(": block {} was the last to write it, in {}",
                         block_text(last.block), names.line(last.at));
  }
  return "";
}

std::string doing(const Waiter& waiter, bool host_waits, const Names& names) {
  const std::string line = names.line(waiter.at.at);
  if (waiter.awaits == Awaits::object)
    return fmt::format("waiting in {} {}", line, object_words(waiter.object, names));
  if (waiter.awaits != Awaits::word) return fmt::format("{} in {}", waiter.at.name, line);
  const std::string name = words_of(waiter.word, names);
  const std::string value = words_of(waiter.value);
  const std::string stays =
      waiter.more_words == 0
          ? fmt::format(", which stays {}{}", value,
                        words_of(waiter.last_write, host_waits, names))
          : fmt::format(" and {} more, which do not change", waiter.more_words);
  return fmt::format("{} in {} on {}{}", waiter.at.name, line,
                     name.empty() ? "memory" : name, stays);
}

std::string waiter_words(const Waiter& waiter, bool host_waits, const Names& names) {
  if (waiter.is_host && waiter.awaits == Awaits::device)
    return "the host waits in " + words_of(waiter.at, names);
  std::string who = "the host";
  if (!waiter.is_host) {
    who = fmt::format("{} of {}", list_blocks(waiter.blocks), waiter.grid);
    if (waiter.device > 0) who += fmt::format(" on device {}", waiter.device);
  }
  return fmt::format("{}: {}", who, doing(waiter, host_waits, names));
}

std::string waiter_words(const StreamWaiter& waiter, const Names& names) {
  const std::string event = spaced(names.awaited_event(waiter.wait));
  return fmt::format(
      "{} waits in {} for {}", words_of(waiter.stream, names), names.line(waiter.wait),
      waiter.recorder
          ? fmt::format("the event{} that {} records in {}", event,
                        words_of(*waiter.recorder, names), names.line(waiter.record))
          : "an event" + event);
}

constexpr const char* kSmallerInput =
    "If none of its loops is endless, give it a smaller input.";

}  // namespace

std::string words_of(const NoThreadCanContinue& cause, const Names& names) {
  // Who waits in the reader's own lines comes first: a lab's lines only wait for these.
  std::vector<std::string> parts, elsewhere;
  const auto tell = [&](Place where, std::string words) {
    (names.is_own(where) ? parts : elsewhere).push_back(std::move(words));
  };
  const bool host_waits =
      std::any_of(cause.waiters.begin(), cause.waiters.end(),
                  [](const Waiter& waiter) { return waiter.is_host; });
  for (const Waiter& waiter : cause.waiters)
    tell(waiter.at.at, waiter_words(waiter, host_waits, names));
  constexpr std::size_t kStreamsTold = 4;
  for (std::size_t i = 0; i < std::min(cause.streams.size(), kStreamsTold); ++i)
    tell(cause.streams[i].wait, waiter_words(cause.streams[i], names));
  if (cause.streams.size() > kStreamsTold)
    parts.push_back(fmt::format("{} more streams wait for events",
                                cause.streams.size() - kStreamsTold));
  parts.insert(parts.end(), elsewhere.begin(), elsewhere.end());
  if (!cause.ended.empty())
    parts.push_back(fmt::format("{} {} ended", list_blocks(cause.ended),
                                cause.ended.size() == 1 ? "has" : "have"));
  return fmt::format("No thread can continue: {}.", fmt::join(parts, "; "));
}

std::string words_of(const BlocksNotResident& cause, const Names&) {
  return fmt::format(
      "{} of {} blocks cannot start: waiting blocks occupy all {} places of {}.",
      cause.waiting, cause.blocks, cause.places,
      cause.device == 0 ? "the device" : fmt::format("device {}", cause.device));
}

std::string words_of(const GridBarrierLacksThreads& cause, const Names&) {
  return fmt::format(
      "{} of the grid's {} threads have ended, but a grid barrier waits for all of them: "
      "either every thread must reach it, or none.",
      cause.ended, cause.threads);
}

std::string words_of(const CountsMustMatch& cause, const Names&) {
  switch (cause.object) {
    case AwaitedObject::Kind::none:
      break;
    case AwaitedObject::Kind::barrier:
      return "The count that a barrier is initialized with must be the number of "
             "arrivals in each of its phases, and each of these threads must arrive.";
    case AwaitedObject::Kind::latch:
      return "The count that a latch is initialized with must be the sum of what the "
             "threads count down.";
    case AwaitedObject::Kind::semaphore:
      return "Each acquire() of a semaphore takes one of its permits, and only release() "
             "gives one back.";
  }
  return "";
}

std::string words_of(const DivergentBarrier& cause, const Names& names) {
  return fmt::format(
      "Threads of one block wait at different __syncthreads: some in {}, some in {}.",
      names.line(cause.some), names.line(cause.others));
}

std::string words_of(const EveryThreadMustArrive&, const Names&) {
  return "Every thread of the block must reach the same __syncthreads(): a function that "
         "some may call without the others has to do without it; elsewhere, move it out "
         "of the branch that only some threads take.";
}

std::string words_of(const StillRunning& cause, const Names& names) {
  return fmt::format(
      "{} still runs after {} steps in which no thread ended, the most that a schedule "
      "may have.{}  {}",
      cause.kernel.empty() ? "The program" : "The kernel " + cause.kernel, cause.steps,
      names.has_line(cause.host)
          ? fmt::format("  The host is in {}.", names.line(cause.host))
          : "",
      kSmallerInput);
}

std::string words_of(const RunsTooLong& cause, const Names&) {
  std::string what = "Host code", launches;
  if (cause.kind == RunsTooLong::Kind::kernel) what = "The kernel " + cause.kernel;
  if (cause.kind == RunsTooLong::Kind::launches) {
    what = "The program";
    launches = fmt::format("{} launches and ", cause.launches);
  }
  return fmt::format(
      "{} still runs after {}{} steps, the most that a schedule may have.  {}", what,
      launches, cause.steps, kSmallerInput);
}

std::string words_of(const OnlyRepeats& cause, const Names& names) {
  std::vector<std::string> tries, words;
  for (const Operation& attempt : cause.tries)
    tries.push_back("the " + words_of(attempt, names));
  for (const Location& word : cause.words)
    if (word.is_known()) words.push_back(words_of(word, names));
  const bool alone = cause.threads == 1;
  return fmt::format(
      "No thread gets further after {} steps: {} only repeat{} {}{}.", cause.steps,
      alone ? "a thread" : fmt::format("{} threads", cause.threads), alone ? "s" : "",
      fmt::join(tries, ", "),
      words.empty() ? "" : fmt::format(" on {}", fmt::join(words, " and ")));
}

std::string words_of(const WaitersWrite&, const Names&) {
  return "The threads that wait in that loop also write the word that they wait for, so "
         "they may keep each other waiting forever.  Wait with reads alone, and write "
         "only in the step that succeeds, as atomicCAS does.  If the loop does end, give "
         "it a smaller input.";
}

std::string words_of(const BoundedWait& cause, const Names& names) {
  return fmt::format("The wait for {} ended after {} polls that all saw the same value.",
                     words_of(cause.location, names), cause.looks);
}

std::string words_of(const WaitForTheSignal&, const Names&) {
  return "Nothing limits how long another block may take: wait until the value has come.";
}

std::string words_of(const LoopWithoutReads&, const Names&) {
  return "A loop keeps running without reading memory: nothing that another thread does "
         "can end it.";
}

std::string words_of(const StaleValue& cause, const Names& names) {
  using Kind = StaleValue::Kind;
  const bool is_store = cause.kind == Kind::overwritten_store;
  const std::string location = words_of(cause.location, names);
  const std::string seen = names.line(cause.seen), missed = names.line(cause.missed);
  const char* what = is_store                                 ? "store to"
                     : cause.kind == Kind::overwritten_update ? "read-modify-write of"
                                                              : "read of";
  if (cause.by_the_letter)
    return fmt::format(
        "By the letter of the PTX memory model, the {} {} in {} may still {} {} has "
        "written; then the program fails.",
        what, location, seen,
        is_store ? "land before the value that" : "see an older value than the one that",
        missed);
  if (cause.kind != Kind::read)
    return fmt::format(
        "The write in {} landed late, after the {} {} in {}, and wiped it out.", missed,
        what, location, seen);
  return fmt::format(
      "The read of {} in {} still saw an old value after {} had written a new one.",
      location, seen, missed);
}

std::string words_of(const StaleLink& cause, const Names& names) {
  using Kind = StaleValue::Kind;
  const std::string seen = names.line(cause.seen), missed = names.line(cause.missed);
  if (cause.by_the_letter)
    return fmt::format(
        "A signal orders the write in {} before the {} in {} only if a {} precedes the "
        "signal and another one follows the read that sees it; a release and an acquire "
        "serve as well.  Without them, nothing was seen to go wrong on H200 GPUs; the "
        "rules do not promise that.",
        missed, cause.kind == Kind::overwritten_store ? "store" : "read", seen,
        fence_of(cause.needed));
  if (cause.kind != Kind::read)
    return fmt::format(
        "Both are atomic, so this is no race; but no fence lies between the write in {} "
        "and the signal that tells others of it, so the write may land late.",
        missed);
  return fmt::format(
      "Both are atomic or volatile, so this is no race; but no signal, with one fence "
      "before it and another after seeing it, orders the write in {} before the read in "
      "{}.",
      missed, seen);
}

}  // namespace gridlock
