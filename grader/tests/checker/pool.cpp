// Workers that are started before they are needed.
#include <doctest/doctest.h>

#include "checker/worker_pool.h"
#include "tests/fixture_runs.h"

namespace gridlock::test_pool {
namespace {

std::string description_of_worker(WorkerPool& pool) {
  const TemporaryFile module("early.module", "at load: nothing");
  const auto acquired = pool.acquire(ExecutorKind::gpu, module.path());
  const auto* ready = std::get_if<ReadyWorker*>(&acquired);
  REQUIRE(ready);
  return (*ready)->hello.description;
}

TEST_CASE("a GPU's worker that starts before its module warms up the lab's devices") {
  WorkerPrograms programs;
  programs.gpu = std::string(GRIDLOCK_BIN_DIR) + "/gridlock-worker-fake";
  WorkerPool pool(programs);
  CHECK(description_of_worker(pool) == "a fake");
  pool.clear();
  pool.warm_up_gpu(2);
  CHECK(description_of_worker(pool) == "a fake, warm on 2");
}

}  // namespace
}  // namespace gridlock::test_pool
