// Advice on what is not wrong.
#include <fmt/format.h>

#include <string>

#include "common/verdict.h"
#include "words/values.h"
#include "words/words.h"

namespace gridlock {
namespace {

const char* whom(Scope scope) {
  constexpr const char* kWhom[] = {"its own block", "the whole device",
                                   "all devices and the host"};
  return kWhom[static_cast<int>(scope)];
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
      "The {} orders for {}, but whoever relies on it is in {}.",
      words_of(cause.fence, names), whom(cause.scope),
      cause.needed == Scope::block ? "the same block" : "another block of the device");
}

std::string words_of(const NarrowerIsEnough& cause, const Names&) {
  return fmt::format("{} is enough: in no schedule would it make a difference.",
                     cause.is_fence ? fence_of(cause.needed) : scope_of(cause.needed));
}

std::string words_of(const FenceNotNeeded& cause, const Names& names) {
  return fmt::format(
      "Without the {}{} no schedule would show anything else: what it orders is ordered "
      "already, or nobody relies on it.",
      cause.is_fence ? "" : "order of the ", words_of(cause.fence, names));
}

std::string words_of(const OutputDiffers&, const Names&) {
  return std::string(meaning(Advice::output_differs));
}

}  // namespace gridlock
