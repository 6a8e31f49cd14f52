/// The address space of a simulated program: where an access lands, or why it is not
/// allowed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/memory/arena.h"
#include "sim/memory/module.h"
#include "sim/memory/registered_memory.h"
#include "sim/memory/shared_memory.h"
#include "sim/memory/unwatched_pages.h"
#include "sim/model/shadow.h"

namespace gridlock::sim {

/// The thread that makes an access, as far as memory is concerned.
struct Accessor {
  bool in_kernel = false;     ///< Code of a kernel, not of the host or a stream's engine.
  bool in_host_code = false;  ///< The program's own host code.
  int device = 0;
  std::uint32_t reach = 0;        ///< A bit for each device with memory open to a kernel.
  std::uintptr_t image = 0;       ///< Address of the device's image of the module.
  BlockShared* shared = nullptr;  ///< Shared memory of a kernel's block.
  /// The kernel's copy of its launch's arguments, on the heap.
  void* arguments = nullptr;
};

/// Why an access is not allowed.
struct Misplaced {
  enum class Kind : std::uint8_t {
    no,  ///< It is allowed.
    outside_allocations,
    freed,                ///< `allocation` has been freed.
    out_of_bounds,        ///< The access leaves `allocation`.
    past_the_end,         ///< The access leaves `variable`.
    past_dynamic_shared,  ///< At `offset`, behind `limit` bytes.
    no_peer_access,       ///< To device `owner`.
    null_pointer,
    device_touches_host,
    host_touches_device,
    host_touches_variable,
    host_touches_shared,
    peer_may_not_have_begun,  ///< The block that has the memory.
    peer_has_ended,
    peer_may_be_at_it,  ///< Another block, when this one ends.
    writes_constant,
    writes_foreign,  ///< A write to memory of the program that runs this one.
  };
  Kind kind = Kind::no;
  int owner = 0;
  bool is_shared = false;  ///< Whether `variable` is.
  const Allocation* allocation = nullptr;
  const Variable* variable = nullptr;
  std::size_t limit = 0, offset = 0;
};

/// Where an access lands.
struct Landing {
  /// The cells that remember it; null if the memory is not watched, or does not exist.
  ShadowRegion* region = nullptr;
  /// The allocation, if it is stream-ordered: then the clocks decide whether it is valid
  /// now.
  const Allocation* stream_ordered = nullptr;
  /// The allocation, if accesses to it are counted.
  Allocation* watched = nullptr;
  Misplaced wrong = {};
};

/// All memory that a program sees.  It states facts; other parts decide what is an error
/// and how it is reported.
class AddressSpace {
 public:
  /// \param readable ranges that every kernel may read: CUDA's built-in variables
  AddressSpace(Module& module, std::vector<Range> readable);

  /// Returns to the state before a program starts.
  void reset();

  /// Where the access of some bytes lands.  If the access is to shared memory, the memory
  /// of the accessor's block is in place afterwards.
  Landing locate(const Accessor& who, std::uintptr_t address, std::size_t size,
                 bool write);

  /// Whether an access of host code there is known to mean nothing to the simulator.
  bool is_unwatched(std::uintptr_t address, std::size_t size) const {
    return unwatched_.contains(address, size);
  }
  /// From now on, host memory is watched that was not.
  void watches_more() { unwatched_.forget(); }
  /// Module::use_image.
  std::uintptr_t use_image(int device) {
    if (device != 0) watches_more();  // It may be loaded now.
    return module_.use_image(device);
  }

  /// Whether some of these bytes are the simulator's.
  bool is_own(const Range& bytes) const;

  /// Whether a value there can still be read when other threads have run: in an
  /// allocation or a variable of a device, but not in shared memory.
  bool stays(std::uintptr_t address) const;

  /// The one address of a managed variable, whichever image the given address is in.
  std::uintptr_t managed_home(std::uintptr_t image, std::uintptr_t address) const {
    const std::uintptr_t home = address - image;
    return image && module_.managed().contains(home) ? home : address;
  }

  Arena arena;
  RegisteredMemory registered;
  SharedMemory shared;

 private:
  /// Variables of the module and their cells.
  struct VariableCells {
    ShadowRegion region;
    std::vector<Cell> cells;
    /// `image` is the address of the module's image that these variables belong to.
    void cover(const Range& variables, std::uintptr_t image);
  };
  Landing in_allocation(const Accessor& who, std::uintptr_t address, std::size_t size);
  Landing in_variable(const Accessor& who, std::uintptr_t address, int owner,
                      std::size_t size, bool write);
  Landing in_shared(const Accessor& who, std::uintptr_t address, std::size_t size);
  Landing elsewhere(const Accessor& who, const Range& bytes, bool write);
  bool is_readable_for_kernels(const Accessor& who, std::uintptr_t address) const;
  void note_unwatched(std::uintptr_t address);

  Module& module_;
  std::array<VariableCells, kDevicesMax> device_variables_, device_constants_;
  VariableCells managed_variables_;
  std::vector<Range> readable_;
  /// No program may write the simulator's memory, or that of libraries.
  std::vector<Range> own_, libraries_;
  UnwatchedPages unwatched_;
};

}  // namespace gridlock::sim
