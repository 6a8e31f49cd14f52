// What to change in the very lines that race.
#include "words/words.h"

namespace gridlock {

std::string words_of(const LetKernelsTakeTurns&, const Names&) {
  return "If the kernels are not to overlap, cudaEventRecord and cudaStreamWaitEvent put "
         "one after the other.";
}

std::string words_of(const PollStrongly&, const Names&) {
  return "Read with an atomic, or make it volatile.";
}

std::string words_of(const PollStronglyInBlock&, const Names&) {
  return "Make the flag an atomic or volatile, with a __threadfence_block() before it is "
         "set and after it was seen; or let a __syncthreads() that all threads reach "
         "take its place.";
}

std::string words_of(const UpdateAtomically&, const Names&) {
  return "An atomic, such as atomicAdd, does both in one.";
}

std::string words_of(const ReadStrongly&, const Names&) {
  return "Make it an atomic, or, if it only looks, read through a volatile pointer; or "
         "let the one wait for the other.";
}

std::string words_of(const WriteStrongly&, const Names&) {
  return "Write with an atomic or through a volatile pointer, or let the one wait for "
         "the other.";
}

std::string words_of(const LetOneDoIt&, const Names&) {
  return "Let one of them do it, or give each a word of its own.";
}

}  // namespace gridlock
