/// How many threads can run at once.
#pragma once

namespace gridlock {

/// The number of processors that this process may use.
unsigned available_processors();

}  // namespace gridlock
