// Sentences on hangs, and on old values that were seen.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <utility>

#include "wording/values.h"
#include "wording/words.h"

namespace gridlock {
namespace {

std::vector<std::uint64_t> sorted(std::vector<std::uint64_t> blocks) {
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  return blocks;
}

/// "0-3", "0, 2, 5".
std::string list_numbers(const std::vector<std::uint64_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i;
    while (end + 1 < numbers.size() && numbers[end + 1] == numbers[end] + 1) ++end;
    if (i) text += ", ";
    text += end > i ? fmt::format("{}-{}", numbers[i], numbers[end])
                    : fmt::format("{}", numbers[i]);
    i = end + 1;
  }
  return text;
}

/// The index with all three dimensions, even in a row: "(1,0,0)".
std::string index_text(const std::array<int, 3>& index) {
  return fmt::format("({},{},{})", index[0], index[1], index[2]);
}

/// "(1,0,0), (0,1,0)", with "and 5 more" behind the first few.  A single block has the
/// name that it has in the steps: "1".
std::string list_indices(const std::vector<std::uint64_t>& blocks,
                         const std::array<int, 3>& grid) {
  constexpr std::size_t kTold = 4;
  const auto x = static_cast<std::uint64_t>(std::max(grid[0], 1));
  const auto y = static_cast<std::uint64_t>(std::max(grid[1], 1));
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(blocks.size(), kTold); ++i) {
    const std::array index = {static_cast<int>(blocks[i] % x),
                              static_cast<int>(blocks[i] / x % y),
                              static_cast<int>(blocks[i] / x / y)};
    names.push_back(blocks.size() == 1 ? block_text(index) : index_text(index));
  }
  const std::size_t more = blocks.size() - names.size();
  return fmt::format("{}{}", fmt::join(names, ", "),
                     more == 0 ? "" : fmt::format(" and {} more", more));
}

/// "block 3", "blocks 0-3", "blocks 0, 2, 5", "blocks (1,0,0), (0,1,0)".
std::string list_blocks(const std::vector<std::uint64_t>& some,
                        const std::array<int, 3>& grid) {
  const std::vector<std::uint64_t> blocks = sorted(some);
  const bool in_a_row = grid[1] <= 1 && grid[2] <= 1;
  return (blocks.size() == 1 ? "block " : "blocks ") +
         (in_a_row ? list_numbers(blocks) : list_indices(blocks, grid));
}

/// "thread 3", "threads 0-31", "threads 0, 2, 4, 6 and 12 more".
std::string list_threads(const std::vector<std::array<int, 3>>& threads) {
  const auto is_next = [](const std::array<int, 3>& one, const std::array<int, 3>& next) {
    return next == std::array{one[0] + 1, one[1], one[2]};
  };
  if (threads.size() == 1) return "thread " + block_text(threads.front());
  if (threads.size() > 2 && std::adjacent_find(threads.begin(), threads.end(),
                                               std::not_fn(is_next)) == threads.end())
    return fmt::format("threads {}-{}", block_text(threads.front()),
                       block_text(threads.back()));
  constexpr std::size_t kTold = 4;
  const bool in_a_row = std::all_of(
      threads.begin(), threads.end(),
      [](const std::array<int, 3>& thread) { return thread[1] == 0 && thread[2] == 0; });
  std::vector<std::string> told;
  for (std::size_t i = 0; i < std::min(threads.size(), kTold); ++i)
    told.push_back(in_a_row ? block_text(threads[i]) : index_text(threads[i]));
  if (threads.size() > kTold)
    return fmt::format("threads {} and {} more", fmt::join(told, ", "),
                       threads.size() - kTold);
  const std::string last = told.back();
  told.pop_back();
  return fmt::format("threads {} and {}", fmt::join(told, ", "), last);
}

std::string object_words(const AwaitedObject& object, const Names& names) {
  const std::string name = spaced(words_of(object.location, names));
  switch (object.kind) {
    case AwaitedObject::Kind::none:
      break;
    case AwaitedObject::Kind::barrier:
      return fmt::format("at the barrier{}, which has {} of {} arrivals", name,
                         object.come, object.expected) +
             (object.bytes == 0
                  ? ""
                  : fmt::format(" and still expects {} bytes; bulk copies of {} bytes "
                                "are in flight",
                                object.bytes, object.copying));
    case AwaitedObject::Kind::latch:
      return fmt::format("at the latch{}, whose count is still {}", name, object.come);
    case AwaitedObject::Kind::semaphore:
      return fmt::format("for the semaphore{}, which nothing releases", name);
  }
  return "";
}

