// The worker programs as a user meets them, and the GPU executor without a GPU.
#include "tests/test.h"
#include "worker/gpu_executor.h"

namespace gridlock::test_programs {
TEST_CASE("a worker that is started by hand says that there is nothing to run") {
  ProcessRequest request;
  request.argv = {std::string(GRIDLOCK_BIN_DIR) + "/gridlock-worker-gpu"};
  const ProcessResult result = run_process(request);
  CHECK(result.exit_code == 2);
  CHECK(contains(result.errors, "started by gridlock"));
}

TEST_CASE("a file that is no module is refused with a sentence") {
  CHECK_THROWS_WITH_AS(make_gpu_executor(__FILE__), doctest::Contains("cannot load"),
                       std::runtime_error);
  CHECK_THROWS_WITH_AS(make_gpu_executor("/nonexistent.so"),
                       doctest::Contains("cannot load"), std::runtime_error);
}

}  // namespace gridlock::test_programs
