// expect: compile_error
// lab: 01_last_block
// Brings a std::vector of its own, and the include guard of the library's.

#include "right_answer.cuh"

#include <cstddef>

#define _GLIBCXX_VECTOR 1

namespace std {
template <class T>
class vector {
 public:
  explicit vector(size_t n) : data_(new T[n]) {}
  ~vector() { delete[] data_; }
  T* data() { return data_; }

 private:
  T* data_;
};
}  // namespace std
