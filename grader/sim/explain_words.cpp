#include "sim/explain_words.h"

#include <bit>
#include <limits>

#include "sim/cuda/gridlock_narrow_float.h"

namespace gridlock::sim {

namespace {

/// What to write instead of an operation whose scope is narrower than needed.
std::string wider_form(std::string_view operation, MemoryScope needed) {
  for (const std::string_view suffix : {"_block", "_system"})
    if (operation.ends_with(suffix)) operation.remove_suffix(suffix.size());
  const bool function =
      operation.starts_with("atomic") && operation.find(' ') == operation.npos;
  if (function || operation.starts_with("__threadfence"))
    return fmt::format("use {}{}", operation, needed == kSystemScope ? "_system" : "");
  return fmt::format("use cuda::thread_scope_{}",
                     needed == kSystemScope ? "system" : "device");
}

std::string where_is(const Actor& own, const Actor& other) {
  if (other.host) return "the other side is the host";
  const std::string block = fmt::format("block {}", block_text(other.block));
  if (own.device != other.device)
    return fmt::format("{} runs on device {}", block, other.device);
  if (own.kernel_number != other.kernel_number)
    return fmt::format("the other side is {} of another kernel", block);
  return fmt::format("the other side is {}", block);
}

}  // namespace

std::string block_text(const std::array<int, 3>& block) {
  if (block[1] == 0 && block[2] == 0) return fmt::format("{}", block[0]);
  return fmt::format("({},{},{})", block[0], block[1], block[2]);
}

std::string value_text(std::uint64_t value, std::uint32_t size, ValueKind kind) {
  const auto bits = static_cast<std::uint16_t>(value);
  switch (kind) {
    case ValueKind::integer:
      break;
    case ValueKind::float64:
      return fmt::format("{}", std::bit_cast<double>(value));
    case ValueKind::float32:
      return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(value)));
    case ValueKind::half:
      return fmt::format("{}", HalfFormat::widen(bits));
    case ValueKind::bfloat:
      return fmt::format("{}", BfloatFormat::widen(bits));
  }
  const bool is_int = size <= 4 && value <= std::numeric_limits<std::uint32_t>::max();
  const std::int64_t as_signed =
      is_int ? static_cast<std::int32_t>(value) : static_cast<std::int64_t>(value);
  if (as_signed >= 0) return fmt::format("{}", value);
  return fmt::format("{} ({})", value, as_signed);
}

std::string of_device(int device) {
  return device == 0 ? "" : fmt::format(" of device {}", device);
}

const char* scope_words(MemoryScope scope) {
  return scope == kBlockScope ? "its own block" : "its own device";
}

const char* fence_of(MemoryScope scope) {
  constexpr const char* kFences[] = {"__threadfence_block()", "__threadfence()",
                                     "__threadfence_system()"};
  return kFences[scope];
}

const char* who_needs(MemoryScope scope) {
  return scope == kSystemScope ? "the host and other devices need" : "other blocks need";
}

MemoryScope needed_scope(const Actor& a, const Actor& b) {
  if (a.host || b.host || a.device != b.device) return kSystemScope;
  return a.block_uid == b.block_uid ? kBlockScope : kDeviceScope;
}

std::string too_narrow(std::string_view operation, std::uint64_t pc, MemoryScope scope,
                       const Actor& own, const Actor& other) {
  return fmt::format("The {} in {} has {} scope, and {}: {}.", operation, at(pc),
                     scope == kBlockScope ? "block" : "device", where_is(own, other),
                     wider_form(operation, needed_scope(own, other)));
}

}  // namespace gridlock::sim
