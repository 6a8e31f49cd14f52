/// Inputs for the tests that feed damaged bytes to the trusted side.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "common/files.h"

namespace gridlock::fuzz {

/// Changes inputs at random, the same way for the same seed.
class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t limit) { return limit ? random_() % limit : 0; }

  /// One of the inputs, with one to eight changes.
  std::string input(const std::vector<std::string>& seeds) {
    std::string bytes = seeds[below(seeds.size())];
    for (std::size_t change = 1 + below(8); change > 0; --change)
      mutate(bytes, seeds[below(seeds.size())]);
    return bytes;
  }

 private:
  void mutate(std::string& bytes, const std::string& other) {
    constexpr char kTelling[] = {'\0', '\n', ' ', '"',    '\'',   '%',    '-',
                                 '.',  '/',  '0', '9',    ':',    '[',    '\\',
                                 ']',  '{',  '}', '\x7f', '\x80', '\xbf', '\xff'};
    const std::size_t at = below(bytes.size() + 1);
    const std::size_t count = std::min(below(16) + 1, bytes.size() - at);
    switch (below(7)) {
      case 0:
        if (at < bytes.size()) bytes[at] = static_cast<char>(random_());
        break;
      case 1:
        if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        break;
      case 2:
        bytes.insert(at, 1, kTelling[below(sizeof kTelling)]);
        break;
      case 3:
        bytes.erase(at, count);
        break;
      case 4:
        bytes.insert(at, bytes.substr(at, count));
        break;
      case 5:
        bytes.resize(at);
        break;
      default: {
        const std::size_t from = below(other.size() + 1);
        bytes.insert(at, other.substr(from, below(64)));
      }
    }
  }

  std::mt19937_64 random_;
};

/// Feeds `target` the seeds as they are, then the corpus' files of this kind (each once
/// made it fail), then `count` changed ones.
inline void feed(const char* kind, const std::vector<std::string>& seeds,
                 std::size_t count,
                 const std::function<void(const std::string&)>& target) {
  for (const std::string& seed : seeds) target(seed);
  const auto corpus = std::filesystem::path(GRIDLOCK_TESTS_DIR) / "fuzz/corpus" / kind;
  if (std::filesystem::exists(corpus))
    for (const auto& entry : std::filesystem::directory_iterator(corpus))
      target(read_file(entry.path()));
  Mutator mutator(1);
  for (std::size_t i = 0; i < count; ++i) target(mutator.input(seeds));
}

}  // namespace gridlock::fuzz
