#include "common/hash.h"

#include <cstring>

namespace gridlock {
namespace {

constexpr std::uint64_t kPrime = 0x9e3779b97f4a7c15u;

/// The finalizer of MurmurHash3: every input bit reaches every output bit.
std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 33)) * 0xff51afd7ed558ccdu;
  value = (value ^ (value >> 33)) * 0xc4ceb9fe1a85ec53u;
  return value ^ (value >> 33);
}

}  // namespace

Hasher& Hasher::add(std::uint64_t number) {
  state_ = mix(state_ ^ number) * kPrime + 1;
  return *this;
}

Hasher& Hasher::add(std::string_view text) {
  add(std::uint64_t{text.size()});
  while (!text.empty()) {
    std::uint64_t word = 0;
    const std::size_t bytes = text.size() < sizeof word ? text.size() : sizeof word;
    std::memcpy(&word, text.data(), bytes);
    add(word);
    text.remove_prefix(bytes);
  }
  return *this;
}

std::uint64_t Hasher::value() const { return mix(state_); }

std::string Hasher::hex() const {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text(16, '0');
  std::uint64_t rest = value();
  for (std::size_t i = text.size(); i-- > 0; rest >>= 4) text[i] = kDigits[rest & 15];
  return text;
}

std::string hash_hex(std::string_view text) { return Hasher().add(text).hex(); }

}  // namespace gridlock
