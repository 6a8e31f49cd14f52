/// SHA-256, for objects that are identified by their contents: submissions that share a
/// verdict, modules in the cache, a schedule's source.
#pragma once

#include <nettle/sha2.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace gridlock {

/// Takes text piece by piece; each piece counts with its length, so that ("ab", "c")
/// and ("a", "bc") differ.
class Hasher {
 public:
  Hasher();
  Hasher& add(std::string_view text);
  Hasher& add(std::uint64_t number);

  /// The hash of what was added, in lower case.
  std::string hex() const;

  static constexpr std::size_t kDigits = 2 * SHA256_DIGEST_SIZE;

 private:
  sha256_ctx state_;
};

/// The hash of one text, as Hasher::hex() gives it.
std::string hash_hex(std::string_view text);

}  // namespace gridlock
