// Why two accesses to the same memory race.
#include <fmt/format.h>

#include <string_view>

#include "words/values.h"
#include "words/words.h"

namespace gridlock {
namespace {

constexpr const char* kForgiven = "Today's hardware does not need it.";

std::string on_device(bool worth_telling, int device) {
  return worth_telling ? fmt::format(" on device {}", device) : "";
}

/// What to write instead of an operation whose scope is narrower than needed.
std::string wider_form(std::string_view operation, Scope needed) {
  constexpr std::string_view kFunction = "atomic", kFence = "__threadfence";
  for (const std::string_view suffix : {"_block", "_system"})
    if (operation.ends_with(suffix)) operation.remove_suffix(suffix.size());
  const bool function = operation.substr(0, kFunction.size()) == kFunction &&
                        operation.find(' ') == operation.npos;
  if (function || operation.substr(0, kFence.size()) == kFence)
    return fmt::format("use {}{}", operation, needed == Scope::system ? "_system" : "");
  return fmt::format("use cuda::thread_scope_{}",
                     needed == Scope::system ? "system" : "device");
}

std::string where_is(const OtherEnd& other) {
  if (other.is_host) return "the other side is the host";
  const std::string block = fmt::format("block {}", block_text(other.block));
  if (other.on_other_device)
    return fmt::format("{} runs on device {}", block, other.device);
  if (other.in_other_kernel)
    return fmt::format("the other side is {} of another kernel", block);
  return fmt::format("the other side is {}", block);
}

}  // namespace

std::string words_of(const Race& cause, const Names& names) {
  return fmt::format(
      "{}{} and {}{} of {} with nothing that orders them{}.",
      cause.earlier_writes ? "Write" : "Read",
      on_device(cause.on_devices && cause.earlier_is_on_device, cause.earlier_device),
      cause.later_writes ? "write" : "read",
      on_device(cause.on_devices && cause.later_is_on_device, cause.later_device),
      words_of(cause.location, names),
      cause.by_the_letter ? " by the letter of the PTX memory model" : "");
}

std::string words_of(const NothingOrdersThem&, const Names&) {
  return "Two uses of the memory run at the same time; no stream order, event or "
         "synchronization puts one after the other.";
}

std::string words_of(const SharesSomeBytes&, const Names&) {
  return "Both are atomic or volatile, but not of the very same bytes, so that neither "
         "orders the other.";
}

std::string words_of(const ScopeTooNarrow& cause, const Names& names) {
  return fmt::format("The {} has {} scope, and {}: {}.", words_of(cause.operation, names),
                     cause.scope == Scope::block ? "block" : "device",
                     where_is(cause.other),
                     wider_form(cause.operation.name, cause.needed));
}

std::string words_of(const ChainTooNarrow&, const Names&) {
  return "The chain of fences and signals between the two is broken by a scope that is "
         "too narrow.";
}

std::string words_of(const SignalBeforeBoth& cause, const Names& names) {
  return fmt::format(
      "Neither thread waits for the other: the last signal that one block has seen of "
      "the other, the {}, is from before both.",
      words_of(cause.signal, names));
}

std::string words_of(const SignalBeforeWrite& cause, const Names& names) {
  return fmt::format(
      "The last signal that the reading block has seen, the {}, is from before the {}: "
      "it did not wait for the next one.",
      words_of(cause.signal, names), words_of(cause.first, names));
}

std::string words_of(const SignalledByNeighbour& cause, const Names& names) {
  return fmt::format(
      "No __syncthreads() lies between the {} and the {}, which another thread of the "
      "block does: it has signalled before this thread {}.",
      words_of(cause.first, names), words_of(cause.signal, names),
      cause.first_writes ? "wrote" : "read");
}

std::string words_of(const SignalledTooEarly& cause, const Names& names) {
  return fmt::format(
      "The {} comes before the {}: whoever sees the signal may {} too early.  Signal "
      "last.",
      words_of(cause.signal, names), words_of(cause.first, names),
      cause.first_writes ? "read" : "write");
}

std::string words_of(const WriterSignalledByNeighbour& cause, const Names& names) {
  return fmt::format(
      "No __syncthreads() lies between the write in {} and the {}, which another thread "
      "of the block does: it may signal before this thread has written.",
      names.line(cause.write), words_of(cause.signal, names));
}

std::string words_of(const SeenByNeighbour& cause, const Names& names) {
  return fmt::format(
      "No __syncthreads() lies between the {}, with which another thread of the block "
      "saw the signal, and {}.",
      words_of(cause.seen, names), names.line(cause.read));
}

std::string words_of(const PollsPlainly& cause, const Names& names) {
  return fmt::format(
      "The loop in {} waits with ordinary reads{}: they order nothing, and the compiler "
      "may read once and then spin for ever.",
      names.line(cause.loop),
      cause.in_one_block ? " for another thread of the block" : "");
}

std::string words_of(const LooseThreads& cause, const Names& names) {
  return fmt::format(
      "No __syncthreads() lies between the {} and the {}, which two threads of one block "
      "do: neither is sure to come first.",
      words_of(cause.first, names), words_of(cause.later, names));
}

std::string words_of(const NeitherWaits& cause, const Names& names) {
  return fmt::format(
      "Neither thread waits for the other: an atomic or volatile signal between two "
      "fences, sent after one of {} and {} and awaited before the other, would order "
      "them.",
      names.line(cause.earlier), names.line(cause.later));
}

std::string words_of(const NothingSignalled& cause, const Names& names) {
  return fmt::format(
      "Nothing that the writing block signals after {} is seen by the other block before "
      "{}: an atomic or volatile signal between two fences would order them.",
      names.line(cause.write), names.line(cause.read));
}

std::string words_of(const RelayWithoutFence&, const Names&) {
  return "The signal came by way of another block, which has no __threadfence() between "
         "seeing it and handing it on.";
}

std::string words_of(const RelayLacksFence& cause, const Names& names) {
  return fmt::format(
      "The signal came by way of block {}, which has no {} between the {}, which saw it, "
      "and the {}, which handed it on.  {}",
      block_text(cause.block), fence_of(cause.needed), words_of(cause.seen, names),
      words_of(cause.sent, names), kForgiven);
}

std::string words_of(const FenceTooNarrow& cause, const Names& names) {
  return fmt::format("The {} orders for {} only; {} {}.{}", words_of(cause.fence, names),
                     reach_of(cause.scope), who_needs(cause.needed),
                     fence_of(cause.needed),
                     cause.hardware_forgives ? "  Today's hardware forgives it." : "");
}

std::string words_of(const FenceAfterSignal& cause, const Names& names) {
  return fmt::format("The {} comes after the {}; it must come before it.",
                     words_of(cause.fence, names), words_of(cause.signal, names));
}

std::string words_of(const HostDoesNotRelease& cause, const Names& names) {
  return fmt::format(
      "The {} does not release what the host wrote in {}: it must be an atomic store "
      "with std::memory_order_release, or a std::atomic_thread_fence must lie between.",
      words_of(cause.signal, names), names.line(cause.write));
}

std::string words_of(const SignalDoesNotRelease& cause, const Names& names) {
  return fmt::format("The {} does not release, and no fence comes before it.",
                     words_of(cause.signal, names));
}

std::string words_of(const NoFenceBeforeSignal& cause, const Names& names) {
  return fmt::format("No {} lies between the write in {} and the {}.",
                     fence_of(cause.needed), names.line(cause.write),
                     words_of(cause.signal, names));
}

std::string words_of(const SignalDoesNotAcquire& cause, const Names& names) {
  return fmt::format(
      "The {}, which saw the signal, does not acquire, and no fence lies between it and "
      "the read in {}.  {}",
      words_of(cause.seen, names), names.line(cause.read), kForgiven);
}

std::string words_of(const NoFenceAfterSignal& cause, const Names& names) {
  return fmt::format(
      "No {} lies between the {}, which saw the signal, and the read in {}.  {}",
      fence_of(cause.needed), words_of(cause.seen, names), names.line(cause.read),
      kForgiven);
}

std::string words_of(const UpdateInTwoSteps& cause, const Names& names) {
  const std::string between = cause.between ? "the " + words_of(*cause.between, names)
                                            : std::string("another thread");
  return fmt::format("Read and write in {} are two steps, and {} may come between them.",
                     names.line(cause.update), between);
}

std::string words_of(const OrdinaryBesideStrong& cause, const Names& names) {
  return fmt::format("The {} is an ordinary one, and the {} may come at any moment{}.",
                     words_of(cause.ordinary, names), words_of(cause.strong, names),
                     cause.reads ? ", also right after it" : "");
}

std::string words_of(const SeveralWrite& cause, const Names& names) {
  return fmt::format("Several threads run {} and write the same word.",
                     names.line(cause.line));
}

std::string words_of(const LockLetsBothIn& cause, const Names& names) {
  return fmt::format(
      "Both threads came past the {}, the second while the first was still in {}: a lock "
      "may let nobody go on but who has itself changed its word from free to taken.",
      words_of(cause.look, names), names.line(cause.inside));
}

std::string words_of(const CopyOnItsWay& cause, const Names& names) {
  return fmt::format(
      "The asynchronous copy of {} is on its way: its thread has not waited for it, and "
      "after that wait a __syncthreads() must come before {}.",
      names.line(cause.copy), names.line(cause.use));
}

std::string words_of(const CopyUntilAwaited& cause, const Names& names) {
  return fmt::format(
      "The asynchronous copy goes on until its thread waits for it, in {}: after that "
      "wait a __syncthreads() must come before {}.",
      names.line(cause.wait), names.line(cause.use));
}

std::string words_of(const LanesOnlyMet& cause, const Names& names) {
  return fmt::format(
      "The {} lets the lanes of the warp meet, but orders no memory: a __syncwarp() must "
      "lie between {} and {}.",
      words_of(cause.met, names), names.line(cause.earlier), names.line(cause.later));
}

std::string words_of(const NoBlockBarrier& cause, const Names& names) {
  const std::string nothing =
      cause.barrier.is_known()
          ? fmt::format("Neither a __syncthreads() nor a wait at {} lies",
                        words_of(cause.barrier, names))
          : "No __syncthreads() lies";
  return fmt::format("{} between {} and {}: another thread of the block may come first.",
                     nothing, names.line(cause.earlier), names.line(cause.later));
}

std::string words_of(const RoundAhead& cause, const Names& names) {
  return fmt::format(
      "Both come after the __syncthreads() in {}, and the thread that writes is a round "
      "ahead: no __syncthreads() lies between the read in {} and the next write in {}.",
      names.line(cause.barrier), names.line(cause.read), names.line(cause.write));
}

std::string words_of(const ReadPastCache&, const Names&) {
  return "__ldg reads through a cache that knows no writes of the running kernel: no "
         "fence or barrier helps.  Read the memory plainly.";
}

}  // namespace gridlock
