#include "words/words.h"

#include "words/values.h"

namespace gridlock {
namespace {

/// What is missing, in a word: "__threadfence()"; "" if a word cannot say it.
struct MissingPart {
  std::string operator()(const NoFenceBeforeSignal& cause) const {
    return fence_of(cause.needed);
  }
  std::string operator()(const NoFenceAfterSignal& cause) const {
    return fence_of(cause.needed);
  }
  std::string operator()(const NoBlockBarrier& cause) const {
    return cause.barrier.is_known() ? "" : kBarrier;
  }
  std::string operator()(const SignalledByNeighbour&) const { return kBarrier; }
  std::string operator()(const WriterSignalledByNeighbour&) const { return kBarrier; }
  std::string operator()(const SeenByNeighbour&) const { return kBarrier; }
  std::string operator()(const NoBarrierBeforeSignal&) const { return kBarrier; }
  std::string operator()(const NoEventOrders&) const { return "event"; }
  template <class Other>
  std::string operator()(const Other&) const {
    return "";
  }
  static constexpr const char* kBarrier = "__syncthreads()";
};

}  // namespace

std::string sentences(const Causes& causes, const Names& names) {
  std::string text;
  for (const Cause& cause : causes) {
    const std::string words =
        std::visit([&](const auto& kind) { return words_of(kind, names); }, cause);
    text.append(text.empty() ? "" : "  ").append(words);
  }
  return text;
}

std::string lacks(const Causes& missing) {
  const std::string what =
      missing.empty() ? "" : std::visit(MissingPart{}, missing.front());
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
  const auto* no_event = std::get_if<NoEventOrders>(&missing.front());
  if (!no_event) return std::nullopt;
  return std::pair(no_event->earlier.at, no_event->later.at);
}

}  // namespace gridlock