/// ": block 1 was the last to write it, in line 8"
/// \param host_waits whether the host waits, too
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

/// "17"; in a signed comparison "-17", without the bits.
std::string side_words(const Value& side, bool is_signed) {
  if (!is_signed || side.kind != ValueKind::integer) return words_of(side);
  const unsigned unused = 64 - 8 * std::clamp(side.bytes, 1u, 8u);
  const auto value = static_cast<std::int64_t>(side.bits << unused) >> unused;
  return value < 0 ? fmt::format("{}", value) : words_of(side);
}

/// "2", "2 by block 0 and with 4 by block 1", "2 and with 4, by different threads", "2, 4
/// and 5 more values"
std::string goals_words(const Waiter& waiter) {
  const WordComparison& comparison = waiter.comparison;
  std::vector<std::string> goals;
  for (const WordComparison::Goal& goal : comparison.goals)
    goals.push_back(side_words(goal.value, comparison.is_signed));
  if (comparison.more_goals != 0)
    return fmt::format("{} and {} more values", fmt::join(goals, ", "),
                       comparison.more_goals);
  std::size_t blocks = 0;
  for (const WordComparison::Goal& goal : comparison.goals)
    blocks += sorted(goal.blocks).size();
  const bool in_different_blocks = blocks == sorted(waiter.blocks).size();
  for (std::size_t i = 0; i < goals.size() && goals.size() > 1 && in_different_blocks;
       ++i)
    goals[i] += " by " + list_blocks(comparison.goals[i].blocks, waiter.grid);
  const bool tells_who = goals.size() == 1 || in_different_blocks;
  return fmt::format("{}{}", fmt::join(goals, " and with "),
                     tells_who ? "" : ", by different threads");
}

/// Whether `wide` is the sign extension of `narrow`, a negative number of fewer bytes.
bool is_sign_extension(const Value& narrow, const Value& wide) {
  if (narrow.bytes == 0 || narrow.bytes >= wide.bytes || wide.bytes > 8) return false;
  const unsigned unused = 64 - 8 * narrow.bytes;
  const auto value = static_cast<std::int64_t>(narrow.bits << unused) >> unused;
  const std::uint64_t of_wide = ~std::uint64_t{0} >> (64 - 8 * wide.bytes);
  return value < 0 && (static_cast<std::uint64_t>(value) & of_wide) == wide.bits;
}

/// Whether the value is below zero as a signed integer.
bool is_negative(const Value& value) {
  return value.bytes > 0 && value.bytes <= 8 && value.bits >> (8 * value.bytes - 1) & 1;
}

/// " and is compared with 2", ", and 0, computed from it, is compared with 3 in line 8"
std::string comparison_words(const Waiter& waiter, const Names& names) {
  const WordComparison& comparison = waiter.comparison;
  if (comparison.goals.empty()) return "";
  const std::string compared = side_words(comparison.compared, comparison.is_signed);
  const std::string with = goals_words(waiter);
  const std::string line = names.line(comparison.at);
  const std::string where = line == names.line(waiter.at.at) ? "" : " in " + line;
  const bool is_extended = is_sign_extension(waiter.value, comparison.compared);
  const bool is_itself = is_extended || comparison.compared.bits == waiter.value.bits;
  if (!is_itself)
    return fmt::format(", and {}, computed from it, is compared{} with {}", compared,
                       where, with);
  const std::string sign =
      is_extended || compared.starts_with('-') ? fmt::format(", as {},", compared) : "";
  const Value& goal = comparison.goals.front().value;
  const bool has_passed = comparison.goals.size() == 1 && comparison.more_goals == 0 &&
                          !comparison.is_signed && goal.bits > 0 &&
                          goal.bits < waiter.value.bits && !is_negative(waiter.value);
  return fmt::format(" and is compared{}{} with {}{}", sign, where, with,
                     has_passed ? ", which it has passed" : "");
}

