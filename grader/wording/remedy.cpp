// Remedies that change the racing lines themselves.
#include <fmt/format.h>

#include "wording/values.h"
#include "wording/words.h"

namespace gridlock {

namespace {
const char* barrier_of_blocks(bool in_cluster) {
  return in_cluster ? "Within one cluster, cluster.sync()"
                    : "Within one kernel a barrier of all blocks";
}

std::string atomics_for(std::uint32_t bytes) {
  if (bytes == 1)
    return "CUDA has none for a single byte.  Make it an int, and use atomicAdd if it only "
           "adds something, else atomicMax, atomicOr or atomicCAS.";
  if (bytes == 2)
    return "for 2 bytes CUDA has atomicCAS of unsigned short, and atomicAdd of __half and "
           "__nv_bfloat16.  Use one of these, or make it an int.";
  return "atomicAdd if it only adds something, else atomicMax, atomicOr or atomicCAS.";
}

}  // namespace

std::string words_of(const LetKernelsTakeTurns& remedy, const Names& names) {
  if (names.is_labs(remedy.launch)) return "";
  return "Or, if the kernels need not run at the same time, order them with "
         "cudaEventRecord and cudaStreamWaitEvent.";
}

std::string words_of(const WriteBeforeLaunch& remedy, const Names& names) {
  return fmt::format(
      "If the write in {} is to come before all that other kernels do, it belongs before "
      "their launch: make it a cudaMemset() there, or a kernel that they are ordered "
      "behind.",
      names.line(remedy.write));
}

std::string words_of(const PollStrongly&, const Names&) {
  return "Read through a volatile pointer or with an atomic load (cuda::atomic_ref), and "
         "write what ends the wait in the same way.  So with each word on which a loop "
         "waits.";
}

std::string words_of(const PollStronglyInBlock&, const Names&) {
  return "Make the flag atomic or volatile, with a __threadfence_block() before setting "
         "it and after seeing it.  If all threads of the block come here, a "
         "__syncthreads() can take the flag's place.";
}

std::string words_of(const UpdateAtomically& remedy, const Names& names) {
  const std::string atomic = names.atomic_update(remedy.update);
  std::string indices;
  if (remedy.element)
    indices = fmt::format(
        "{} both came to {}: if each element is meant for one thread alone, correct the "
        "index.  If not, ",
        begun(both_text(remedy.one, remedy.other)), words_of(*remedy.element, names));
  std::string step = atomic.empty()
                         ? "one atomic operation must read and write it in one step: " +
                               atomics_for(remedy.bytes)
                         : atomic + " does both in one step.";
  if (indices.empty() && atomic.empty()) step = begun(step);
  const std::string condition =
      remedy.in_one_block && !remedy.element
          ? "  If only one thread of a block is meant to come here, correct the "
            "condition; the atomic is then needed only if other blocks change it as well."
          : "";
  return indices + step + condition +
         (remedy.element
              ? ""
              : "  The same goes for each other word that several threads change.");
}

std::string words_of(const UpdateInOneStep& remedy, const Names&) {
  return "If both threads are to change it, one atomic operation must read and write it "
         "in one step: " +
         atomics_for(remedy.bytes) +
         (remedy.bytes < 4 ? "" : "  Go on with the value that it returns.") +
         "  If only one is to change it, a signal must order that write and the other "
         "one's read.";
}

std::string words_of(const GoByWhatItReturns& remedy, const Names& names) {
  return fmt::format(
      "Go by what the {} returns, not by the read in {}.  {}",
      words_of(remedy.change, names), names.line(remedy.read),
      remedy.read_follows
          ? "That is the value from before: add what was added, then it is the one that "
            "was to be read."
          : "If what it writes depends on that read, let atomicCAS write: it does so only "
            "while the value is still there, and returns the one with which to compute "
            "anew.");
}

std::string words_of(const TakeIndexInOneStep& remedy, const Names& names) {
  return fmt::format(
      "Read and move on {} in one step, with atomicAdd, or with atomicCAS if there may be "
      "none left, and go on with what it returns.",
      words_of(remedy.word, names));
}

std::string words_of(const TakeAtomically&, const Names&) {
  return "Let one atomicCAS read and change the word in one step: it succeeds in only one "
         "thread.  Any other that must also get its turn must try again.  What other "
         "threads wait for must still be written after the work.";
}

std::string words_of(const ReadStrongly& remedy, const Names& names) {
  if (remedy.compares && names.drops_result(*remedy.compares))
    return fmt::format(
        "Its thread's own {} then changes nothing, and drops what it returns.  Go on only "
        "if that is the value read, else try again with it.",
        words_of(*remedy.compares, names));
  return std::string(remedy.failed ? "Read" : "If either may come first, read") +
         " through a volatile pointer or, if that line also changes the word, make it one "
         "atomic operation.";
}

namespace {

/// "correct the condition in line 8", for an `if` around the place; else `otherwise`.
/// \param of_blocks whether the condition must tell blocks apart, not threads of one
///     block
std::string correct_the_condition(Place place, bool of_blocks, const Names& names,
                                  const char* otherwise) {
  const std::string branch = names.branch(place);
  const bool is_of_threads = branch == names.branch_of_threads(place);
  return branch.empty() || (of_blocks && is_of_threads)
             ? otherwise
             : "correct the condition in " + branch;
}

}  // namespace

std::string words_of(const WriteStrongly& remedy, const Names& names) {
  constexpr const char* kForm =
      "rite through a volatile pointer or with the store() of a cuda::atomic_ref "
      "(<cuda/atomic>).";
  if (!remedy.other) return std::string("W") + kForm;
  const std::string condition =
      correct_the_condition(remedy.write, true, names, "give it a condition of its own");
  const std::string other = words_of(*remedy.other, names);
  if (remedy.failed && remedy.begins)
    return fmt::format(
        "No other block waits for the write, so the {} may come before it and be lost.  "
        "Reset a counter behind its last use, for the next launch.  Let one block write a "
        "result, the last one, from a word per block.",
        other);
  if (remedy.failed && remedy.by_two) {
    const bool is_one = remedy.one.thread == remedy.two.thread;
    const std::string twice =
        is_one ? fmt::format(
                     "{} ran the {} twice: if each block is to do that once, let it "
                     "come there once.",
                     begun(thread_text(remedy.one, remedy.one)), other)
               : fmt::format(
                     "{} both ran the {}: if each block is to do that once, let one "
                     "of its threads do it.",
                     begun(both_text(remedy.one, remedy.two)), other);
    return fmt::format("{}  If not, {}, so that none follows the write.", twice,
                       condition);
  }
  if (remedy.failed)
    return fmt::format(
        "The result is wrong, so the write may come too early: {}, so that no {} follows "
        "it.",
        condition, other);
  return fmt::format(
      "If either may come first, w{}  If the write must not come so early, {}.", kForm,
      condition);
}

std::string words_of(const LetOneThreadDoIt& remedy, const Names& names) {
  const std::string all_of_it =
      remedy.counts
          ? fmt::format(
                "give {} a condition with all that it calls, since each thread's {} "
                "counts",
                names.line(remedy.write), words_of(*remedy.counts, names))
          : "let all compute the value, and give the write alone a condition";
  const std::string one =
      correct_the_condition(remedy.write, remedy.by_blocks, names, all_of_it.c_str());
  constexpr const char* kLock =
      "If they share it, they need a lock around all that uses it.";
  if (remedy.by_blocks)
    return fmt::format(
        "If each block is to have a word of its own, declare it __shared__ in the "
        "kernel's code.  If only one thread is meant to write, {}.  {}",
        one, kLock);
  constexpr const char* kThenMeet =
      "  A __syncthreads() must follow that write, before other threads read.";
  return fmt::format("If only one is meant to, {}.{}  If each is to have {}.  {}", one,
                     remedy.is_shared ? kThenMeet : "",
                     remedy.of_array ? "an element of its own, correct the index"
                                     : "a word of its own, give it one",
                     kLock);
}

std::string words_of(const WriteOnce&, const Names&) {
  return "If each is to have a word of its own, correct the index.  If they share it, let "
         "one thread write it, or make it an atomic operation: no GPU is known to go wrong "
         "by equal values, but the rules do not promise it.";
}

std::string words_of(const DecideWhoIsFirst& remedy, const Names& names) {
  const std::string earlier = names.line(remedy.earlier);
  const std::string later = names.line(remedy.later);
  const std::string which = earlier == later ? "at " + earlier
                            : remedy.in_place
                                ? fmt::format("at {} and {}", earlier, later)
                                : fmt::format("{} or {}", earlier, later);
  const std::string order = fmt::format(
      "ne of the two must come first, {}: after it, its thread must fence and then send "
      "an atomic or volatile signal.  The other thread must see the signal and fence before "
      "its own access.",
      which);
  if (remedy.in_place && !remedy.in_cluster)
    return fmt::format(
        "The thread that writes has read that word before: if it is one thread's alone "
        "until all blocks have met, correct the index.  If not, a barrier of all blocks "
        "must keep one thread's turn {} and another's apart.",
        which);
  if (!remedy.barrier_serves) return "O" + order;
  return fmt::format(
      "If only one block is to read what the others write, let it be the one that draws "
      "the last ticket of a counter: it waits for none.  If not, o{}  {} does all of "
      "that.",
      order, barrier_of_blocks(remedy.in_cluster));
}

std::string words_of(const SignalAndWait& remedy, const Names& names) {
  const std::string barrier =
      remedy.barrier_serves
          ? fmt::format("  {} does both; all its threads must reach it equally often.",
                        barrier_of_blocks(remedy.in_cluster))
          : "";
  // If write and read are in one line, a wait before that line would be in the same loop.
  if (names.line(remedy.write) == names.line(remedy.read))
    return fmt::format(
        "A block may come to {} only after the other has left it: that one must fence and "
        "then send an atomic or volatile signal, this one wait for the signal and then "
        "fence.{}",
        names.line(remedy.write), barrier);
  return fmt::format(
      "After {}, a fence and then an atomic or volatile signal must come; before {}, a "
      "wait for that signal and then a fence.{}",
      names.line(remedy.write), names.line(remedy.read), barrier);
}

}  // namespace gridlock
