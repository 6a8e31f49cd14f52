// expect: passed
// lab: 01_last_block
// Defines its own std::vector and the include guard of the library's.  The vector stops
// the program if the scenarios use it.

#include "right_answer.cuh"

#include <cstddef>
#include <cstdlib>

#define _GLIBCXX_VECTOR 1

namespace std {
template <class T>
class vector {
 public:
  explicit vector(size_t) { abort(); }
  T* data() { return nullptr; }
};
}  // namespace std
