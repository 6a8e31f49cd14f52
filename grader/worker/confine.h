/// Confines a worker for good to the system calls that its work needs, because it runs
/// strangers' code.  Any other call fails with EPERM.
///
/// This holds whether or not there is a box (isolation/box.h) around the worker.
#pragma once

namespace gridlock {

/// Whether a GPU's driver works in this process: it opens a socket, without which CUDA
/// fails with error 304.  In a box, that socket leads nowhere.
enum class Driver { none, gpu };

/// Confines the worker before it loads a module, since the module's constructors run
/// then: no other programs, no processes, no signals to others, no sockets, no tracing,
/// no namespaces, no key rings.  Threads are allowed, as a GPU's driver needs them.
/// \throws std::system_error if the kernel does not filter system calls
void confine_before_loading(Driver driver);

/// Confines the worker further, to run schedules on the simulator: only memory, clocks,
/// and the descriptors that are open; no other files.
/// \throws std::system_error
void confine_to_computing();

}  // namespace gridlock
