// The architecture that nvcc compiles for.
#include "build/nvcc.h"

#include <doctest/doctest.h>

namespace gridlock::test_gpu_architecture {
TEST_CASE("devices of one kind have an architecture, others none") {
  CHECK(architecture_of("9.0\n") == "sm_90");
  CHECK(architecture_of("12.0\n12.0\n") == "sm_120");
  for (const char* none :
       {"", "\n", "9.0\n8.6\n", "[N/A]\n", "No devices were found\n"}) {
    CAPTURE(none);
    CHECK(architecture_of(none) == "");
  }
}

}  // namespace gridlock::test_gpu_architecture
