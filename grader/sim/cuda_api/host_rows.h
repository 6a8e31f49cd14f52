/// Copies and fills of rows, which may have gaps in between.
#pragma once

#include <cstddef>
#include <cstdint>

#include "driver_types.h"

namespace gridlock::sim {

/// Rows of bytes that begin `pitch` bytes apart, in layers that begin `layer` bytes
/// apart; without `rows_of_layer`, all rows are in one layer.  A single row is ordinary
/// memory.
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

/// Copies or fills in stream order.  Returns the result of the API call, which is `call`
/// at `pc`.
cudaError_t copy_rows(Rows to, Rows from, Extent extent, cudaMemcpyKind kind,
                      cudaStream_t stream, bool async, const char* call,
                      std::uint64_t pc);
cudaError_t fill_rows(Rows to, int value, Extent extent, cudaStream_t stream, bool async,
                      const char* call, std::uint64_t pc);

/// Whether the memory belongs to the device that a copy names for it.
bool belongs(const void* pointer, int device);

/// Refuses the address of the host's copy of a device variable.
cudaError_t fail_with_host_copy(const void* pointer);
/// Whether the pointer is the address of such a copy: see host_copy_at().
bool is_host_copy(const void* pointer);

}  // namespace gridlock::sim