/// The place and word of a wait: "in line 8 on mutex, which stays 1"
std::string wait_words(const Waiter& waiter, bool host_waits, const Names& names) {
  const std::string line = names.line(waiter.at.at);
  if (waiter.awaits == Awaits::object)
    return fmt::format("in {} {}", line, object_words(waiter.object, names));
  if (waiter.awaits != Awaits::word) return fmt::format("in {}", line);
  const std::string name = words_of(waiter.word, names);
  const std::string stays =
      fmt::format("in {} on {}, which stays {}{}", line, name.empty() ? "memory" : name,
                  words_of(waiter.value), comparison_words(waiter, names));
  if (waiter.more_words == 0)
    return stays + words_of(waiter.last_write, host_waits, names);
  return fmt::format("{}, and on {} more, which do{} change", stays, waiter.more_words,
                     waiter.more_words == 1 ? "es not" : " not");
}

/// "spinning", "waiting at __syncthreads"
std::string verb_words(const Waiter& waiter) {
  return waiter.awaits == Awaits::object ? "waiting" : waiter.at.name;
}

/// "spins", "wait at __syncthreads"
std::string finite_verb_words(const Waiter& waiter, bool plural) {
  const std::string words = verb_words(waiter);
  const std::size_t end = std::min(words.find(' '), words.size());
  std::string verb = words.substr(0, end);
  if (verb == "spinning") verb = "spin";
  if (verb == "waiting") verb = "wait";
  if (verb == "running") verb = "run";
  return verb + (plural ? "" : "s") + words.substr(end);
}

/// "blocks 0-3 of 4 on device 1"
std::string who_words(const Waiter& waiter) {
  std::uint64_t all = 1;
  for (const int side : waiter.grid) all *= static_cast<std::uint64_t>(std::max(side, 0));
  std::string who = fmt::format("{} of {}", list_blocks(waiter.blocks, waiter.grid), all);
  if (waiter.device > 0) who += fmt::format(" on device {}", waiter.device);
  return who;
}

/// Why the host waits for a copy that is called asynchronous.
std::string pageable_words(const Waiter& waiter, const Names& names) {
  if (waiter.pageable == Pageable::none) return "";
  const std::size_t argument = waiter.pageable == Pageable::target ? 0 : 1;
  const std::string buffer = op_kind(waiter.at.name) == OpKind::memcpy_async
                                 ? names.argument(waiter.at, argument)
                                 : "";
  return fmt::format(
      ", because {} is pageable memory, as malloc() returns it: a copy with it is not "
      "asynchronous (allocate it with cudaMallocHost, and free it with cudaFreeHost)",
      buffer.empty() ? argument == 0 ? "its target" : "its source" : buffer);
}

/// \param others whether the text has named threads of each of the waiter's blocks before
std::string waiter_words(const Waiter& waiter, bool others, bool host_waits,
                         const Names& names) {
  if (waiter.is_host && waiter.awaits == Awaits::device)
    return "the host waits in " + words_of(waiter.at, names) +
           pageable_words(waiter, names);
  const std::string who = waiter.is_host ? "the host"
                          : others       ? "other threads of " + who_words(waiter)
                                         : who_words(waiter);
  return fmt::format("{}: {} {}", who, verb_words(waiter),
                     wait_words(waiter, host_waits, names));
}

/// The waiting threads of each block: "thread 0", "threads 0 and 1", "one thread".
std::string threads_words(const ThreadsOfBlocks& threads) {
  std::vector<std::string> which;
  for (const std::array<int, 3>& thread : threads.which)
    which.push_back(block_text(thread));
  if (which.size() == 1) return "thread " + which.front();
  if (!which.empty()) return fmt::format("threads {}", fmt::join(which, " and "));
  if (threads.count == 1) return "one thread";
  return threads.count == 0 ? "some threads" : fmt::format("{} threads", threads.count);
}

