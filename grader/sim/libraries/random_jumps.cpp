// Long jumps of cuRAND's generators (cuda/gridlock_random.h): each step is linear, so a
// power of its matrix is as many steps.
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace {

/// The 160 bits of an XORWOW state that shift, and a matrix of bits by its columns.
constexpr std::size_t kWords = 5, kBits = 32 * kWords;
using Bits = std::array<std::uint32_t, kWords>;
using BitMatrix = std::array<Bits, kBits>;

Bits product(const BitMatrix& matrix, const Bits& vector) {
  Bits sum{};
  for (std::size_t bit = 0; bit < kBits; ++bit) {
    const std::uint32_t mask = 0u - (vector[bit / 32] >> (bit % 32) & 1u);
    for (std::size_t word = 0; word < kWords; ++word)
      sum[word] ^= mask & matrix[bit][word];
  }
  return sum;
}
BitMatrix product(const BitMatrix& a, const BitMatrix& b) {
  BitMatrix columns;
  for (std::size_t i = 0; i < kBits; ++i) columns[i] = product(a, b[i]);
  return columns;
}

/// What one step of XORWOW makes of each bit.
BitMatrix xorwow_step() {
  BitMatrix step{};
  for (std::size_t bit = 0; bit < kBits; ++bit) {
    Bits v{};
    v[bit / 32] = 1u << (bit % 32);
    const std::uint32_t t = v[0] ^ (v[0] >> 2);
    step[bit] = {v[1], v[2], v[3], v[4], (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1))};
  }
  return step;
}

/// A matrix of one half of MRG32k3a, by its rows, with its modulus.
struct ModMatrix {
  std::array<std::array<std::uint64_t, 3>, 3> rows;
  std::uint64_t modulus;
};
using Half = std::array<std::uint64_t, 3>;

Half product(const ModMatrix& matrix, const Half& vector) {
  Half sums{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      sums[i] =
          (sums[i] + matrix.rows[i][j] * vector[j] % matrix.modulus) % matrix.modulus;
  return sums;
}
ModMatrix product(const ModMatrix& a, const ModMatrix& b) {
  ModMatrix result{{}, a.modulus};
  for (std::size_t j = 0; j < 3; ++j) {
    const Half column = product(a, Half{b.rows[0][j], b.rows[1][j], b.rows[2][j]});
    for (std::size_t i = 0; i < 3; ++i) result.rows[i][j] = column[i];
  }
  return result;
}

/// The powers matrix^(2^k), each made from the one before when it is first needed.
template <class Matrix>
class Powers {
 public:
  explicit Powers(const Matrix& matrix) : powers_{matrix} {}

  const Matrix& operator[](std::size_t k) {
    while (powers_.size() <= k)
      powers_.push_back(product(powers_.back(), powers_.back()));
    return powers_[k];
  }

 private:
  std::vector<Matrix> powers_;
};

/// Applies matrix^(count * 2^log2_length) to the vector.
template <class Matrix, class Vector>
void skip(Powers<Matrix>& powers, Vector& vector, unsigned long long count,
          unsigned log2_length) {
  for (; count != 0; count &= count - 1) {
    const auto bit = static_cast<unsigned>(std::countr_zero(count));
    vector = product(powers[bit + log2_length], vector);
  }
}

void skip_half(Powers<ModMatrix>& powers, unsigned* words, unsigned long long count,
               unsigned log2_length) {
  Half half{words[0], words[1], words[2]};
  skip(powers, half, count, log2_length);
  for (std::size_t i = 0; i < 3; ++i) words[i] = static_cast<unsigned>(half[i]);
}

}  // namespace

extern "C" {

void gridlock_skip_xorwow(unsigned* words, unsigned long long count,
                          unsigned log2_length) {
  static Powers<BitMatrix> powers(xorwow_step());
  Bits bits{words[0], words[1], words[2], words[3], words[4]};
  skip(powers, bits, count, log2_length);
  for (std::size_t i = 0; i < kWords; ++i) words[i] = bits[i];
}

void gridlock_skip_mrg32k3a(unsigned* first, unsigned* second, unsigned long long count,
                            unsigned log2_length) {
  constexpr std::uint64_t m1 = 4294967087, m2 = 4294944443;
  static Powers<ModMatrix> first_powers(
      {{{{0, 1, 0}, {0, 0, 1}, {m1 - 810728, 1403580, 0}}}, m1});
  static Powers<ModMatrix> second_powers(
      {{{{0, 1, 0}, {0, 0, 1}, {m2 - 1370589, 0, 527612}}}, m2});
  skip_half(first_powers, first, count, log2_length);
  skip_half(second_powers, second, count, log2_length);
}

}  // extern "C"
