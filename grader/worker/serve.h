/// The worker's side of the protocol.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "protocol/executor.h"
#include "worker/confine.h"

namespace gridlock {

using ExecutorFactory =
    std::function<std::unique_ptr<Executor>(const std::filesystem::path&)>;

/// The main function of a worker: `argv` is {program, module, fd to read, fd to write},
/// followed by kConfined if the worker confines itself.  If the module is "", frames ask
/// the worker to `warm_up` for a number of devices, and then to load the module.  Serves
/// requests until the checker closes its pipe.  Between requests, `load` makes a worker
/// that is not confined load a module once more.  Returns the exit code.
int worker_main(int argc, char** argv, const ExecutorFactory& make_executor,
                Driver driver = Driver::none,
                const std::function<void(int)>& warm_up = {});

}  // namespace gridlock