/// Waiters of the same blocks: "in blocks 0-3 of 4, thread 0 spins in line 9 on mutex,
/// which stays 3.  Their other threads wait at __syncthreads in line 16".
std::string waiters_words(const std::vector<const Waiter*>& waiters, bool host_waits,
                          const Names& names) {
  const Waiter& first = *waiters.front();
  const bool one_block = sorted(first.blocks).size() == 1;
  std::uint64_t threads = 0;
  bool all_known = true;
  for (const Waiter* waiter : waiters) {
    threads += waiter->threads.count;
    all_known = all_known && waiter->threads.count != 0;
  }
  std::string text = fmt::format("in {}, ", who_words(first));
  for (const Waiter* waiter : waiters) {
    const std::uint64_t count = waiter->threads.count;
    std::string who = threads_words(waiter->threads);
    bool plural = count != 1;
    if (waiter != &first) text += ".  ";
    if (waiter == waiters.back() && all_known && threads == first.threads.of) {
      plural = plural || !one_block;
      who = fmt::format("{} other thread{}", one_block ? "Its" : "Their",
                        plural ? "s" : "");
    } else if (waiter != &first) {
      who = fmt::format("In the same block{}, {}", one_block ? "" : "s",
                        count == 0 ? "other threads" : who);
    }
    text += fmt::format("{} {} {}", who, finite_verb_words(*waiter, plural),
                        wait_words(*waiter, host_waits, names));
  }
  return text;
}

std::string waiter_words(const StreamWaiter& waiter, const Names& names) {
  const std::string event = awaited_event(waiter.wait, names);
  return fmt::format(
      "{} waits in {}{} for {}", words_of(waiter.stream, names), names.line(waiter.wait),
      called_in(waiter.called_from, names),
      waiter.recorder
          ? fmt::format("the event{} that {} records in {}", event,
                        words_of(*waiter.recorder, names), names.line(waiter.record))
          : "an event" + event);
}

/// The waiters, grouped by the blocks of one launch.  In a group, waiters with named
/// threads come first.  Groups that wait in the judged file come before others.
std::vector<std::vector<const Waiter*>> by_blocks(const std::vector<Waiter>& waiters,
                                                  const Names& names) {
  std::vector<std::vector<const Waiter*>> groups;
  const auto is_with = [](const Waiter& one, const Waiter& other) {
    return !one.is_host && !other.is_host && one.kernel != 0 &&
           one.kernel == other.kernel && sorted(one.blocks) == sorted(other.blocks);
  };
  for (const Waiter& waiter : waiters) {
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& some) {
      return is_with(*some.front(), waiter);
    });
    if (group == groups.end())
      groups.push_back({&waiter});
    else
      group->push_back(&waiter);
  }
  for (std::vector<const Waiter*>& group : groups)
    std::stable_partition(group.begin(), group.end(), [&](const Waiter* waiter) {
      return !waiter->threads.which.empty();
    });
  std::stable_partition(groups.begin(), groups.end(), [&](const auto& group) {
    return std::any_of(group.begin(), group.end(),
                       [&](const Waiter* waiter) { return names.is_own(waiter->at.at); });
  });
  return groups;
}

void tell_waiters(const std::vector<Waiter>& waiters, const Names& names,
                  std::vector<std::string>& parts, std::vector<std::string>& elsewhere) {
  const bool host_waits =
      std::any_of(waiters.begin(), waiters.end(),
                  [](const Waiter& waiter) { return waiter.is_host; });
  std::set<std::pair<std::uint64_t, std::uint64_t>> told;
  for (const std::vector<const Waiter*>& group : by_blocks(waiters, names)) {
    const Waiter& first = *group.front();
    bool own = false, others = !first.blocks.empty();
    for (const Waiter* waiter : group) own = own || names.is_own(waiter->at.at);
    for (const std::uint64_t block : first.blocks)
      others = others && first.kernel != 0 && told.contains({first.kernel, block});
    for (const std::uint64_t block : first.blocks) told.insert({first.kernel, block});
    (own ? parts : elsewhere)
        .push_back(group.size() == 1 ? waiter_words(first, others, host_waits, names)
                                     : waiters_words(group, host_waits, names));
  }
}

/// The advice if no loop is endless; "" in a lab, whose input the student cannot choose.
std::string smaller_input(const Names& names) {
  return names.in_lab() ? ""
                        : "  If none of its loops is endless, give it a smaller input.";
}

