// Changes of the racing lines themselves.
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

std::string words_of(const LetKernelsTakeTurns&, const Names&) {
  return "Or, if the kernels need not run at the same time, order them with "
         "cudaEventRecord and cudaStreamWaitEvent.";
}

std::string words_of(const PollStrongly&, const Names&) {
  return "Read through a volatile pointer or with an atomic load, as cuda::atomic_ref has "
         "it; the write that ends the wait must be volatile or atomic, too.";
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
  return indices + step + condition;
}

std::string words_of(const UpdateInOneStep& remedy, const Names&) {
  return "If both threads are to change it, one atomic operation must read and write it "
         "in one step: " +
         atomics_for(remedy.bytes) +
         (remedy.bytes < 4 ? "" : "  Go on with the value that it returns.") +
         "  If only one is to change it, a signal must order that write and the other "
         "one's read.";
}

std::string words_of(const TakeAtomically&, const Names&) {
  return "Let one atomicCAS read and change the word in one step: it succeeds in only one "
         "thread.  Any other that must also get its turn must try again.  What other "
         "threads wait for must still be written after the work.";
}

std::string words_of(const ReadStrongly&, const Names&) {
  return "If either may come first, read through a volatile pointer or, if that line also "
         "changes the word, make it one atomic operation.";
}

std::string words_of(const WriteStrongly&, const Names&) {
  return "If either may come first, write through a volatile pointer or with the store() "
         "of a cuda::atomic_ref (<cuda/atomic>).  If the write must not come so early, "
         "correct the condition that leads to it.";
}

std::string words_of(const LetOneThreadDoIt& remedy, const Names&) {
  return fmt::format(
      "If only one is meant to, correct the condition that leads here.  If each is to have "
      "{}.  If they share it, they need a lock around all that uses it.",
      remedy.of_array ? "an element of its own, correct the index"
                      : "a word of its own, give it one");
}

std::string words_of(const WriteOnce&, const Names&) {
  return "If each is to have a word of its own, correct the index.  If they share it, let "
         "one thread write it, or make it an atomic operation: no GPU is known to go wrong "
         "by equal values, but the rules do not promise it.";
}

std::string words_of(const DecideWhoIsFirst& remedy, const Names& names) {
  const std::string earlier = names.line(remedy.earlier);
  const std::string later = names.line(remedy.later);
  return fmt::format(
      "One of the two must come first, {}: after it, its thread must fence and then send "
      "an atomic or volatile signal; the other thread must see the signal and fence before "
      "its own access.{}",
      earlier == later ? "at " + earlier : fmt::format("{} or {}", earlier, later),
      remedy.barrier_serves
          ? fmt::format("  {} does all of that; if only the last block makes the later "
                        "access, its guard does.",
                        barrier_of_blocks(remedy.in_cluster))
          : "");
}

std::string words_of(const SignalAndWait& remedy, const Names& names) {
  const std::string barrier =
      remedy.barrier_serves
          ? fmt::format("  {} does both; all its threads must reach it equally often.",
                        barrier_of_blocks(remedy.in_cluster))
          : "";
  // A wait literally before a line that is also the write's would be in its loop.
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
