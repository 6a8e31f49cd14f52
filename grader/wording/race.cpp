// Why two accesses to the same memory race.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

#include "wording/values.h"
#include "wording/words.h"

namespace gridlock {
namespace {

/// The claim rests on runs of the banks of wrong submissions; see docs/results.md.
constexpr const char* kForgiven =
    "The rules demand it, although no run on an H200 was seen to go wrong without it.";

std::string by_device(bool named, int device) {
  return named ? fmt::format(" by device {}", device) : "";
}

/// "the two writes", "the write by device 0 and the read by device 1".
std::string both_accesses(const Race& race) {
  const char* const earlier = race.earlier_writes ? "write" : "read";
  const char* const later = race.later_writes ? "write" : "read";
  const std::string earlier_device =
      by_device(race.on_devices && race.earlier_is_on_device, race.earlier_device);
  const std::string later_device =
      by_device(race.on_devices && race.later_is_on_device, race.later_device);
  if (race.earlier_writes == race.later_writes && earlier_device == later_device)
    return fmt::format("the two {}s{}", earlier, earlier_device);
  return fmt::format("the {}{} and the {}{}", earlier, earlier_device, later,
                     later_device);
}

/// The advice for an operation whose scope is too narrow.  A fence is replaced alone; for
/// an atomic, all operations on the word change, as a schedule may show just one of them.
std::string wider_form(std::string_view operation, Scope needed) {
  constexpr std::string_view kFunction = "atomic", kFence = "__threadfence";
  for (const std::string_view suffix : {"_block", "_system"})
    if (operation.ends_with(suffix)) operation.remove_suffix(suffix.size());
  const bool function = operation.substr(0, kFunction.size()) == kFunction &&
                        operation.find(' ') == operation.npos;
  const bool fence = operation.substr(0, kFence.size()) == kFence;
  const bool system = needed == Scope::system;
  const std::string form =
      function || fence
          ? fmt::format("use {}{}", operation, system ? "_system" : "")
          : fmt::format("use cuda::thread_scope_{}", system ? "system" : "device");
  return fence ? form
               : form +
                     ", and this scope wherever this word is used, or another that "
                     "these threads share";
}

std::string where_is(const OtherEnd& other) {
  if (other.is_host) return "the other thread is the host";
  const std::string block =
      fmt::format("the other thread is in block {}", block_text(other.block));
  if (other.on_other_device) return fmt::format("{} on device {}", block, other.device);
  if (other.in_other_kernel) return block + " of another kernel";
  return block;
}

/// The place of a barrier that must separate two accesses, if only some threads of the
/// block reach the second one; "" otherwise.
std::string before_the_branch(Place first, Place second, const Names& names) {
  const std::string branch = names.branch_of_threads(second);
  if (branch.empty() || branch == names.branch_of_threads(first)) return "";
  return fmt::format("  All threads must pass one before {}, where only some go on.",
                     branch);
}

}  // namespace

std::string words_of(const Race& cause, const Names& names) {
  return fmt::format("{} orders {} of {}.",
                     cause.by_the_letter
                         ? "By the letter of the PTX memory model, nothing"
                         : "Nothing",
                     both_accesses(cause), words_of(cause.location, names)) +
         (cause.equal_values ? "  Both write the same value." : "");
}

std::string words_of(const NothingOrdersThem&, const Names&) {
  return "The two uses of the memory may run at the same time: no stream order, event or "
         "synchronization puts one after the other.";
}

std::string words_of(const SharesSomeBytes&, const Names&) {
  return "Both accesses are atomic or volatile, but not of exactly the same bytes, so "
         "neither orders the other.";
}

std::string words_of(const ScopeTooNarrow& cause, const Names& names) {
  const std::string parameter = names.scope_parameter(cause.operation.at);
  return fmt::format(
      "The {} has {} scope, but {}: {}.", words_of(cause.operation, names),
      cause.scope == Scope::block ? "block" : "device", where_is(cause.other),
      parameter.empty() || op_kind(cause.operation.name) == OpKind::fence
          ? wider_form(cause.operation.name, cause.needed)
          : fmt::format("take the scope from {}, its template's parameter, here and "
                        "wherever this word is used",
                        parameter));
}

std::string words_of(const ChainTooNarrow&, const Names&) {
  return "A scope that is too narrow breaks the chain of fences and signals between the "
         "two accesses.";
}

namespace {

/// Says that the poll took an earlier signal for a new one; "" if no poll is known.
template <class Cause>
std::string old_signal(const Cause& cause, const Names& names) {
  if (!cause.look) return "";
  return fmt::format(
      "  The {} by the block that saw it found {} in {}, and that let it go on.  Each "
      "wait needs a goal of its own, which only a later signal reaches.",
      words_of(*cause.look, names), words_of(cause.found), words_of(cause.word, names));
}

}  // namespace

std::string words_of(const SignalBeforeBoth& cause, const Names& names) {
  return fmt::format(
             "Neither thread waits for the other: the last signal that one block saw from the "
             "other, the {}, was sent before both accesses.",
             words_of(cause.signal, names)) +
         old_signal(cause, names);
}

std::string words_of(const SignalBeforeWrite& cause, const Names& names) {
  return fmt::format(
             "One of the two had to wait for the other: the last signal that the reading block "
             "saw, the {}, was sent before the {}.",
             words_of(cause.signal, names), words_of(cause.first, names)) +
         old_signal(cause, names);
}

std::string words_of(const SignalledByNeighbour& cause, const Names& names) {
  return fmt::format(
             "No __syncthreads() lies between the {} and the {} by another thread of the block: "
             "that thread signalled before this one {}.",
             words_of(cause.first, names), words_of(cause.signal, names),
             cause.first_writes ? "wrote" : "read") +
         before_the_branch(cause.first.at, cause.signal.at, names);
}

std::string words_of(const SignalledTooEarly& cause, const Names& names) {
  const std::string claim =
      cause.claims
          ? fmt::format(
                "  {} only says that the work has begun: what the other threads wait for "
                "must be a value that is written after it.",
                words_of(*cause.claims))
          : "";
  if (!cause.first_writes && names.is_labs(cause.first.at))
    return fmt::format(
        "The {} comes before the {}, which follows when your code has returned: no thread "
        "that it lets go on may still write there.{}",
        words_of(cause.signal, names), words_of(cause.first, names), claim);
  if (cause.both_write)
    return fmt::format(
        "The {} comes before the {}: a thread that has seen the first may write before "
        "the second.{}",
        words_of(cause.signal, names), words_of(cause.first, names),
        claim.empty()
            ? "  If the first is meant as a signal of the second, it must come last."
            : claim);
  return fmt::format(
      "The {} comes before the {}: a thread that takes it for the signal of that may {} "
      "too early.{}",
      words_of(cause.signal, names), words_of(cause.first, names),
      cause.first_writes ? "read" : "write",
      !claim.empty()        ? claim
      : !cause.first_writes ? "  If it is meant as that signal, it must come last."
      : cause.signal.name.starts_with("atomic") &&
              cause.signal.name.find(' ') == std::string::npos
          ? "  If it is meant as that signal, it must come last, after a fence."
          : "  If it is meant as that signal, it must come last, after a fence unless it "
            "releases.");
}

std::string words_of(const WriterSignalledByNeighbour& cause, const Names& names) {
  return fmt::format(
             "No __syncthreads() lies between the {} in {} and the {} by another thread of "
             "the block: that thread may signal before this one has {}.",
             cause.reads ? "read" : "write", names.line(cause.write),
             words_of(cause.signal, names), cause.reads ? "read" : "written") +
         before_the_branch(cause.write, cause.signal.at, names);
}

std::string words_of(const SignalNotAwaited& cause, const Names& names) {
  return fmt::format(
      "The {} signals the write in {}, but the reading {} does not look at {}: it must see "
      "that signal before {}.",
      words_of(cause.signal, names), names.line(cause.write),
      cause.in_one_block ? "thread" : "block", words_of(cause.flag, names),
      names.line(cause.read));
}

std::string words_of(const SeenByNeighbour& cause, const Names& names) {
  return fmt::format(
      "No __syncthreads() lies between the {}, where another thread of the block saw the "
      "signal, and {}.",
      words_of(cause.seen, names), names.line(cause.read));
}

std::string words_of(const AccessBeforeWait& cause, const Names& names) {
  return fmt::format(
      "The {} comes before the {}, which waits for the signal: it must come after that "
      "wait.",
      words_of(cause.access, names), words_of(cause.wait, names));
}

std::string words_of(const PollsPlainly& cause, const Names& names) {
  return fmt::format(
      "The loop in {} waits with ordinary reads{}: they order nothing, and the compiled "
      "loop may read once and then spin forever.",
      names.line(cause.loop),
      cause.in_one_block ? " for another thread of the block" : "");
}

std::string words_of(const NoBarrierBeforeSignal& cause, const Names& names) {
  const std::string branch = names.branch_of_threads(cause.first.at);
  if (names.is_labs(cause.later.at) && names.is_own(cause.first.at))
    return fmt::format(
        "The {} signals for its whole block, but may come before the {} by another "
        "thread of the block.  A __syncthreads() of all threads must come before {}.",
        words_of(cause.first, names), words_of(cause.later, names),
        branch.empty() ? names.line(cause.first.at) : branch);
  return fmt::format(
             "No __syncthreads() lies between the {} and the {} by two threads of one block: "
             "either may come first.",
             words_of(cause.first, names), words_of(cause.later, names)) +
         before_the_branch(cause.first.at, cause.later.at, names);
}

std::string words_of(const NeitherWaits& cause, const Names& names) {
  if (!cause.looked.empty()) {
    std::vector<std::string> words;
    for (const Location& word : cause.looked) words.push_back(words_of(word, names));
    return fmt::format(
        "Block {0} went on from what it saw in {1} alone, which block {2} does not write: "
        "it must also wait for a word that block {2} writes.",
        block_text(cause.block), fmt::join(words, " and "), block_text(cause.missing));
  }
  return "Neither waits for the other: between the two accesses, neither thread sees a "
         "signal of the other.";
}

std::string words_of(const WentOnByItself& cause, const Names& names) {
  return fmt::format(
      "The {} went on at {} in {}, which the same thread had written by the {}.  A thread "
      "that must wait must not change what it waits for: an atomicCAS that fails changes "
      "nothing.",
      words_of(cause.look, names), words_of(cause.value), words_of(cause.word, names),
      words_of(cause.change, names));
}

std::string words_of(const WentOnBefore& cause, const Names& names) {
  // An element of an array is no counter of arrivals: it held the value from the start.
  if (cause.counter.index || cause.counter.name.ends_with(']'))
    return fmt::format(
        "The {} did not wait: {} held {} already when the kernel began.  {}",
        words_of(cause.look, names), words_of(cause.counter, names),
        words_of(cause.found),
        cause.found.bits == 0
            ? "Wait in a loop for a value that only a write of this kernel brings."
            : "Signal a value that no earlier launch left, and let each loop wait for "
              "exactly that value, by != and not by <.");
  if (cause.one && cause.other)
    return fmt::format(
        "Block {} went on from the {}, which saw {} in {}, before block {} had added to "
        "it.  {} both added to it in {}: if it counts blocks, one thread of each may add.",
        block_text(cause.block), words_of(cause.look, names), words_of(cause.found),
        words_of(cause.counter, names), block_text(cause.missing),
        begun(both_text(*cause.one, *cause.other)), names.line(cause.add));
  const bool in_a_row = cause.missing[1] == 0 && cause.missing[2] == 0;
  return fmt::format(
      "Block {} went on from the {}, which saw {} in {}, before block {} had added to it: "
      "block {} must keep waiting until block {} has.{}",
      block_text(cause.block), words_of(cause.look, names), words_of(cause.found),
      words_of(cause.counter, names), block_text(cause.missing), block_text(cause.block),
      block_text(cause.missing), in_a_row ? "" : "  Blocks along y and z count, too.");
}

std::string words_of(const NeighbourStillWaits& cause, const Names& names) {
  const std::string waiting = thread_text(cause.waiting, cause.waiting);
  const std::string look = words_of(cause.look, names);
  const std::string branch = names.branch_of_threads(cause.look.at);
  return fmt::format(
      "{}: no __syncthreads() held {} back until it was through.{}",
      cause.comes_later
          ? fmt::format("{} came to the {} only afterwards", begun(waiting), look)
          : fmt::format("At that moment {} was still at the {}", waiting, look),
      thread_text(cause.passed, cause.passed),
      branch.empty() ? ""
                     : fmt::format("  Put it behind the branch of {}, where all threads "
                                   "pass, and none inside that branch.",
                                   branch));
}

std::string words_of(const NothingHeldItBack& cause, const Names& names) {
  if (cause.barrier)
    return fmt::format(
        "No thread of block {} had waited for another block before: {} came straight from "
        "the __syncthreads() in {} to {}.  If one thread waits or asks for all of its "
        "block, a __syncthreads() behind that must hold the others back.",
        block_text(cause.thread.block), "thread " + block_text(cause.thread.thread),
        names.line(*cause.barrier), names.line(cause.access));
  return fmt::format(
      "{} came to {} without any __syncthreads(), atomic or volatile access before it: "
      "nothing held it back while another thread of its block synchronized.",
      begun(thread_text(cause.thread, cause.thread)), names.line(cause.access));
}

std::string words_of(const NothingSignalled& cause, const Names& names) {
  return fmt::format(
      "Before {1}, the other block sees no signal that the writing block sends after "
      "{0}.",
      names.line(cause.write), names.line(cause.read));
}

std::string words_of(const RelayWithoutFence&, const Names&) {
  return "The signal came through another block, which has no __threadfence() between "
         "seeing it and passing it on.";
}

std::string words_of(const RelayLacksFence& cause, const Names& names) {
  return fmt::format(
      "The signal came through block {}, which has no {} between the {} that saw it and "
      "the {} that passed it on.  {}",
      block_text(cause.block), fence_of(cause.needed), words_of(cause.seen, names),
      words_of(cause.sent, names), kForgiven);
}

std::string words_of(const FenceTooNarrow& cause, const Names& names) {
  return fmt::format(
      "The {} orders accesses for {} only; {} {}.{}", words_of(cause.fence, names),
      cause.scope == Scope::block ? "its own block" : "its own device",
      cause.needed == Scope::system ? "the host and other devices need"
                                    : "other blocks need",
      fence_of(cause.needed),
      cause.hardware_forgives ? "  With it as it is, nothing was seen to go "
                                "wrong on H200 GPUs; the rules do not promise that."
                              : "");
}

std::string words_of(const FenceAfterSignal& cause, const Names& names) {
  // Name the earlier fence if the later one is in another function than the signal.
  if (cause.early && names.function(cause.fence.at) != names.function(cause.signal.at))
    return fmt::format(
        "The {} comes before the write in {}, and so does not order it: a fence must lie "
        "between that write and the {}.",
        words_of(*cause.early, names), names.line(cause.write),
        words_of(cause.signal, names));
  return fmt::format("A fence must come before the signal: the {} comes after the {}.",
                     words_of(cause.fence, names), words_of(cause.signal, names));
}

std::string words_of(const FenceBeforeWrite& cause, const Names& names) {
  return fmt::format("The {} comes before that write, and so does not order it.",
                     words_of(cause.fence, names));
}

std::string words_of(const FenceBeforeBarrier& cause, const Names& names) {
  return fmt::format(
      "The {} comes before the {}, so it does not order what other threads of the block "
      "wrote: a fence must lie between that barrier and the {}.",
      words_of(cause.fence, names), words_of(cause.barrier, names),
      words_of(cause.signal, names));
}

std::string words_of(const FenceOfAnother& cause, const Names& names) {
  return fmt::format(
      "The {} is of {}; {}, which {} the signal, executes none there.  A fence orders only "
      "what its own thread did or saw.",
      words_of(cause.fence, names), thread_text(cause.by, cause.by),
      thread_text(cause.needed_by, cause.needed_by), cause.sends ? "sends" : "saw");
}

std::string words_of(const HostDoesNotRelease& cause, const Names& names) {
  return fmt::format(
      "The {} does not release what the host wrote in {}: it must be an atomic store "
      "with std::memory_order_release, or a std::atomic_thread_fence must lie between "
      "the two.",
      words_of(cause.signal, names), names.line(cause.write));
}

std::string words_of(const SignalDoesNotRelease& cause, const Names& names) {
  return fmt::format("The {} does not release: it needs memory_order_release{}.",
                     words_of(cause.signal, names),
                     cause.signal.name.ends_with("store")
                         ? ""
                         : ", or memory_order_acq_rel if it is to acquire as well");
}

std::string words_of(const NoFenceBeforeSignal& cause, const Names& names) {
  const std::string first =
      fmt::format("No {} lies between the {} in {} and the {}.", fence_of(cause.needed),
                  cause.first_reads ? "read" : "write", names.line(cause.write),
                  words_of(cause.signal, names));
  if (!cause.seen) return first;
  return fmt::format("{}  Nor does one lie between the {}, which saw the signal, and {}.",
                     first, words_of(*cause.seen, names), names.line(cause.read));
}

std::string words_of(const AlsoUnfenced& cause, const Names& names) {
  if (names.is_labs(cause.signal.at)) return "";
  return fmt::format("The {} needs a {} before it, too.", words_of(cause.signal, names),
                     fence_of(cause.needed));
}

std::string words_of(const SignalDoesNotAcquire& cause, const Names& names) {
  return fmt::format(
      "The {}, which saw the signal, does not acquire: it needs memory_order_{}, for the "
      "read in {}.  {}",
      words_of(cause.seen, names), cause.releases ? "acq_rel" : "acquire",
      names.line(cause.read), kForgiven);
}

std::string words_of(const NoFenceAfterSignal& cause, const Names& names) {
  const std::string scope = names.scope_parameter(cause.seen.at);
  if (cause.released && (!scope.empty() || !names.in_lab()))
    return fmt::format(
        "The {}, which saw the signal, does not acquire, for the {} in {}: let the load() "
        "of a cuda::atomic_ref{} with memory_order_acquire take its place.  {}",
        words_of(cause.seen, names), cause.writes ? "write" : "read",
        names.line(cause.read), scope.empty() ? "" : " of scope " + scope, kForgiven);
  // If the look is a condition, a fence in its braces is only on some of the paths.
  const std::string paths =
      names.is_labs(cause.read) && !names.is_labs(cause.seen.at)
          ? fmt::format("  Every path from {} to the function's return must pass one.",
                        names.line(cause.seen.at))
          : "";
  return fmt::format(
      "No {} lies between the {}, which saw the signal, and the {} in {}.{}  {}",
      fence_of(cause.needed), words_of(cause.seen, names),
      cause.writes ? "write" : "read", names.line(cause.read), paths, kForgiven);
}

std::string words_of(const UpdateInTwoSteps& cause, const Names& names) {
  const bool is_same = cause.between && cause.between->name == "write" &&
                       names.line(cause.between->at) == names.line(cause.update);
  const std::string between = cause.between && !is_same
                                  ? "the " + words_of(*cause.between, names)
                                  : std::string("another thread");
  if (cause.read && names.line(*cause.read) != names.line(cause.update)) {
    const std::string read = "read in " + names.line(*cause.read);
    const std::string write = "write in " + names.line(cause.update);
    const bool reads_first = cause.read->pc < cause.update.pc;
    return fmt::format("The {} and the {} are two steps, and {} may come between them.",
                       reads_first ? read : write, reads_first ? write : read, between);
  }
  return fmt::format(
      "The read and the write in {} are two steps, and {} may come between them.",
      names.line(cause.update), between);
}

std::string words_of(const LookedBeforeTaken& cause, const Names& names) {
  return fmt::format(
      "The look at {0} in {1} and its change in {2} are two steps: {3} both saw {4} in {1} "
      "and went on.",
      words_of(cause.word, names), names.line(cause.look), names.line(cause.change),
      both_text(cause.one, cause.other), words_of(cause.found));
}

std::string words_of(const SameIndexFound& cause, const Names& names) {
  return fmt::format(
      "{} both saw {} in {}, in {}, and took it for their own index in {}.",
      begun(both_text(cause.one, cause.other)), words_of(cause.found),
      words_of(cause.word, names), names.line(cause.look), names.line(cause.use));
}

std::string words_of(const ChangedSinceLook& cause, const Names& names) {
  return fmt::format(
      "{} was {} at the look in {}, and {} at the {}: another thread came between them.",
      words_of(cause.word, names), words_of(cause.seen), names.line(cause.look),
      words_of(cause.found), words_of(cause.change, names));
}

std::string words_of(const SwappedForItself& cause, const Names& names) {
  return fmt::format(
      "The {} by {} expected {} in {}, found it and wrote it again, so it succeeded and "
      "took nothing.  {}",
      words_of(cause.exchange, names), thread_text(cause.by, cause.by),
      words_of(cause.value), words_of(cause.word, names),
      cause.is_free ? "It must write another value than the one that it expects."
      : cause.exchange.name.starts_with("atomicCAS")
          ? "It must expect what the word holds when it is free."
          : "If it fails, the variable with the expected value holds what was found: set "
            "that back before each try.");
}

std::string words_of(const OrdinaryBesideStrong& cause, const Names& names) {
  return fmt::format(
      "The {} is ordinary, neither atomic nor volatile, and the {} may come at any "
      "moment{}.",
      words_of(cause.ordinary, names), words_of(cause.strong, names),
      cause.reads ? ", even right after it" : "");
}

std::string words_of(const OrdinaryOnFlag& cause, const Names& names) {
  return fmt::format(
      "The {} uses {} as a flag, but the {} and the {} are ordinary: make every access to "
      "it volatile or atomic.",
      words_of(cause.exchange, names), words_of(cause.flag, names),
      words_of(cause.one, names), words_of(cause.other, names));
}

std::string words_of(const SeveralThreadsWrite& cause, const Names& names) {
  return fmt::format("{} both run {} and write the same word.",
                     begun(both_text(cause.one, cause.other)), names.line(cause.line));
}

std::string words_of(const LockAdmitsBoth& cause, const Names& names) {
  std::string all_the_same;
  if (cause.ignored)
    all_the_same = fmt::format(
        "A thread of block {} went on although its {} had read {} and changed nothing.  ",
        block_text(cause.ignored->block), words_of(cause.ignored->attempt, names),
        words_of(cause.ignored->found));
  std::string both = "A";
  if (!cause.was_given_back)
    both =
        fmt::format("Both threads passed the {}, the second before the first had {}: a",
                    words_of(cause.look, names),
                    cause.inside ? "left " + names.line(*cause.inside)
                                 : std::string("given the lock back"));
  return fmt::format(
      "{}{} lock must admit only the thread that has itself changed its word from free to "
      "taken.",
      all_the_same, both);
}

/// "a wait at shared barrier, for the phase that it belongs to,"; for a pipeline, its
/// function that waits.
std::string wait_at(const Location& barrier, const Names& names) {
  return is_of_pipeline(barrier) ? "a consumer_wait(), for the stage that it belongs to,"
                                 : "a wait at " + words_of(barrier, names) +
                                       ", for the phase that it belongs to,";
}

std::string words_of(const CopyInFlight& cause, const Names& names) {
  const std::string copy = names.line(cause.copy), use = names.line(cause.use);
  if (cause.barrier.is_known())
    return fmt::format(
        "The asynchronous copy of {} is in flight: {} must come before {}.", copy,
        wait_at(cause.barrier, names), use);
  return fmt::format(
      "The asynchronous copy of {} is in flight: its thread has not waited for it, and "
      "after that wait a __syncthreads() must come before {}.",
      copy, use);
}

std::string words_of(const CopyNotAwaited& cause, const Names& names) {
  const std::string wait = names.line(cause.wait), use = names.line(cause.use);
  if (cause.barrier.is_known())
    return fmt::format(
        "The asynchronous copy is in flight until the wait for it in {}: in each thread "
        "that touches its bytes, {} must come before {}.",
        wait, wait_at(cause.barrier, names), use);
  return fmt::format(
      "The asynchronous copy is in flight until its thread waits for it in {}; after "
      "that wait a __syncthreads() must come before {}.",
      wait, use);
}

std::string words_of(const BulkCopyInFlight& cause, const Names& names) {
  const std::string copy = names.line(cause.copy);
  std::string use = names.line(cause.use);
  if (use == copy) use = "the next bulk copy";  // The line begins one copy after another.
  switch (cause.lacks) {
    case BulkCopyInFlight::Lacks::wait_at_barrier:
      return fmt::format(
          "The bulk copy of {} may still be in flight: before {}, wait at {} for the phase "
          "that counts its bytes.",
          copy, use, words_of(cause.barrier, names));
    case BulkCopyInFlight::Lacks::expected_bytes:
      return fmt::format(
          "A phase of {} ended without waiting for the bulk copy of {}: before the last "
          "arrival, expect_tx must announce the bytes of all the phase's copies.",
          words_of(cause.barrier, names), copy);
    case BulkCopyInFlight::Lacks::wait_for_reads:
      return fmt::format(
          "The bulk copy of {} may still read these bytes: its thread must commit it and "
          "wait with cp.async.bulk.wait_group.read, and that must be ordered before {}.",
          copy, use);
    case BulkCopyInFlight::Lacks::wait_for_writes:
      break;
  }
  return fmt::format(
      "The bulk copy of {} may still write these bytes{}: its thread must commit it and "
      "wait with cp.async.bulk.wait_group, and that must be ordered before {}.",
      copy,
      cause.has_read ? ", as cp.async.bulk.wait_group.read waits only for its reads" : "",
      use);
}

std::string words_of(const UnseenByBulkCopy& cause, const Names& names) {
  return fmt::format("The bulk copy may miss the last write to {}.",
                     words_of(cause.location, names));
}

std::string words_of(const NoProxyFence& cause, const Names& names) {
  const std::string write = names.line(cause.write), copy = names.line(cause.copy);
  constexpr const char* kWhy =
      "A bulk copy reads through the async proxy. Neither program order nor a barrier "
      "makes an ordinary write visible there:";
  if (cause.same_thread)
    return fmt::format("{} a fence.proxy.async must lie between {} and {}.", kWhy, write,
                       copy);
  return fmt::format(
      "{} after {}, the thread that writes must execute a fence.proxy.async, and then "
      "synchronize with the thread that begins the copy of {}.",
      kWhy, write, copy);
}

std::string words_of(const LanesOnlyConverge& cause, const Names& names) {
  return fmt::format(
      "The {} synchronizes the lanes of the warp, but orders no memory accesses: a "
      "__syncwarp() must lie between {} and {}.",
      words_of(cause.met, names), names.line(cause.earlier), names.line(cause.later));
}

std::string words_of(const NoBlockBarrier& cause, const Names& names) {
  // Under no condition that tells threads apart, all threads that read also write.
  if (cause.update.pc != 0 && names.branch_of_threads(cause.update).empty() &&
      names.is_own(cause.update)) {
    const Place read = cause.update.pc == cause.later.pc ? cause.earlier : cause.later;
    UpdateAtomically remedy{cause.update};
    remedy.bytes = cause.bytes;
    return words_of(UpdateInTwoSteps{cause.update, std::nullopt, read}, names) + "  " +
           words_of(remedy, names);
  }
  const std::string nothing =
      cause.barrier.is_known()
          ? fmt::format("Neither a __syncthreads() nor a wait at {} lies",
                        words_of(cause.barrier, names))
          : "No __syncthreads() that both threads reach lies";
  const bool later_stands_above =
      cause.first_turn && names.stands_above(cause.later, cause.earlier);
  const Place first = later_stands_above ? cause.later : cause.earlier;
  const Place second = later_stands_above ? cause.earlier : cause.later;
  const std::string earlier = names.line(first), later = names.line(second);
  const std::string branch = names.branch_of_threads(first);
  const std::string blocks =
      cause.also_between_blocks.is_known()
          ? fmt::format(
                "  If threads of other blocks use {} or its neighbours, too, a "
                "barrier of all blocks must be there, and serves both.",
                words_of(cause.also_between_blocks, names))
          : "";
  if (earlier == later)
    return fmt::format(
               "{} between one thread's turn at {} and another's: what one uses there, the "
               "other may change.",
               nothing, later) +
           blocks;
  if (cause.next_round)
    return fmt::format(
               "{} after {} and before the next round's {}: one thread may be there already "
               "while another has yet to leave {}.",
               nothing, earlier, later, earlier) +
           blocks;
  return fmt::format(
             "{} between {} and {}: threads of the block may reach them in either order.",
             nothing, earlier, later) +
         ((later_stands_above || names.is_labs(second)) && !branch.empty() &&
                  names.branch_of_threads(second).empty()
              ? fmt::format("  All threads must pass one after the branch in {}.", branch)
              : before_the_branch(first, second, names)) +
         blocks;
}

std::string words_of(const RoundAhead& cause, const Names& names) {
  const std::string branch = names.branch_of_threads(cause.write);
  return fmt::format(
      "No __syncthreads() lies between the read in {} and the next write in {}: a thread "
      "that is ahead writes while another still reads, as both come after the "
      "__syncthreads() in {}.  {} one before {}, for all threads.",
      names.line(cause.read), names.line(cause.write), names.line(cause.barrier),
      cause.read_may_move ? "Read before that one, or put" : "Put",
      branch.empty() ? names.line(cause.write) : branch);
}

std::string words_of(const ReadPastCache&, const Names&) {
  return "__ldg reads through a cache that does not see the writes of the running "
         "kernel, so no fence or barrier helps.  Use an ordinary read, or in a waiting loop "
         "a volatile one.";
}

}  // namespace gridlock