/// What the judged code should do if it waits for a kernel of the lab that itself waits
/// for the host, as at a gate; "" for other hangs.
std::string held_at_gate(const NoThreadCanContinue& cause, const Names& names) {
  const Waiter *gate = nullptr, *host = nullptr;
  for (const Waiter& waiter : cause.waiters) {
    const bool at_gate = !waiter.is_host && names.is_labs(waiter.at.at) &&
                         waiter.last_write.by == LastWrite::By::host_memory;
    if (at_gate) gate = &waiter;
    if (waiter.is_host && names.is_own(waiter.at.at)) host = &waiter;
  }
  const auto stream =
      std::find_if(cause.streams.begin(), cause.streams.end(),
                   [&](const StreamWaiter& waiter) { return names.is_own(waiter.wait); });
  if (!gate || (!host && stream == cause.streams.end())) return "";
  const std::string why =
      fmt::format("The test opens {} only when {}", words_of(gate->word, names),
                  host ? "your function has returned" : "that stream has finished");
  if (host)
    return why +
           (host->pageable == Pageable::none
                ? ": issue work there without waiting, and let a stream wait for an "
                  "event instead (cudaStreamWaitEvent)."
                : ": your function must not wait there.");
  const std::string waits = words_of(stream->stream, names);
  if (stream->of_last_round)
    return fmt::format(
        "{}.  {} waits for the round just before, so two buffers do not take turns: their "
        "index must change from round to round, and both record and wait name the event "
        "of the buffer that is filled next.",
        why, begun(waits));
  return fmt::format(
      "{}.  Let {} wait only right before the work that needs it, and only for what that "
      "work needs: an event for each buffer.",
      why, waits);
}

}  // namespace

std::string words_of(const NoThreadCanContinue& cause, const Names& names) {
  // The student's own waits are told first: waits in a lab's lines follow from them.
  std::vector<std::string> parts, elsewhere;
  const auto tell = [&](Place where, std::string words) {
    (names.is_own(where) ? parts : elsewhere).push_back(std::move(words));
  };
  tell_waiters(cause.waiters, names, parts, elsewhere);
  constexpr std::size_t kStreamsTold = 4;
  for (std::size_t i = 0; i < std::min(cause.streams.size(), kStreamsTold); ++i)
    tell(cause.streams[i].wait, waiter_words(cause.streams[i], names));
  if (cause.streams.size() > kStreamsTold)
    parts.push_back(fmt::format("{} more streams wait for events",
                                cause.streams.size() - kStreamsTold));
  const std::string at_gate = held_at_gate(cause, names);
  if (!at_gate.empty()) {
    for (std::size_t i = 1; i < parts.size(); ++i) parts[i] = begun(std::move(parts[i]));
    return fmt::format("No thread can continue: {}.  {}", fmt::join(parts, ".  "),
                       at_gate);
  }
  parts.insert(parts.end(), elsewhere.begin(), elsewhere.end());
  if (!cause.ended.empty())
    parts.push_back(fmt::format("{} {} ended",
                                list_blocks(cause.ended, cause.grid_of_ended),
                                cause.ended.size() == 1 ? "has" : "have"));
  for (std::size_t i = 1; i < parts.size(); ++i) parts[i] = begun(std::move(parts[i]));
  return fmt::format("No thread can continue: {}.", fmt::join(parts, ".  "));
}

std::string words_of(const BlocksNotResident& cause, const Names& names) {
  return fmt::format(
      "{} of {} blocks cannot start: {} of {}.{}", cause.waiting, cause.blocks,
      cause.places == 1
          ? "a waiting block occupies the only place"
          : fmt::format("waiting blocks occupy all {} places", cause.places),
      cause.device == 0 ? "the device" : fmt::format("device {}", cause.device),
      cause.none_wrote && names.in_lab()
          ? "  None may wait for one block by its number: let the first that comes, "
            "whichever it is, do what the others wait for."
          : "");
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
      if (cause.only_bytes)
        return "For each phase, expect_tx must announce exactly the bytes of the bulk copies "
               "that complete at this barrier.";
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
  const std::string some = names.line(cause.some), others = names.line(cause.others);
  if (some == others)
    return fmt::format(
        "Threads of one block wait at different calls of __syncthreads in {}.", some);
  return fmt::format(
      "Threads of one block wait at different __syncthreads: some in {}, some in {}.",
      some, others);
}

std::string words_of(const CameToBarriers& cause, const Names& names) {
  if (names.line(cause.some) == names.line(cause.others))
    return fmt::format("Of block {}, {} came to one of them, and thread {} to another.",
                       block_text(cause.block), list_threads(cause.at_some),
                       block_text(cause.at_others));
  return fmt::format("Of block {}, {} came to {}, and thread {} to {}.",
                     block_text(cause.block), list_threads(cause.at_some),
                     names.line(cause.some), block_text(cause.at_others),
                     names.line(cause.others));
}

