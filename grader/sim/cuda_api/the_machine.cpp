#include "sim/cuda_api/the_machine.h"

namespace gridlock::sim {

Machine* machine = nullptr;

}  // namespace gridlock::sim
