/// \file
/// A quick look for a GPU, before anything is compiled for one.
#pragma once

#include <string>

namespace gridlock {

/// Why the GPU executor cannot work here, as far as device files and the driver's
/// library tell; "" if it may.  Only a launch tells for sure.
std::string why_no_gpu();

}  // namespace gridlock