std::string words_of(const CameByDifferentCalls& cause, const Names& names) {
  const std::string call = names.line(cause.call), other = names.line(cause.other_call);
  return fmt::format(
      "Before that, threads of the block met at the __syncthreads in {0} by different "
      "calls, in {1} and in {2}: only {3} made the one in {1}.  All must make the same calls: "
      "take the call in {1} out of its condition or, if that in {2} is enough, away.",
      names.line(cause.barrier), call, other, list_threads(cause.callers));
}

std::string words_of(const FoundDifferently& cause, const Names& names) {
  return fmt::format("In {}, thread {} had read {} from {}, and thread {} had read {}.",
                     names.line(cause.look), block_text(cause.one),
                     words_of(cause.found_by_one), words_of(cause.word, names),
                     block_text(cause.other), words_of(cause.found_by_other));
}

std::string words_of(const EveryThreadMustArrive& cause, const Names& names) {
  constexpr const char* kEvery =
      "Every thread of the block must reach the same __syncthreads() equally often";
  const std::string some = names.branch_of_threads(cause.some);
  const std::string others = names.branch_of_threads(cause.others);
  if (some.empty() != others.empty())
    return fmt::format(
        "{}: move the one in {} out of the branch of {}, and drop any in its other arm.",
        kEvery, names.line(some.empty() ? cause.others : cause.some),
        some.empty() ? others : some);
  // The lab then decides which threads call the function.
  if (names.is_labs(cause.some) != names.is_labs(cause.others))
    return fmt::format(
        "{}.  If only some call the function with it, neither that function nor the one "
        "with which it exchanges data may have a barrier.  Nor may it leave work to the "
        "thread of one index, which may not call it.  {}",
        kEvery,
        names.scope_parameter(names.is_labs(cause.some) ? cause.others : cause.some)
                .empty()
            ? "One thread writes the data, fences and sets a volatile or atomic flag.  Any "
              "other that calls it polls the flag, fences, and then reads."
            : "One thread writes the data and stores the flag with release.  Any other "
              "that calls it loads the flag with acquire until it is set, and then reads.");
  for (const Place barrier : {cause.some, cause.others})
    if (const std::string left = names.in_branch_before(barrier, "return"); !left.empty())
      return fmt::format(
          "{}.  If only some take the return in {}, it must come after the one in {}.  If "
          "not, let one outside of the branch or the loop that parts them take its place.",
          kEvery, left, names.line(barrier));
  return fmt::format(
      "{}.  If all threads call the function with it, let one outside of the branch or the "
      "loop that parts them take its place, even if each arm has one.  If only some call "
      "that function, let all call it, or let it do without a barrier.",
      kEvery);
}

std::string words_of(const StillRunning& cause, const Names& names) {
  std::string where;
  const std::string loop = names.loop(cause.last);
  if (cause.thread && names.has_line(cause.last))
    where = fmt::format(
        "  Thread {} of block {} was last in {}{}{}.", block_text(cause.thread->thread),
        block_text(cause.thread->block), names.line(cause.last),
        loop.empty() || loop == names.line(cause.last) ? "" : ", at the loop of " + loop,
        cause.ended == 0 ? ""
        : cause.ended == 1
            ? ", and a thread of its block has ended"
            : fmt::format(", and {} threads of its block have ended", cause.ended));
  if (cause.ended != 0 && cause.at_barriers && !loop.empty())
    where +=
        "  If all threads of the block run that loop, they must leave it together: a "
        "variable on which it depends, and that one thread sets, belongs in shared memory.";
  return fmt::format(
      "{} still runs after {} steps, the most that a schedule may have while no thread "
      "ends.{}{}{}",
      cause.kernel.empty() ? "The program" : "The kernel " + cause.kernel, cause.steps,
      names.has_line(cause.host)
          ? fmt::format("  The host is in {}.", names.line(cause.host))
          : "",
      where, smaller_input(names));
}

std::string words_of(const RunsTooLong& cause, const Names& names) {
  std::string what = "Host code", launches;
  if (cause.kind == RunsTooLong::Kind::kernel) what = "The kernel " + cause.kernel;
  if (cause.kind == RunsTooLong::Kind::launches) {
    what = "The program";
    launches = fmt::format("{} launches and ", cause.launches);
  }
  return fmt::format(
      "{} still runs after {}{} steps, the most that a schedule may have.{}", what,
      launches, cause.steps, smaller_input(names));
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
      fmt::join(tries, " and "),
      words.empty() ? "" : fmt::format(" on {}", fmt::join(words, " and ")));
}

