/// Lets a wrapper report to the machine which memory a C library function touches.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdio>

namespace gridlock::sim {

/// One call of a library function by code under test.
class LibraryCall {
 public:
  /// \param name of the function
  /// \param from, frame  GRIDLOCK_FROM and GRIDLOCK_FRAME of its wrapper
  LibraryCall(const char* name, const void* from, const std::byte* frame)
      : name_(name), from_(from), frame_(frame) {}

  /// Ends the execution if the caller is device code, where CUDA's compiler does not
  /// allow this function.
  void is_for_hosts() const;

  /// Report an access of the library before it happens.  An object must be aligned as its
  /// type requires.
  void reads(const void* memory, std::size_t bytes) const;
  void writes(const void* memory, std::size_t bytes) const;
  template <class... T>
  void writes_to(T*... objects) const {
    (object(objects, sizeof(T), true), ...);
  }
  template <class T>
  void updates(T* object_of) const {
    object(object_of, sizeof(T), false);
    object(object_of, sizeof(T), true);
  }
  /// Refuses an object whose virtual table names no type.  A lab's submission may have
  /// made the table up, so that the library calls a forbidden function.
  void knows_type_of(const void* object) const;
  /// Refuses a FILE that a lab's submission has made up in order to reach files that it
  /// did not open.
  void prints_to(const std::FILE* file) const;
  /// Reports a read of a text with its terminating zero, or as much of it as the library
  /// reads.  Returns its length.
  std::size_t reads_text(const char* text, std::size_t bytes_most = SIZE_MAX) const;
  /// Reports what printf reads: the format, and the texts among its arguments.  Ends the
  /// execution for a %n, through which printf would write.
  void reads_format(const char* format, std::va_list arguments) const;
  /// Reports a read of two texts, up to the first difference.
  void compares(const char* a, const char* b, std::size_t bytes_most,
                bool without_case) const;

 private:
  void object(const void* memory, std::size_t bytes, bool write) const;
  void refuse_count() const;
  void is_made_up() const;

  const char* name_;
  const void* from_;
  const std::byte* frame_;
};

}  // namespace gridlock::sim
