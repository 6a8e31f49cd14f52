#include "sim/explain/cause_makers.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <string>

namespace gridlock::sim {

namespace {

/// Whether a person may have typed this number: computed values have many digits.
template <class Real>
bool is_short(Real real) {
  constexpr int kDigitsMax = 6;
  if (!(std::abs(real) > Real(1e-6) && std::abs(real) < Real(1e9))) return false;
  const std::string text = fmt::format("{}", real);
  const auto exponent = text.find('e');
  return std::count_if(
             text.begin(),
             text.begin() + static_cast<std::ptrdiff_t>(std::min(exponent, text.size())),
             [](unsigned char c) { return std::isdigit(c); }) <= kDigitsMax;
}

}  // namespace

std::optional<Value> plain_value(std::uint64_t bits, std::uint32_t bytes) {
  constexpr std::int64_t kSmall = 1 << 24;
  const bool is_word = bytes == 4;
  const std::int64_t number =
      is_word ? static_cast<std::int32_t>(bits) : static_cast<std::int64_t>(bits);
  const Value integer{bits, bytes, ValueKind::integer};
  if (bytes < 4 || (number > -kSmall && number < kSmall)) return integer;
  if (is_word ? is_short(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
              : is_short(std::bit_cast<double>(bits)))
    return Value{bits, bytes, is_word ? ValueKind::float32 : ValueKind::float64};
  // Eight bytes may be a pointer.
  return is_word ? std::optional(integer) : std::nullopt;
}

std::optional<Value> value_of(const Event& event, std::uint64_t bits) {
  if (is_plain(event.op)) return plain_value(bits, event.size);
  return Value{bits, event.size, event.value_kind};
}

bool exchanges_if_equal(const Event& event) {
  return op_kind(event.name) == OpKind::compare_exchange;
}

bool exchanges(const Event& event) {
  return op_kind(event.name) == OpKind::exchange || exchanges_if_equal(event);
}

StepKind kind_of(const Event& event) {
  // In the order of Op.
  constexpr StepKind kKinds[] = {StepKind::read,   StepKind::write, StepKind::read,
                                 StepKind::write,  StepKind::read,  StepKind::write,
                                 StepKind::atomic, StepKind::fence, StepKind::barrier};
  return event.only_read ? StepKind::atomic : kKinds[static_cast<int>(event.op)];
}

MemoryScope needed_scope(const Actor& a, const Actor& b) {
  if (a.host || b.host || a.device != b.device) return kSystemScope;
  return a.block_uid == b.block_uid ? kBlockScope : kDeviceScope;
}

ThreadName thread_name(const Actor& actor) {
  return {actor.device, actor.kernel_number, actor.block, actor.thread};
}

OtherEnd other_end(const Actor& own, const Actor& other) {
  return {.is_host = other.host,
          .block = other.block,
          .device = other.device,
          .on_other_device = own.device != other.device,
          .in_other_kernel = own.kernel_number != other.kernel_number};
}

ScopeTooNarrow too_narrow(const gridlock::Operation& operation, MemoryScope scope,
                          const Actor& own, const Actor& other) {
  return {operation, as_scope(scope), as_scope(needed_scope(own, other)),
          other_end(own, other)};
}

}  // namespace gridlock::sim
