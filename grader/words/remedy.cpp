// What to change in the racing lines themselves.
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

}  // namespace gridlock
