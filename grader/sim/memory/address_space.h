/// \file
/// What an address means to whom: where an access lands, or why it may not.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/memory/arena.h"
#include "sim/memory/module.h"
#include "sim/memory/registered_memory.h"
#include "sim/memory/shared_memory.h"
#include "sim/model/shadow.h"

namespace gridlock::sim {

/// Whose access it is, as far as memory cares.
struct Accessor {
  bool in_kernel = false;     ///< Code of a kernel, not of the host or a stream's engine.
  bool in_host_code = false;  ///< The program's own host code.
  int device = 0;
  std::uint32_t reach = 0;   ///< A bit for each device whose memory a kernel may use.
  std::uintptr_t image = 0;  ///< Where the device's image of the module is.
  BlockShared* shared = nullptr;  ///< Of a kernel's block.
  void* arguments = nullptr;      ///< The kernel's copy of its launch's, on the heap.
};

/// Why an access may not be.
struct Misplaced {
  enum class Kind : std::uint8_t {
    no,  ///< It may.
    outside_allocations,
    freed,                ///< What `allocation` was.
    out_of_bounds,        ///< Of `allocation`.
    past_the_end,         ///< Of `variable`.
    past_dynamic_shared,  ///< Of `limit` bytes, at `offset`.
    no_peer_access,       ///< To device `owner`.
    null_pointer,
    device_touches_host,
    host_touches_device,
    host_touches_variable,
    host_touches_shared,
    writes_constant,
    writes_foreign,  ///< Memory of the program that runs this one.
  };
  Kind kind = Kind::no;
  int owner = 0;
  bool is_shared = false;  ///< Of `variable`.
  const Allocation* allocation = nullptr;
  const Variable* variable = nullptr;
  std::size_t limit = 0, offset = 0;
};

/// Where an access lands.
struct Landing {
  /// The cells that remember it; null for memory that nobody watches, or none.
  ShadowRegion* region = nullptr;
  /// Where it is one that comes and goes in stream order: whether it is there now is for
  /// the clocks to say.
  const Allocation* stream_ordered = nullptr;
  Misplaced wrong = {};
};

/// All memory that a program sees.  It states facts; what is an error, and what is said
/// of it, is decided elsewhere.
class AddressSpace {
 public:
  /// \param readable ranges that every kernel may read: CUDA's built-in variables
  AddressSpace(Module& module, std::vector<Range> readable);

  /// As before a program starts.
  void reset();

  /// Where the access of some bytes lands.  The memory of the accessor's block is in
  /// place afterwards if it is to shared memory.
  Landing locate(const Accessor& who, std::uintptr_t address, std::size_t size,
                 bool write);

  /// Managed variables have one address, whichever image it was taken in.
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
    /// `image` is where the image of the module is whose variables these are.
    void cover(const Range& variables, std::uintptr_t image);
  };
  Landing in_allocation(const Accessor& who, std::uintptr_t address, std::size_t size);
  Landing in_variable(const Accessor& who, std::uintptr_t address, int owner,
                      std::size_t size, bool write);
  Landing in_shared(const Accessor& who, std::uintptr_t address, std::size_t size);
  Landing elsewhere(const Accessor& who, std::uintptr_t address, bool write);
  bool is_readable_for_kernels(const Accessor& who, std::uintptr_t address) const;

  Module& module_;
  std::array<VariableCells, kDevicesMax> device_variables_, device_constants_;
  VariableCells managed_variables_;
  std::vector<Range> readable_;
  std::vector<Range> protected_;  ///< Our own memory, which no program may write.
};

}  // namespace gridlock::sim