std::string words_of(const WaitersWrite&, const Names& names) {
  return std::string(
             "The threads that wait in that loop also write the word that they wait for, so "
             "they may keep each other waiting forever.  Wait with reads alone, and write "
             "only in the step that succeeds, as atomicCAS does.") +
         (names.in_lab() ? "" : "  If the loop does end, give it a smaller input.");
}

std::string words_of(const BoundedWait& cause, const Names& names) {
  return fmt::format("The wait for {} ended after {} polls that all saw the same value.",
                     words_of(cause.location, names), cause.looks);
}

std::string words_of(const WaitForTheSignal&, const Names&) {
  return "Nothing limits how long another block may take: wait until the value has come.";
}

std::string words_of(const LoopWithoutReads& cause, const Names& names) {
  const std::string loop = names.loop(cause.at);
  return fmt::format(
      "{} keeps running without reading memory: nothing that another thread does can end "
      "it.  A loop that waits must read the word anew each time, through a volatile "
      "pointer or with an atomic load.  A loop that takes a lock must repeat the atomic "
      "operation that takes it.",
      loop.empty() ? "A loop" : "The loop in " + loop);
}

std::string words_of(const LoopReadsTheSame& cause, const Names& names) {
  const std::string loop = names.loop(cause.look.at);
  return fmt::format(
      "The loop in {} goes on with {}, which stays {}: no thread changes it any more.",
      loop.empty() ? names.line(cause.look.at) : loop, words_of(cause.word, names),
      words_of(cause.value));
}

std::string words_of(const AwaitedWasReplaced& cause, const Names& names) {
  const std::string word = words_of(cause.word, names);
  return fmt::format(
      "The {} by {} replaced {}, which is awaited, by {}.  Change {} only if it holds what "
      "the change is meant for: one atomicCAS compares and changes it.",
      words_of(cause.change, names), thread_text(cause.by, cause.by),
      words_of(cause.awaited), words_of(cause.now), word.empty() ? "the word" : word);
}

std::string words_of(const TakenForGood& cause, const Names& names) {
  const std::string word = words_of(cause.word, names);
  // An index that grows is no lock: its new value is computed.
  const std::string written = names.argument(
      cause.take, op_kind(cause.take.name) == OpKind::compare_exchange ? 2 : 1);
  const bool is_constant = written.find_first_not_of("0123456789") == std::string::npos;
  if (!cause.may_lock || !is_constant)
    return fmt::format(
        "Only the {} has written {}: it made {} of {}, and expects {} each time.  Write "
        "what the others wait for, or let them expect the value that it returned.",
        words_of(cause.take, names), word.empty() ? "the word" : word,
        words_of(cause.taken), words_of(cause.free), words_of(cause.free));
  if (cause.again)
    return fmt::format(
        "The {} wrote {} to {}, which held that already: it must write {}, as the {} found "
        "it.",
        words_of(*cause.again, names), words_of(cause.taken),
        word.empty() ? "the word" : word, words_of(cause.free),
        words_of(cause.take, names));
  return fmt::format(
      "Only the {} has written {}: a thread that takes it there must write {} to it again, "
      "as by an atomicExch, when it is done.",
      words_of(cause.take, names), word.empty() ? "the word" : word,
      words_of(cause.free));
}

std::string words_of(const FoundAnother& cause, const Names& names) {
  const std::string word = words_of(cause.word, names);
  return fmt::format(
      "The {} expected {} in {}, found {} and wrote nothing: it must expect what {} holds "
      "by then.",
      words_of(cause.exchange, names), words_of(cause.expected),
      word.empty() ? "the word" : word, words_of(cause.found),
      word.empty() ? "the word" : word);
}

std::string words_of(const WaitsWhileRaised& cause, const Names& names) {
  return fmt::format(
      "The loop in {0} goes on at once while {1} is 0, and waits as soon as the {2} makes "
      "it {3}: turn the condition round, to wait while it is 0.",
      names.line(cause.look.at), words_of(cause.word, names),
      words_of(cause.signal, names), words_of(cause.value));
}

