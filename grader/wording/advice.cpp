// Advice: nothing is wrong, but something could be better.
#include <fmt/format.h>

#include <string>

#include "common/verdict.h"
#include "wording/values.h"
#include "wording/words.h"

namespace gridlock {
namespace {

const char* name_of(Scope scope) {
  constexpr const char* kNames[] = {"block", "device", "system"};
  return kNames[static_cast<int>(scope)];
}

const char* scope_of(Scope scope) {
  constexpr const char* kScopes[] = {"cuda::thread_scope_block",
                                     "cuda::thread_scope_device",
                                     "cuda::thread_scope_system"};
  return kScopes[static_cast<int>(scope)];
}

}  // namespace

std::string words_of(const FenceTooWide& cause, const Names& names) {
  return fmt::format(
      "The {} is wider than needed: it has {} scope, but only {} rely on it.",
      words_of(cause.fence, names), name_of(cause.scope),
      cause.needed == Scope::block ? "threads of its own block"
                                   : "threads of its own device");
}

std::string words_of(const NarrowerIsEnough& cause, const Names& names) {
  const std::string scope = cause.is_fence ? "" : names.scope_parameter(cause.at);
  if (!scope.empty())
    return fmt::format(
        "Its function serves several distances: take the scope from {}, its template's "
        "parameter, here and wherever this word is used.",
        scope);
  return fmt::format(
      "{} is enough: with it, no schedule that was tried would show anything else.",
      cause.is_fence ? std::string(fence_of(cause.needed))
                     : fmt::format("{} in its type", scope_of(cause.needed)));
}

std::string words_of(const FenceNotNeeded& cause, const Names& names) {
  return fmt::format(
      "The {}{} is not needed: without it, no schedule that was tried would show "
      "anything else.  What it orders is ordered already, or no thread relies on that "
      "order.",
      cause.is_fence ? "" : "order of the ", words_of(cause.fence, names));
}

std::string words_of(const OutputDiffers& cause, const Names& names) {
  const std::string gist(meaning(Advice::output_differs));
  if (!cause.decided) return gist;
  const std::string part = fmt::format("{}  Two schedules part at the {}: it", gist,
                                       words_of(*cause.decided, names));
  const std::string what = words_of(cause.location, names);
  const std::string why = "Nothing orders it and the writes of other threads.";
  if (!cause.found || !cause.elsewhere)
    return fmt::format("{} finds different values in {}.  {}", part, what, why);
  return fmt::format("{} finds {} in {} in one, and {} in the other.  {}", part,
                     words_of(*cause.found), what, words_of(*cause.elsewhere), why);
}

std::string words_of(const PartialBarrier& cause, const Names& names) {
  const std::string others =
      cause.ended == 1 ? "the other one" : fmt::format("the other {}", cause.ended);
  if (cause.of_block)
    return fmt::format(
        "Only {} of the block's {} threads reached the __syncthreads() in {}: {} had "
        "ended.",
        cause.came, cause.came + cause.ended, names.line(cause.barrier), others);
  return fmt::format(
      "Only {} {} of a warp reached the __syncthreads() in {}: {} had ended.", cause.came,
      cause.came == 1 ? "lane" : "lanes", names.line(cause.barrier), others);
}

std::string words_of(const UninitializedRead& cause, const Names& names) {
  const std::string read = words_of(cause.read, names);
  const std::string word = words_of(cause.location, names);
  const bool in_shared = cause.location.is_shared ||
                         cause.location.kind == Location::Kind::dynamic_shared ||
                         cause.location.kind == Location::Kind::shared;
  if (in_shared)
    return fmt::format(
        "The {} sees {}, which no thread of this block has written: shared memory may "
        "hold any value at first.",
        read, word);
  return fmt::format(
      "The {} sees {}, which nothing had written before: cudaMalloc() does not clear "
      "memory.",
      read, word);
}

std::string words_of(const AbsentLane& cause, const Names& names) {
  return fmt::format(
      "In {} lane {} reads the value of lane {}, which is not in the mask, has exited or "
      "is not in the block: that value is undefined, and the program's result depends on "
      "it. Let every lane that is read take part, or do not use its value.",
      names.line(cause.shuffle), cause.reader, cause.absent);
}

std::string words_of(const LanesPassValues& cause, const Names& names) {
  const std::string write = names.line(cause.write), read = names.line(cause.read);
  return fmt::format(
      "A lane reads {} in {} after another lane of its warp has written it{}, and nothing "
      "orders the two.",
      words_of(cause.location, names), read, read == write ? " there" : " in " + write);
}

std::string words_of(const LanesNeedBarrier&, const Names&) {
  return "Since Volta the lanes of a warp need not run in step, so this can give wrong "
         "values. Put a __syncwarp() between the write and the read, and another before "
         "the next write.";
}

std::string words_of(const OnlyProposed& cause, const Names& names) {
  return fmt::format(
      "By the letter of the rules this is a data race, but a compare-and-swap compares what "
      "{} reads, so an old value only makes the first swap fail.",
      names.line(cause.read));
}

std::string words_of(const WriteItBefore& cause, const Names& names) {
  using Where = WriteItBefore::Where;
  const std::string write = names.line(cause.write.at);
  const std::string writer = thread_text(cause.writer, cause.writer);
  if (cause.where == Where::later)
    return fmt::format(
        "{} writes it only afterwards, in {}: a write must come first, and then a "
        "__syncthreads() before the read.",
        begun(writer), write);
  const bool has_call = names.has_line(cause.call) && names.is_own(cause.call);
  if (cause.where == Where::beside && has_call && !names.is_own(cause.write.at) &&
      cause.writers < cause.of_threads)
    return fmt::format(
        "Of the {} threads of the block, {} made the call in {}: all must make it.  Only "
        "what is done with its result may depend on a condition.",
        cause.of_threads, cause.writers, names.line(cause.call));
  if (cause.where == Where::beside)
    return fmt::format(
        "{} writes {}, in {}: if the read was meant for that, correct the index; if not, "
        "a thread must write the word that is read, and then all threads of the block must "
        "pass a __syncthreads() before the read.",
        begun(writer), words_of(cause.written, names), write);
  if (cause.where == Where::elsewhere)
    return fmt::format(
        "{} writes its own block's copy, in {}: in every block a thread must write it, on "
        "every path, and then all threads of the block must pass a __syncthreads() before "
        "the read.",
        begun(writer), write);
  if (!cause.is_shared)
    return "Clear it with cudaMemset() before the launch, or let an earlier copy or kernel "
           "write it.";
  return "Let one thread write it in every case, and all pass a __syncthreads() before "
         "it is read.";
}

std::string words_of(const WholeWarpMustArrive&, const Names&) {
  return "By the letter of PTX all lanes of a warp must execute an aligned barrier.  Let "
         "threads that have nothing to do skip the work, not the barrier.";
}

}  // namespace gridlock
