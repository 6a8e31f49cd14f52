/// The address space of a simulated program: where an access lands, or why it is not
/// allowed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/memory/arena.h"
#include "sim/memory/module.h"
#include "sim/memory/own_memory.h"
#include "sim/memory/registered_memory.h"
#include "sim/memory/shared_memory.h"
#include "sim/memory/unwatched_pages.h"
#include "sim/model/shadow.h"

namespace gridlock::sim {

/// What the rules of memory need to know of the thread that makes an access.
struct Accessor {
  /// Runs a kernel's code: not the host's, nor a stream's engine.
  bool in_kernel = false;
  bool in_host_code = false;  ///< Runs the program's own host code.
  int device = 0;
  /// A bit for each device whose memory is open to the kernel.
  std::uint32_t reach = 0;
  std::uintptr_t image = 0;       ///< As Module::use_image() returns it.
  BlockShared* shared = nullptr;  ///< The shared memory of the kernel's block.
  /// The kernel's copy of its launch's arguments, on the heap.
  Range arguments;
};

/// Why an access is not allowed.
struct Misplaced {
  enum class Kind : std::uint8_t {
    no,  ///< The access is allowed.
    outside_allocations,
    freed,                ///< `allocation` has been freed.
    out_of_bounds,        ///< The access leaves `allocation`.
    past_the_end,         ///< The access leaves `variable`.
    past_dynamic_shared,  ///< At `offset`, past the `limit` bytes.
    no_peer_access,       ///< The memory is of device `owner`.
    null_pointer,
    device_touches_host,
    host_touches_device,
    host_touches_variable,
    host_touches_shared,
    peer_may_not_have_begun,  ///< The block that owns the memory may not have begun.
    peer_has_ended,
    peer_may_be_at_it,  ///< This block ends, but another may still access its memory.
    writes_constant,
    writes_foreign,  ///< A write to memory of the simulator or of libraries.
  };
  Kind kind = Kind::no;
  int owner = 0;
  bool is_shared = false;  ///< Whether `variable` is __shared__.
  const Allocation* allocation = nullptr;
  const Variable* variable = nullptr;
  std::size_t limit = 0, offset = 0;
};

struct Landing {
  /// The cells that remember the access; null if the memory is not watched or does not
  /// exist.
  ShadowRegion* region = nullptr;
  /// The allocation, if it is stream-ordered: clocks then decide whether it is valid now.
  const Allocation* stream_ordered = nullptr;
  /// The allocation, if accesses to it are counted.
  Allocation* watched = nullptr;
  Misplaced wrong = {};
};

/// All memory that a program can access.  States facts; its callers decide what is an
/// error and report it.
class AddressSpace {
 public:
  /// \param readable ranges that every kernel may read: CUDA's built-in variables
  AddressSpace(Module& module, std::vector<Range> readable);

  void reset();

  /// Where an access to these bytes lands.  If they are shared memory, the accessor's
  /// block is in place afterwards.
  Landing locate(const Accessor& who, std::uintptr_t address, std::size_t size,
                 bool write);

  /// Whether the simulator is known not to watch these bytes, which host code accesses.
  /// \param writer an address in the code that writes; 0 for a read
  bool is_unwatched(std::uintptr_t address, std::size_t size,
                    std::uintptr_t writer) const {
    return unwatched_.contains(address, size) &&
           (writer == 0 || !scenarios_heap_.contains(address) ||
            module_.scenarios().contains(writer));
  }
  /// Host memory that was not watched may be watched from now on.
  void watches_more() { unwatched_.forget(); }
  /// Like Module::use_image().
  std::uintptr_t use_image(int device) {
    if (device != 0) watches_more();  // The image may be loaded now.
    return module_.use_image(device);
  }

  /// The heap of a lab's scenarios, which its submission may not write.
  Range scenarios_heap() const { return scenarios_heap_; }

  /// Whether the code of a lab's submission may read these bytes on the host.  What the
  /// simulator keeps would tell it how many executions there have been, as would
  /// variables of libraries.  Not guarded are the worker's own stack and the libraries'
  /// heap, where exceptions lie that a library throws.
  bool may_read(const Range& bytes) const;
  /// Whether some of these bytes are the simulator's.
  bool is_own(const Range& bytes) const;

  /// Whether a value at the address can still be loaded after other threads have run: it
  /// is in an allocation or a device variable, not in shared memory.
  bool stays(std::uintptr_t address) const;

  /// For a managed variable in this image, its address in the host's image; any other
  /// address as it is.
  std::uintptr_t managed_home(std::uintptr_t image, std::uintptr_t address) const {
    const std::uintptr_t home = address - image;
    return image && module_.managed().contains(home) ? home : address;
  }

  /// Whether the address is on a stack of host code, which is always watched.
  std::function<bool(std::uintptr_t)> is_on_stack = [](std::uintptr_t) { return false; };

  /// Memory of libraries that a lab's host code may write: errno first, then the objects
  /// that it throws.
  std::vector<Range> lent_by_libraries;

  Arena arena;
  RegisteredMemory registered;
  SharedMemory shared;

 private:
  struct VariableCells {
    ShadowRegion region;
    std::vector<Cell> cells;
    /// \param image as Module::use_image() returns it
    void cover(const Range& variables, std::uintptr_t image);
  };
  Landing in_allocation(const Accessor& who, std::uintptr_t address, std::size_t size);
  Landing in_variable(const Accessor& who, std::uintptr_t address, int owner,
                      std::size_t size, bool write);
  Landing in_shared(const Accessor& who, std::uintptr_t address, std::size_t size);
  Landing elsewhere(const Accessor& who, const Range& bytes, bool write);
  /// Whether host code may write to this memory, which is not CUDA's.  A lab's may write
  /// only its own memory and `lent_by_libraries`; a whole program's, all memory but the
  /// simulator's and the libraries'.
  bool may_write(const Range& bytes) const;
  bool is_readable_for_kernels(const Accessor& who, std::uintptr_t address) const;
  void note_unwatched(std::uintptr_t address);

  Module& module_;
  std::array<VariableCells, kDevicesMax> device_variables_, device_constants_;
  VariableCells managed_variables_;
  std::vector<Range> readable_;
  const Range own_stack_ = own_stack();
  /// Memory of the simulator and of libraries, which programs may not write.
  std::vector<Range> own_, libraries_;
  const Range host_heap_ = host_heap(), scenarios_heap_ = host_heap(true);
  UnwatchedPages unwatched_;
};

}  // namespace gridlock::sim
