// Workers that are started before they are needed.
#include <doctest/doctest.h>

#include "checker/worker_pool.h"
#include "tests/fixture_runs.h"

namespace gridlock::test_pool {
std::string description_of_worker(WorkerPool& pool, const TemporaryFile& module) {
  const auto acquired = pool.acquire(ExecutorKind::gpu, module.path());
  const auto* ready = std::get_if<ReadyWorker*>(&acquired);
  REQUIRE(ready);
  return (*ready)->hello.description;
}

TEST_CASE("a GPU's worker that starts before its module warms up the lab's devices") {
  WorkerPrograms programs;
  programs.gpu = std::string(GRIDLOCK_BIN_DIR) + "/gridlock-worker-fake";
  const TemporaryFile module("early.module", "at load: nothing");
  WorkerPool pool(programs);
  CHECK(description_of_worker(pool, module) == "a fake");
  pool.clear();
  pool.warm_up_gpu(2);
  CHECK(description_of_worker(pool, module) == "a fake, warm on 2");
  // The worker stays warm when its module begins anew.
  pool.renew(module.path());
  CHECK(description_of_worker(pool, module) == "a fake, warm on 2");
  pool.discard(ExecutorKind::gpu, module.path());
  CHECK(description_of_worker(pool, module) == "a fake");
}

TEST_CASE("a GPU's worker that runs a stranger's module without a box loads it once") {
  WorkerPrograms programs;
  programs.gpu = std::string(GRIDLOCK_BIN_DIR) + "/gridlock-worker-fake";
  programs.box = Box::none("The user said so.");
  const TemporaryFile module("once.module", "at load: nothing");
  WorkerPool pool(programs);
  pool.warm_up_gpu(2);
  CHECK(description_of_worker(pool, module) == "a fake, warm on 2");
  pool.renew(module.path());
  CHECK(description_of_worker(pool, module) == "a fake");
}

}  // namespace gridlock::test_pool
