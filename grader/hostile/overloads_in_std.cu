// expect: passed
// lab: 01_last_block
// Brings better overloads of what the scenarios use of std, and a vector of its own. They
// stop the program if the scenarios call them, which are compiled without them.

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
