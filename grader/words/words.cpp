#include "words/words.h"

#include "words/values.h"

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

/// What is missing, in a word: "__threadfence()"; "" if a word cannot say it.
std::string missing_part(const Cause& cause) {
  if (const auto* before = cause.get_if<NoFenceBeforeSignal>())
    return fence_of(before->needed);
  if (const auto* after = cause.get_if<NoFenceAfterSignal>())
    return fence_of(after->needed);
  if (cause.is<NoEventOrders>()) return "event";
  const auto* barrier = cause.get_if<NoBlockBarrier>();
  const bool lacks_barrier = barrier ? !barrier->barrier.is_known()
                                     : cause.is<SignalledByNeighbour>() ||
                                           cause.is<WriterSignalledByNeighbour>() ||
                                           cause.is<SeenByNeighbour>() ||
                                           cause.is<NoBarrierBeforeSignal>();
  return lacks_barrier ? "__syncthreads()" : "";
}

}  // namespace

std::string sentences(const Causes& causes, const Names& names) {
  std::string text;
  for (const Cause& cause : causes) {
    const std::string words = words_of_any(cause, names, CauseTypes{});
    text.append(text.empty() ? "" : "  ").append(words);
  }
  return text;
}

std::string lacks(const Causes& missing) {
  const std::string what = missing.empty() ? "" : missing_part(missing.front());
  return what.empty() ? kNothingOrders : "no " + what;
}

std::string no_device_works(const Causes& why) {
  if (why.empty()) return "";
  std::string text = sentences(why, Numbers());
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
