#include "wording/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <limits>
#include <string_view>
#include <tuple>

#include "common/text.h"
#include "protocol/new_memory.h"
#include "sim/cuda/gridlock_narrow_float.h"
#include "wording/words.h"

namespace gridlock {
namespace {

/// A negative number above this one may be intended: -1 for "none", or a count that fell
/// below 0.
constexpr std::int64_t kSmallestCount = -10'000;

/// Separates the name of a pipeline's shared state from the simulator's names in it.
constexpr std::string_view kPipelineStages = ".gridlock_stages";

/// "1st", "22nd", "13th".
std::string ordinal(unsigned number) {
  const unsigned tens = number / 10 % 10, units = number % 10;
  const char* const ending = tens == 1 || units == 0 || units > 3 ? "th"
                             : units == 1                         ? "st"
                             : units == 2                         ? "nd"
                                                                  : "rd";
  return fmt::format("{}{}", number, ending);
}

/// The number of a stream among those that one call created; 0 if it is the only one, or
/// if its name is unique: "streams[0]" is unique, "streams[i]" of a loop is not.
unsigned number_of(const StreamName& stream, const std::string& name) {
  const std::size_t index = name.find('[');
  if (index == name.npos) return stream.created_at.number;
  const bool is_named = index + 1 < name.size() &&
                        std::isdigit(static_cast<unsigned char>(name[index + 1])) != 0;
  return is_named ? 0 : std::max(1u, stream.created_at.number);
}

/// " (2nd call)" or ", 2nd call"; "" for the only call.
std::string of_call(const StreamName& stream, bool in_sentence) {
  if (stream.call == 0) return "";
  return fmt::format("{}{} call{}", in_sentence ? " (" : ", ", ordinal(stream.call),
                     in_sentence ? ")" : "");
}

/// "element 0 of the 2nd pipe->half", for memory that one call allocated several times.
std::string one_of_several(const Location& location, unsigned number,
                           std::string variable) {
  if (variable.ends_with(' ')) variable.pop_back();
  std::string text = fmt::format("the {} {}", ordinal(number), variable);
  if (location.index) text.insert(0, fmt::format("element {} of ", *location.index));
  return text + of_device(location.device);
}

/// Whether a large number shows its meaning in hexadecimal: few of its digits are not 0,
/// as in a flag beside a count, 0x80000003.
bool looks_like_flags(std::uint64_t bits) {
  constexpr std::uint64_t kLarge = 1 << 16;
  constexpr int kDigitsMax = 3;
  int digits = 0;
  for (std::uint64_t left = bits; left != 0; left >>= 4) digits += (left & 0xF) != 0;
  return bits >= kLarge && digits <= kDigitsMax;
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

struct Index {
  std::uint64_t value = 0;
  std::string rest;  ///< The text after its digits.
};

Index index_at(const std::string& text, std::size_t begin) {
  Index index;
  const char* const end = text.data() + text.size();
  const auto digits =
      std::from_chars(text.data() + std::min(begin, text.size()), end, index.value);
  index.rest.assign(digits.ptr, end);
  return index;
}

}  // namespace

bool is_of_new_memory(const Value& value) {
  return value.kind == ValueKind::integer && is_of_new_memory(value.bits, value.bytes);
}

std::string capitalized(std::string text) {
  // All other texts are names of functions.
  const bool is_access = text.ends_with("read") || text.ends_with("write");
  return is_access ? begun(std::move(text)) : text;
}

std::string spaced(const std::string& name) { return name.empty() ? "" : " " + name; }

std::string of_device(int device) {
  return device == 0 ? "" : fmt::format(" of device {}", device);
}

std::string block_text(const std::array<int, 3>& block) {
  if (block[1] == 0 && block[2] == 0) return fmt::format("{}", block[0]);
  return fmt::format("({},{},{})", block[0], block[1], block[2]);
}

std::string thread_text(const ThreadName& thread, const ThreadName& other) {
  std::string text = fmt::format("thread {} of block {}", block_text(thread.thread),
                                 block_text(thread.block));
  if (thread.device != other.device)
    text += fmt::format(" on device {}", thread.device);
  else if (thread.kernel != other.kernel)
    text += fmt::format(" of kernel {}", thread.kernel);
  return text;
}

std::string both_text(const ThreadName& one, const ThreadName& other) {
  const bool of_one_block = one.block == other.block && one.kernel == other.kernel &&
                            one.device == other.device && one.thread != other.thread;
  if (!of_one_block)
    return fmt::format("{} and {}", thread_text(one, other), thread_text(other, one));
  const auto [first, second] =
      std::minmax(one.thread, other.thread, [](auto& a, auto& b) {
        return std::tie(a[2], a[1], a[0]) < std::tie(b[2], b[1], b[0]);
      });
  return fmt::format("threads {} and {} of block {}", block_text(first),
                     block_text(second), block_text(one.block));
}

std::string begun(std::string text) {
  if (!text.empty())
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string bytes_text(std::uint64_t bytes) { return counted(bytes, "byte", "bytes"); }

const char* fence_of(Scope scope) {
  constexpr const char* kFences[] = {"__threadfence_block()", "__threadfence()",
                                     "__threadfence_system()"};
  return kFences[static_cast<int>(scope)];
}

std::string words_of(const Value& value) {
  using sim::BfloatFormat, sim::HalfFormat;
  const auto bits = static_cast<std::uint16_t>(value.bits);
  switch (value.kind) {
    case ValueKind::integer:
      break;
    case ValueKind::float64:
      return fmt::format("{}", std::bit_cast<double>(value.bits));
    case ValueKind::float32:
      return fmt::format("{}",
                         std::bit_cast<float>(static_cast<std::uint32_t>(value.bits)));
    case ValueKind::half:
      return fmt::format("{}", HalfFormat::widen(bits));
    case ValueKind::bfloat:
      return fmt::format("{}", BfloatFormat::widen(bits));
    case ValueKind::flags:
      return value.bits == 0 ? "0" : fmt::format("{:#x}", value.bits);
  }
  if (is_of_new_memory(value)) return fmt::format("{:#x} (never written)", value.bits);
  if (value.bytes == 4 && value.bits == 0x80000000)
    return "0x80000000 (as int -2147483648)";
  if (looks_like_flags(value.bits))
    return fmt::format("{} ({:#x})", value.bits, value.bits);
  const bool is_int =
      value.bytes <= 4 && value.bits <= std::numeric_limits<std::uint32_t>::max();
  const std::int64_t as_signed = is_int ? static_cast<std::int32_t>(value.bits)
                                        : static_cast<std::int64_t>(value.bits);
  // A number far below zero is a mixture of bits, such as a hash.
  if (as_signed >= 0 || as_signed <= kSmallestCount) return fmt::format("{}", value.bits);
  return fmt::format("{} ({})", value.bits, as_signed);
}

std::string words_of(const StepNote& note) {
  switch (note.kind) {
    case StepNote::Kind::none:
      break;
    case StepNote::Kind::reads:
      return "reads " + words_of(note.value);
    case StepNote::Kind::writes:
      return "writes " + words_of(note.value);
    case StepNote::Kind::changes:
      return fmt::format("{} -> {}", words_of(note.value), words_of(note.result));
    case StepNote::Kind::fails:
      return fmt::format(
          "{}reads {}, and fails",
          note.expects ? fmt::format("expects {}, ", words_of(*note.expects)) : "",
          words_of(note.value));
    case StepNote::Kind::arrives:
      return fmt::format("{} of {}", note.arrivals, note.expected);
    case StepNote::Kind::overwritten:
      return "wiped out";
    case StepNote::Kind::fills:
      return bytes_text(note.bytes);
  }
  return "";
}

bool is_of_pipeline(const Location& location) {
  return location.name.find(kPipelineStages) != std::string::npos;
}

std::string words_of(const Location& location, const Names& names) {
  std::string text;
  switch (location.kind) {
    case Location::Kind::none:
      return "";
    case Location::Kind::named:
      text = (location.is_shared ? "shared " : "") +
             location.name.substr(0, location.name.find(kPipelineStages));
      break;
    case Location::Kind::allocated: {
      const MemoryName memory = names.memory(location.created_at);
      text = memory.variable + location.name;
      if (memory.number != 0) return one_of_several(location, memory.number, text);
      break;
    }
    case Location::Kind::dynamic_shared:
      text = "dynamic shared memory";
      break;
    case Location::Kind::shared:
      text = "shared memory";
      break;
    case Location::Kind::address:
      return fmt::format("address {:#x}", location.address);
    case Location::Kind::kernel:
      if (!location.index) return location.name;
      return fmt::format("kernel {}{}", *location.index,
                         location.name.empty() ? "" : ", " + location.name);
  }
  if (location.index)
    text += fmt::format("[{}]", *location.index);
  else if (text.ends_with(' '))
    text.pop_back();
  if (location.of_block) text += " of block " + block_text(*location.of_block);
  return text + of_device(location.device);
}

std::string words_of(const Location& first, const Location& last, std::uint64_t elements,
                     const Names& names) {
  const std::string one = words_of(first, names), other = words_of(last, names);
  if (one == other) return one;
  // Find the indices in "partial[7]" and "partial[10]", and what follows them.
  const auto differ = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
  auto begin = static_cast<std::size_t>(differ.first - one.begin());
  while (begin > 0 && is_digit(one[begin - 1])) --begin;
  const Index low = index_at(one, begin), high = index_at(other, begin);
  if (begin == 0 || one[begin - 1] != '[' || low.rest != high.rest ||
      low.value >= high.value)
    return fmt::format("{} to {}", one, other);
  const std::string all =
      fmt::format("{}{}..{}{}", one.substr(0, begin), low.value, high.value, low.rest);
  return elements == 0 || elements == high.value - low.value + 1
             ? all
             : fmt::format("{} elements of {}", elements, all);
}

std::string variable_text(const Location& location, const Names& names) {
  if (location.kind == Location::Kind::named) return location.variable();
  if (location.kind == Location::Kind::allocated)
    return names.memory(location.created_at).variable + location.variable();
  Location whole = location;
  whole.index.reset();
  whole.of_block.reset();
  return words_of(whole, names);
}

std::string words_of(const Operation& operation, const Names& names) {
  return fmt::format("{} in {}", operation.name, names.line(operation.at));
}

std::string words_of(const StreamName& stream, const Names& names, bool capital) {
  if (stream.kind == StreamName::Kind::legacy_default)
    return (capital ? "The default stream" : "the default stream") +
           of_device(stream.device);
  if (stream.kind == StreamName::Kind::per_thread_default)
    return capital ? "The per-thread default stream" : "the per-thread default stream";
  if (!stream.given.empty()) {
    std::string name = stream.given;
    if (capital && name[0] >= 'a' && name[0] <= 'z')
      name[0] = static_cast<char>(name[0] - 'a' + 'A');
    return name + of_device(stream.device);
  }
  std::string name = names.stream(stream.created_at);
  if (number_of(stream, name) != 0)
    return (capital ? "The " : "the ") + lane_of(stream, names) +
           of_device(stream.device);
  if (name.ends_with(']')) return name + of_call(stream, true) + of_device(stream.device);
  // "the stream copies", but not "the stream streams".
  constexpr std::string_view kNoun = "stream";
  if (name.compare(0, kNoun.size(), kNoun) != 0)
    name.insert(0, capital ? "The stream " : "the stream ");
  return name + of_call(stream, true) + of_device(stream.device);
}

std::string awaited_event(Place wait, const Names& names) {
  const std::string event = names.argument({"cudaStreamWaitEvent", wait}, 1);
  return event == "event" ? "" : spaced(event);  // Not "the event event".
}

std::string called_in(Place call, const Names& names) {
  if (call.pc == 0 || !names.is_own(call)) return "";
  return fmt::format(" (called in {})", names.line(call));
}

std::string allocated_in(const Location& location, const Names& names) {
  const auto& calls = location.created_at.calls;
  if (calls.empty() || !names.is_own({calls.front()})) return "";
  return fmt::format("  {} allocates it.", begun(names.line({calls.front()})));
}

std::string lane_of(const StreamName& stream, const Names& names) {
  if (stream.kind == StreamName::Kind::legacy_default) return "default stream";
  if (stream.kind == StreamName::Kind::per_thread_default)
    return "per-thread default stream";
  if (!stream.given.empty()) return stream.given;
  const std::string noun = "stream";
  std::string name = names.stream(stream.created_at);
  const unsigned number = number_of(stream, name);
  if (number == 0 && name.ends_with(']')) return name + of_call(stream, false);
  if (number != 0) name = name.substr(0, name.find('['));
  if (!name.starts_with(noun)) name = noun + " " + name;
  if (number == 0) return name + of_call(stream, false);
  const bool is_noun = name == noun || name.starts_with(noun + " ");
  return fmt::format("{} {}{}{}", ordinal(number), is_noun ? "" : "of ", name,
                     of_call(stream, false));
}

std::string how_to_wait_for(const StreamName& stream, const Names& names) {
  if (stream.kind == StreamName::Kind::legacy_default)
    return "cudaDeviceSynchronize()" + of_device(stream.device);
  if (stream.kind == StreamName::Kind::per_thread_default)
    return "cudaStreamSynchronize(cudaStreamPerThread)";
  if (!stream.given.empty()) return "cudaStreamSynchronize() of " + stream.given;
  const std::string name = names.stream(stream.created_at);
  // The code names the stream by an index that may be a loop's variable, such as
  // streams[i], which has no meaning outside of the loop.
  if (number_of(stream, name) != 0)
    return "cudaStreamSynchronize() for " + words_of(stream, names);
  return fmt::format("cudaStreamSynchronize({})", name);
}

}  // namespace gridlock
