/// In place of nettle's SHA-256: here a hash only distinguishes the page's own files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

constexpr std::size_t SHA256_DIGEST_SIZE = 32;

struct sha256_ctx {
  std::uint64_t state[4];
};

inline void sha256_init(sha256_ctx* context) {
  for (std::uint64_t i = 0; i < 4; ++i) context->state[i] = 0xCBF29CE484222325u + i;
}
/// Four hashes of the kind FNV-1a.
inline void sha256_update(sha256_ctx* context, std::size_t size,
                          const std::uint8_t* data) {
  for (std::size_t i = 0; i < size; ++i)
    for (std::uint64_t& state : context->state)
      state = (state ^ data[i]) * 0x100000001B3u;
}
inline void sha256_digest(sha256_ctx* context, std::size_t size, std::uint8_t* digest) {
  std::memcpy(digest, context->state, size);
}
