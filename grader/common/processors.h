/// \file
/// How much can be done at once.
#pragma once

namespace gridlock {

/// Processors that this process may use.
unsigned available_processors();

}  // namespace gridlock
