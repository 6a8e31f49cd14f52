/// Copies and fills of rows that need not follow each other in memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "driver_types.h"

namespace gridlock::sim {

/// Rows of bytes, `pitch` bytes apart, in layers that are `layer` bytes apart; without
/// layers, all in one.  A single row is ordinary memory.
struct Rows {
  std::byte* first;
  std::size_t pitch = 0;
  std::size_t rows_of_layer = 0, layer = 0;
  std::byte* row(std::size_t n) const {
    if (rows_of_layer == 0) return first + n * pitch;
    return first + n / rows_of_layer * layer + n % rows_of_layer * pitch;
  }
};
inline Rows rows_at(const void* first, std::size_t pitch = 0) {
  return {static_cast<std::byte*>(const_cast<void*>(first)), pitch};
}

/// The size of a copy or fill.  Rows without gaps count as one row.
struct Extent {
  std::size_t width;
  std::size_t height = 1;
  std::size_t bytes() const { return width * height; }
};

/// Copies or fills in stream order; `call` and `pc` are the API call's.  Returns the
/// call's result.
cudaError_t copy_rows(Rows to, Rows from, Extent extent, cudaMemcpyKind kind,
                      cudaStream_t stream, bool async, const char* call,
                      std::uint64_t pc);
cudaError_t fill_rows(Rows to, int value, Extent extent, cudaStream_t stream, bool async,
                      const char* call, std::uint64_t pc);

/// Whether a copy that names this device finds the memory there.
bool belongs(const void* pointer, int device);

/// Whether the pointer is the host's copy of a device variable: see host_copy_at.
bool is_host_copy(const void* pointer);

}  // namespace gridlock::sim