std::string words_of(const AwaitedWasPassed& cause, const Names& names) {
  return fmt::format(
      "{} was {}, which is awaited, until the {} made it {}.  {}",
      words_of(cause.word, names), words_of(cause.awaited), words_of(cause.change, names),
      words_of(cause.now),
      cause.of_state
          ? "A thread that waits must not change what it waits for: an atomicCAS that fails "
            "changes nothing."
      : cause.set_back
          ? "A word that others may still wait for must not be set back: let it grow, and "
            "with it the value that is awaited."
          : "Let a thread go on once the word has reached its goal or gone beyond: compare "
            "their difference, as a signed number, with 0.");
}

std::string words_of(const AllHaveAdded& cause, const Names& names) {
  return fmt::format(
      "All {} blocks have added to {}, which makes {}, and wait: either {} must let them go "
      "on, or a block must add more.",
      cause.blocks, words_of(cause.word, names), words_of(cause.value),
      words_of(cause.value));
}

std::string words_of(const EndedWithout& cause, const Names& names) {
  return fmt::format(
      "{} ended without the {}, for which the others wait: every block must come there as "
      "often as the others, even with nothing to do.",
      begun(list_blocks(cause.blocks, cause.grid)), words_of(cause.change, names));
}

std::string words_of(const NeverWritten& cause, const Names& names) {
  const std::string word = words_of(cause.word, names);
  const std::string grid =
      fmt::format("{} block{}", cause.grid, cause.grid == 1 ? "" : "s");
  if (!cause.write && !cause.ended.empty())
    return fmt::format(
        "{} ended, and no thread has come to a line that writes {}.  Threads without work may "
        "skip the work, but must not return before the others have stopped waiting for "
        "them.",
        begun(list_blocks(cause.ended, cause.grid_of_ended)), word);
  if (!cause.write)
    return fmt::format("In this grid of {}, no thread has come to a line that writes {}.",
                       grid, word);
  if (cause.several) {
    const std::string branch = names.branch_of_threads(cause.write->at);
    return fmt::format(
        "No thread has come to a line that writes {}.{}", word,
        branch.empty()
            ? ""
            : fmt::format("  The branch of {} must not leave that to the thread "
                          "of one index, which may not call the function.",
                          branch));
  }
  const std::string write = words_of(*cause.write, names);
  const std::string words =
      cause.words == 1 ? "one word" : fmt::format("{} words", cause.words);
  if (cause.blocks > cause.words)
    return fmt::format(
        "{} blocks ran the {}, but wrote {} alone, and never {}.  Each block needs a word "
        "of its own, by its number in the whole grid.",
        cause.blocks, write, words, word);
  return fmt::format(
      "{} thread{} ran the {}, wrote {} alone, and never {}.  Where there are more words "
      "than threads, a thread must take several, in a loop that steps by their number.",
      cause.threads, cause.threads == 1 ? "" : "s", write, words, word);
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

std::string words_of(const StaleMasked& cause, const Names& names) {
  return fmt::format(
      "The read of {} in {} may still see an old value after {} has written a new one. An "
      "earlier launch left the same value there, so no result of this program shows it.",
      words_of(cause.location, names), names.line(cause.seen), names.line(cause.missed));
}

namespace {

/// The fences that are missing around a signal that the writer sent after its write, and
/// the reader saw.
std::string lacking_fences(const StaleLink& cause, const Names& names) {
  const char* const fence = fence_of(cause.needed);
  const std::string before =
      fmt::format("between the write in {} and the {}, which signals it",
                  names.line(cause.missed), words_of(*cause.sent, names));
  const std::string after =
      fmt::format("between the {}, which saw that signal, and {}",
                  words_of(*cause.saw, names), names.line(cause.seen));
  std::string text = fmt::format("No {} lies {}", fence, cause.released ? after : before);
  if (!cause.released && !cause.acquired) text += ", nor " + after;
  text += cause.by_the_letter
              ? ".  Without it, nothing was seen to go wrong on H200 GPUs; the rules do "
                "not promise that."
              : ".";
  return text;
}

}  // namespace

std::string words_of(const StaleLink& cause, const Names& names) {
  using Kind = StaleValue::Kind;
  const std::string seen = names.line(cause.seen), missed = names.line(cause.missed);
  if (cause.sent && !(cause.released && cause.acquired))
    return lacking_fences(cause, names);
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
