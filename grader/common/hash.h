/// A fast hash for cache keys and source hashes.  Not for secrets.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gridlock {

/// Takes text piece by piece; each piece counts with its length, so that ("ab", "c")
/// and ("a", "bc") differ.
class Hasher {
 public:
  Hasher& add(std::string_view text);
  Hasher& add(std::uint64_t number);

  std::uint64_t value() const;
  std::string hex() const;  ///< 16 hex digits, lower case.

 private:
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

/// The hash of one text, as 16 hex digits.
std::string hash_hex(std::string_view text);

}  // namespace gridlock
