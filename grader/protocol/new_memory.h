/// The contents of memory before any write.
#pragma once

#include <cstdint>

namespace gridlock {

/// Whether a word of this many bytes has the value of new memory, and so most likely was
/// never written.  New memory repeats one byte, which differs between the buffers of the
/// labs' scenarios, shared memory and memory of cudaMalloc().
constexpr bool is_of_new_memory(std::uint64_t bits, std::uint32_t bytes) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  if (bytes != 4 && bytes != 8) return false;
  const std::uint64_t ones = bytes == 4 ? kOnes & 0xFFFFFFFF : kOnes;
  for (const std::uint64_t byte : {0xA5, 0xCB, 0xCD})
    if (bits == byte * ones) return true;
  return false;
}

}  // namespace gridlock
