// expect: passed
// lab: 01_last_block
// Defines a better overload of a function that the scenarios call.  It does nothing, so
// checks would fail if it were called; but the scenarios do not see it.

#include "right_answer.cuh"

namespace scenarios {
template <class Scenario, class Buffer>
void outputTold(Scenario&, Buffer&, int, int) {}
}  // namespace scenarios
