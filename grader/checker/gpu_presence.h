/// A quick look for a GPU, before anything is compiled for one.
#pragma once

#include <string>

namespace gridlock {

/// Why the GPU executor cannot work here, judging by the device files; "" if it may work.
/// Only a launch can prove it.
std::string why_no_gpu();

}  // namespace gridlock
