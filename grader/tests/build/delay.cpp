// gridlock/delay.h: its code for a GPU, where the CUDA Toolkit is installed.
#include "build/source/source_files.h"
#include "build/toolchain.h"
#include "tests/test.h"

namespace gridlock::test_delay {
TEST_SUITE("full") {
  TEST_CASE("delay() reads the clock on a GPU: a loop that only counts is dropped") {
    const fs::path nvcc = find_nvcc();
    SKIP_IF(nvcc.empty(), "there is no nvcc");
    const Scratch folder;
    const fs::path source =
        folder.write("delay.cu",
                     "#include <gridlock/delay.h>\n"
                     "__global__ void late(int steps) { gridlock::delay(steps); }\n");
    const ProcessResult result =
        run_process({{nvcc.string(), "-std=c++17", "-O2", "-arch=sm_80", "-ptx", "-I",
                      scenario_include_dir().string(), "-o", "-", source.string()}});
    REQUIRE_MESSAGE(result.ok(), result.errors);
    // The compiler cannot replace a read of the clock, so the loop stays.
    must_say(result.output, {"%clock64", "bra"});
  }
}

}  // namespace gridlock::test_delay
