/// Memory from the system that costs nothing until it is used.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/descriptor.h"

namespace gridlock::sim {

/// \param what that the system gives no memory for
/// \throws std::runtime_error with this, and the limit that explains it, if one does
[[noreturn]] void throw_no_memory(const char* what);

/// Maps memory that costs nothing until it is touched, at this address if it is free.
/// \throws std::runtime_error if the address space is exhausted.
void* reserve_memory(std::size_t bytes, std::uintptr_t address = 0);

/// Memory like that of reserve_memory(), for as long as this lives.
class ReservedMemory {
 public:
  /// \throws std::runtime_error if the address space is exhausted.
  explicit ReservedMemory(std::size_t bytes, std::uintptr_t address = 0)
      : begin_(reserve_memory(bytes, address)), bytes_(bytes) {}
  ~ReservedMemory();
  ReservedMemory(const ReservedMemory&) = delete;
  ReservedMemory& operator=(const ReservedMemory&) = delete;
  void* begin() const { return begin_; }
  std::size_t bytes() const { return bytes_; }

 private:
  void* begin_;
  std::size_t bytes_;
};

/// Says that this much will be used: large pages make touching it for the first time
/// several times as fast.  It is a hint.
void expect_use(const void* begin, std::size_t bytes);

/// Gives the pages back that lie in a range.  The next access finds zeros there, if no
/// FilledPages are mapped there.
void give_back(const void* begin, std::size_t bytes);

/// Makes zeros of all bytes of a range, and gives the pages back that lie in it.
void clear(void* begin, std::size_t bytes);

/// Maps new pages of zeros in the place of those that begin and end there, which must be
/// multiples of a page.  Returns false, and may leave some as they were, if the system
/// has no more mappings.
bool map_zeros(void* begin, std::size_t bytes);

/// Pages that are all filled with one byte, and cost nothing until they are written: all
/// are copies of one file's, which the system makes when a page is written.
class FilledPages {
 public:
  /// If the system gives no file, map() returns false.
  explicit FilledPages(int byte);
  /// Maps such pages in the place of those that begin and end there, which must be
  /// multiples of a page.  Returns false, and may leave some as they were, if the system
  /// has no more mappings.
  bool map(void* begin, std::size_t bytes) const;

 private:
  Descriptor file_;
};

}  // namespace gridlock::sim
