// Compiled parts of libraries that no package has for wasm32.
#include <rapidcheck/GenerationFailure.h>
#include <rapidcheck/Random.h>
#include <rapidcheck/gen/detail/ScaleInteger.h>
#include <sys/types.h>

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
namespace {

/// SplitMix64's mixing function.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

}  // namespace

// The numbers differ from the library's own, so a check's random cases in a page differ
// from those of the command.
Random::Random(std::uint64_t seed) : m_key{mixed(seed)} {}
Random Random::split() {
  Random other(m_key[0] ^ 1);
  m_key[0] = mixed(m_key[0]);
  return other;
}
Random::Number Random::next() { return m_key[0] = mixed(m_key[0]); }

GenerationFailure::GenerationFailure(std::string message) : runtime_error(message) {}

namespace gen::detail {
/// \pre the size is the largest one; the grader uses no other
std::uint64_t scaleInteger(std::uint64_t range, int) { return range; }
}  // namespace gen::detail

}  // namespace rc
