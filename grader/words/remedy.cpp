// What to change in the racing lines themselves.
#include <fmt/format.h>

#include "words/words.h"

namespace gridlock {

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
  return "An atomic operation, such as atomicAdd, does both in one step.";
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
  return "Let only one of them do it, or give each thread its own word.";
}

std::string words_of(const DecideWhoIsFirst& remedy, const Names& names) {
  const std::string earlier = names.line(remedy.earlier);
  const std::string later = names.line(remedy.later);
  return fmt::format(
      "Decide which {}: that one, after its access, must fence and then send an atomic or "
      "volatile signal; the other, before its access, must wait for the signal and then "
      "fence.",
      earlier == later ? "thread runs " + earlier + " first"
                       : fmt::format("comes first, {} or {}", earlier, later));
}

std::string words_of(const SignalAndWait& remedy, const Names& names) {
  return fmt::format(
      "After {}, fence and then send an atomic or volatile signal; before {}, wait for "
      "that signal and then fence.",
      names.line(remedy.write), names.line(remedy.read));
}

}  // namespace gridlock
