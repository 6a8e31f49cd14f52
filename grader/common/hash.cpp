#include "common/hash.h"

namespace gridlock {

Hasher::Hasher() { sha256_init(&state_); }

Hasher& Hasher::add(std::uint64_t number) {
  std::uint8_t bytes[sizeof number];
  for (std::uint8_t& byte : bytes) {
    byte = static_cast<std::uint8_t>(number);
    number >>= 8;
  }
  sha256_update(&state_, sizeof bytes, bytes);
  return *this;
}

Hasher& Hasher::add(std::string_view text) {
  add(std::uint64_t{text.size()});
  sha256_update(&state_, text.size(), reinterpret_cast<const std::uint8_t*>(text.data()));
  return *this;
}

std::string Hasher::hex() const {
  static constexpr char kHex[] = "0123456789abcdef";
  sha256_ctx state = state_;
  std::uint8_t digest[SHA256_DIGEST_SIZE];
  sha256_digest(&state, sizeof digest, digest);
  std::string text;
  for (const std::uint8_t byte : digest) {
    text += kHex[byte >> 4];
    text += kHex[byte & 15];
  }
  return text;
}

std::string hash_hex(std::string_view text) { return Hasher().add(text).hex(); }

}  // namespace gridlock
