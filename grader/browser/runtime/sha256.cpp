// SHA-256 (FIPS 180-4), so that a schedule has the same string here as natively.
#include <nettle/sha2.h>

#include <bit>
#include <cmath>
#include <cstring>

namespace {

/// The first 32 bits of the fractional part of a root of the nth prime, from 0.
struct Constants {
  std::uint32_t round[64], state[8];

  Constants() {
    int count = 0;
    for (int n = 2; count < 64; ++n) {
      bool is_prime = true;
      for (int d = 2; d * d <= n; ++d) is_prime = is_prime && n % d != 0;
      if (!is_prime) continue;
      const auto fraction = [](long double root) {
        return static_cast<std::uint32_t>((root - std::floor(root)) * 4294967296.0L);
      };
      if (count < 8) state[count] = fraction(std::sqrt(static_cast<long double>(n)));
      round[count++] = fraction(std::cbrt(static_cast<long double>(n)));
    }
  }
};

const Constants& constants() {
  static const Constants all;
  return all;
}

void add_block(sha256_ctx* context) {
  std::uint32_t w[64];
  for (int i = 0; i < 16; ++i)
    w[i] = static_cast<std::uint32_t>(
        context->block[4 * i] << 24 | context->block[4 * i + 1] << 16 |
        context->block[4 * i + 2] << 8 | context->block[4 * i + 3]);
  const auto turned = [](std::uint32_t x, int a, int b) {
    return std::rotr(x, a) ^ std::rotr(x, b);
  };
  for (int i = 16; i < 64; ++i)
    w[i] = w[i - 16] + (turned(w[i - 15], 7, 18) ^ w[i - 15] >> 3) + w[i - 7] +
           (turned(w[i - 2], 17, 19) ^ w[i - 2] >> 10);
  std::uint32_t s[8];
  std::memcpy(s, context->state, sizeof s);
  for (int i = 0; i < 64; ++i) {
    const std::uint32_t one = s[7] + (turned(s[4], 6, 11) ^ std::rotr(s[4], 25)) +
                              ((s[4] & s[5]) ^ (~s[4] & s[6])) + constants().round[i] +
                              w[i];
    const std::uint32_t two = (turned(s[0], 2, 13) ^ std::rotr(s[0], 22)) +
                              ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    std::memmove(s + 1, s, 7 * sizeof *s);
    s[4] += one;
    s[0] = one + two;
  }
  for (int i = 0; i < 8; ++i) context->state[i] += s[i];
}

}  // namespace

void sha256_init(sha256_ctx* context) {
  std::memcpy(context->state, constants().state, sizeof context->state);
  context->bytes = 0;
}

void sha256_update(sha256_ctx* context, std::size_t size, const std::uint8_t* data) {
  for (std::size_t i = 0; i < size; ++i) {
    context->block[context->bytes++ % 64] = data[i];
    if (context->bytes % 64 == 0) add_block(context);
  }
}

void sha256_digest(sha256_ctx* context, std::size_t size, std::uint8_t* digest) {
  const std::uint64_t bits = context->bytes * 8;
  const std::uint8_t one = 0x80, zero = 0;
  sha256_update(context, 1, &one);
  while (context->bytes % 64 != 56) sha256_update(context, 1, &zero);
  for (int i = 7; i >= 0; --i) {
    const auto byte = static_cast<std::uint8_t>(bits >> (8 * i));
    sha256_update(context, 1, &byte);
  }
  for (std::size_t i = 0; i < size; ++i)
    digest[i] = static_cast<std::uint8_t>(context->state[i / 4] >> (24 - 8 * (i % 4)));
}
