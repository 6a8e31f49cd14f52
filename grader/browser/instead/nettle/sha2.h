/// SHA-256 under the names of nettle's, which is not there for wasm32.
#pragma once

#include <cstddef>
#include <cstdint>

constexpr std::size_t SHA256_DIGEST_SIZE = 32;

struct sha256_ctx {
  std::uint32_t state[8];
  std::uint64_t bytes;
  std::uint8_t block[64];
};

void sha256_init(sha256_ctx* context);
void sha256_update(sha256_ctx* context, std::size_t size, const std::uint8_t* data);
void sha256_digest(sha256_ctx* context, std::size_t size, std::uint8_t* digest);
