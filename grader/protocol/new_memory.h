/// What memory holds before anybody has written to it.
#pragma once

#include <cstdint>

namespace gridlock {

/// Whether a word of so many bytes is what new memory holds, so that most likely nobody
/// has written it.  New memory is full of one byte, which is another one for the buffers
/// of the labs' scenarios, for shared memory and for what cudaMalloc() returns.
constexpr bool is_of_new_memory(std::uint64_t bits, std::uint32_t bytes) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  if (bytes != 4 && bytes != 8) return false;
  const std::uint64_t ones = bytes == 4 ? kOnes & 0xFFFFFFFF : kOnes;
  for (const std::uint64_t byte : {0xA5, 0xCB, 0xCD})
    if (bits == byte * ones) return true;
  return false;
}

}  // namespace gridlock
