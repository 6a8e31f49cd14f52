/// Memory from the system that costs nothing until it is used.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/descriptor.h"

namespace gridlock::sim {

/// \param what the purpose of the memory
/// \throws std::runtime_error that names `what`, and the limit that explains the failure,
/// if a limit does
[[noreturn]] void throw_no_memory(const char* what);

/// Maps memory that costs nothing until it is touched, at this address if that is free.
/// \throws std::runtime_error if the address space is exhausted.
void* reserve_memory(std::size_t bytes, std::uintptr_t address = 0);

/// Memory from reserve_memory(), unmapped by the destructor.
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

/// Announces that this range will be used: in large pages, touching it for the first time
/// is several times as fast.
void expect_use(const void* begin, std::size_t bytes);

/// Returns the pages that lie in a range to the system.  The next access finds zeros
/// there, unless FilledPages are mapped there.
void give_back(const void* begin, std::size_t bytes);

/// Fills a range with zeros, and returns the pages that lie in it to the system.
void clear(void* begin, std::size_t bytes);

/// Maps new zeroed pages in place of the present ones.  The range must consist of whole
/// pages.  Returns false if the system allows no more mappings; some pages may then be
/// mapped anew, and others not.
bool map_zeros(void* begin, std::size_t bytes);

/// Pages that are all filled with one byte, and cost nothing until they are written.
/// They are private mappings of one file: the system copies a page when it is written.
class FilledPages {
 public:
  /// If the system provides no file, map() always fails.
  explicit FilledPages(int byte);
  /// Like map_zeros(), with such pages.
  bool map(void* begin, std::size_t bytes) const;

 private:
  Descriptor file_;
};

}  // namespace gridlock::sim
