// expect: rejected
// lab: 02_lock_barrier
// Has a stream of the library read more than its buffer has, over the frames of the
// scenario.

#include <sstream>
#include <string>

#include "right_barrier.cuh"

void meddle() {
  unsigned long long here = 0;
  std::istringstream in(std::string(400, 'x'));
  in.read(reinterpret_cast<char*>(&here), 400);
}
