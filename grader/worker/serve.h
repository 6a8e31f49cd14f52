/// The worker's side of the protocol.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "worker/confine.h"
#include "worker/executor.h"

namespace gridlock {

using ExecutorFactory =
    std::function<std::unique_ptr<Executor>(const std::filesystem::path&)>;

/// The main function of a worker: `argv` is {program, module, fd to read, fd to write},
/// and kConfined behind them if the worker confines itself.  If the module is "", frames
/// ask the worker to `warm_up` for a number of devices, and then to load the module.
/// Serves requests until the checker closes its pipe;
/// unless it is confined, `load` between them makes it load a module once more.  Returns
/// the exit code.
int worker_main(int argc, char** argv, const ExecutorFactory& make_executor,
                Driver driver = Driver::none,
                const std::function<void(int)>& warm_up = {});

}  // namespace gridlock
