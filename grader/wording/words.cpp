#include "wording/words.h"

#include "wording/values.h"

namespace gridlock {
namespace {

template <class... Ts>
std::string words_of_any(const Cause& cause, const Names& names, TypeList<Ts...>) {
  std::string words;
  const auto say = [&](const auto* one) {
    if (one) words = words_of(*one, names);
    return one != nullptr;
  };
  (say(cause.get_if<Ts>()) || ...);
  return words;
}

}  // namespace

std::string sentences(const Causes& causes, const Names& names) {
  std::string text;
  for (const Cause& cause : causes) {
    const std::string words = words_of_any(cause, names, CauseTypes{});
    text.append(text.empty() || words.empty() ? "" : "  ").append(words);
  }
  return text;
}

std::string lacks(const MissingLink& missing) {
  switch (missing.kind) {
    case MissingLink::Kind::unnamed:
      break;
    case MissingLink::Kind::fence:
      return std::string("no ") + fence_of(missing.scope);
    case MissingLink::Kind::block_barrier:
      return "no __syncthreads()";
    case MissingLink::Kind::event:
      return "no event";
  }
  return "nothing orders them";
}

std::string no_device_works(const Causes& why) {
  if (why.empty()) return "";
  std::string text = sentences(why, Names());
  if (text.back() == '.') text.pop_back();
  return "no CUDA device that works (" + text + ")";
}

std::optional<std::pair<Place, Place>> order_asked_for(const Causes& missing) {
  if (missing.empty()) return std::nullopt;
  const auto* no_event = missing.front().get_if<NoEventOrders>();
  if (!no_event) return std::nullopt;
  return std::pair(no_event->earlier.at, no_event->later.at);
}

}  // namespace gridlock
