/// Memory of the program that runs code under test, which that code may not write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/memory/module.h"

namespace gridlock::sim {

/// The memory that belongs to this program and its libraries: their writable segments,
/// the present thread's thread-local variables, and what the C library keeps of that
/// thread.  The module at `module`, errno, and the variables of std::call_once() are left
/// out.
/// \param maps the system's list of this process's memory.  If this process may not read
/// it, for instance under Landlock, the loader's list is used, which lacks mapped files.
std::vector<Range> own_segments(const Range& module,
                                const std::string& maps = "/proc/self/maps");

/// This program's own stack, and its environment above it.  Code under test runs on other
/// stacks, except while it is loaded.
Range own_stack();

Range own_variables();

/// The heap for what this program's own code allocates with `new`.
Range own_heap();

/// The heaps of a lab's host code: of the submission and of the scenarios.  They are
/// empty if the module is a program, which shares the C library's heap with the
/// libraries.
Range host_heap(bool of_scenarios = false);
/// Says, before a module is loaded, whether it is a lab's.
void keep_host_heap(bool is_of_lab);
/// Puts these heaps into the state that they had when this was called first.
void begin_host_heaps_anew();
/// Memory for host code; null if no memory is left.
void* take_for_host(std::size_t bytes, bool for_scenarios);
/// Frees such memory.  Returns false, and does nothing, if it is no block that the
/// caller's code may free.
bool release_for_host(void* memory, bool by_scenarios);

/// Whether the address is in this program's own code.
bool is_own_code(std::uintptr_t address);

/// Allocates zeroed memory in own_heap(), which is never freed and costs nothing until it
/// is touched.
void* own_pages(std::size_t bytes);

/// From now on, no code of a module may write these segments while no execution runs: in
/// constructors and destructors of its global objects.
void guard_own_segments(std::vector<Range> segments);

/// While it lives, the constructors of a lab's module may write to the module, its heap
/// and their own frames, and to nothing else.
class ConstructorGuard {
 public:
  /// \param path the path of the module that the loader is about to load
  explicit ConstructorGuard(std::string path);
  ConstructorGuard(const ConstructorGuard&) = delete;
  ConstructorGuard& operator=(const ConstructorGuard&) = delete;
  ~ConstructorGuard();

 private:
  friend void check_unattended_write(std::uintptr_t address, std::size_t size);
  bool allows(std::uintptr_t address, std::size_t size) const;
  std::string path_;
};

/// Checks a write while no execution runs.  Before a write to a guarded segment
/// happens, ends the process with a message.
void check_unattended_write(std::uintptr_t address, std::size_t size);

/// Whether code under test may call the function at this address without naming it: a
/// function of the C++ library, as through a virtual table, or one that this program
/// offers.
bool may_be_called(std::uintptr_t function);

/// Whether this is a variable that a library, or this program in its place, offers to
/// labs by name, such as `stdout` or a virtual table.
bool is_offered(std::uintptr_t variable);

/// Actions that code under test must not take while no execution runs.
enum class Unattended { write, printf_count };

[[noreturn]] void refuse_unattended(Unattended what);

}  // namespace gridlock::sim
