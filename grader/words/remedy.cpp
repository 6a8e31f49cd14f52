// What to change in the racing lines themselves.
#include <fmt/format.h>

#include "words/words.h"

namespace gridlock {

namespace {
const char* barrier_of_blocks(bool in_cluster) {
  return in_cluster ? "Within one cluster, cluster.sync()"
                    : "Within one kernel a barrier of all blocks";
}
}  // namespace

std::string words_of(const LetKernelsTakeTurns&, const Names&) {
  return "If the kernels must not overlap, order them with cudaEventRecord and "
         "cudaStreamWaitEvent.";
}

std::string words_of(const PollStrongly&, const Names&) {
  return "Read with an atomic, or make it volatile.";
}

std::string words_of(const PollStronglyInBlock&, const Names&) {
  return "Make the flag atomic or volatile, with a __threadfence_block() before setting "
         "it and after seeing it; or replace it by a __syncthreads() that all threads "
         "reach.";
}

std::string words_of(const UpdateAtomically&, const Names&) {
  return "If both threads are to change it, an atomic operation such as atomicAdd does "
         "both in one step; if only one is, see who comes here.";
}

std::string words_of(const ReadStrongly&, const Names&) {
  return "Let one side wait for the other; or, if it does not matter which comes first, "
         "make it an atomic or, if it only reads, read through a volatile pointer.";
}

std::string words_of(const WriteStrongly&, const Names&) {
  return "Let one side wait for the other; or, if it does not matter which comes first, "
         "write with an atomic or through a volatile pointer.";
}

std::string words_of(const LetOneThreadDoIt&, const Names&) {
  return "Let only one of them come here or call this function, or give each thread its "
         "own word.";
}

std::string words_of(const DecideWhoIsFirst& remedy, const Names& names) {
  const std::string earlier = names.line(remedy.earlier);
  const std::string later = names.line(remedy.later);
  return fmt::format(
      "One of the two must come first, {}: after it, its thread must fence and then send "
      "an atomic or volatile signal; the other thread must see the signal and fence before "
      "its own access.  {} does all of that; if only the last block makes the later "
      "access, its guard does.",
      earlier == later ? "at " + earlier : fmt::format("{} or {}", earlier, later),
      barrier_of_blocks(remedy.in_cluster));
}

std::string words_of(const SignalAndWait& remedy, const Names& names) {
  // A wait literally before a line that is also the write's would be in its loop.
  if (names.line(remedy.write) == names.line(remedy.read))
    return fmt::format(
        "A block may come to {} only after the other has left it: that one must fence and "
        "then send an atomic or volatile signal, this one wait for the signal and then "
        "fence.  {} does both.",
        names.line(remedy.write), barrier_of_blocks(remedy.in_cluster));
  return fmt::format(
      "After {}, a fence and then an atomic or volatile signal must come; before {}, a "
      "wait for that signal and then a fence.  {} does both.",
      names.line(remedy.write), names.line(remedy.read),
      barrier_of_blocks(remedy.in_cluster));
}

}  // namespace gridlock
