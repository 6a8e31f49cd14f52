// expect: passed
// lab: 01_last_block
// Brings a better overload of a function that the scenarios call.  It returns nothing, so
// that checks would fail if it were called; but the scenarios do not see it.

#include "right_answer.cuh"

namespace scenarios {
template <class Scenario, class Buffer>
void outputTold(Scenario&, Buffer&, int, int) {}
}  // namespace scenarios
