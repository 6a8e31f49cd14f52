// expect: passed
// lab: 01_last_block
// Defines better overloads of std functions that the scenarios call, and a vector.  They
// stop the program if they are called; but the scenarios are compiled without them.

#include "right_answer.cuh"

#include <cstdlib>
#include <string>
#include <vector>

namespace std {
inline string operator+(const char*, const string&) { abort(); }
inline string operator+(const char*, string&&) { abort(); }
template <>
class vector<int> {
 public:
  explicit vector(size_t) { abort(); }
  int* data() { return nullptr; }
};
}  // namespace std
