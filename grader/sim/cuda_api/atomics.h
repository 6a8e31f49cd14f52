/// Read-modify-writes and atomic loads and stores on behalf of device code.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/model/happens_before.h"
#include "sim/model/history.h"

namespace gridlock::sim {

/// The scope that has this number in the shim (cuda/gridlock_device.h).  Cluster scope
/// becomes device scope if the launch has clusters, and otherwise block scope.
MemoryScope scope_of_number(int scope);

enum class RmwOperation : std::uint8_t {
  add,
  subtract,
  exchange,
  min_signed,
  min_unsigned,
  max_signed,
  max_unsigned,
  increment,
  decrement,
  compare_exchange,
  bit_and,
  bit_or,
  bit_xor,
  add_float,
  add_double,
  add_half,    ///< 2 bytes, __half
  add_bfloat,  ///< 2 bytes, __nv_bfloat16
  arrive,      ///< At a libcu++ barrier: see arrival().
};

/// One read-modify-write.  Values are bit patterns of `size` bytes.
struct Rmw {
  void* address;
  std::uint32_t size;
  RmwOperation operation;
  std::uint64_t operand;
  std::uint64_t compare;
  MemoryOrder order = MemoryOrder::relaxed;
  MemoryScope scope = kSystemScope;
  const char* name = "";
  std::uint64_t pc = 0;
  const std::byte* frame = nullptr;  ///< The lowest address of the caller's own frame.
  /// The order of a compare-exchange that fails, which is a load.
  MemoryOrder failure_order = MemoryOrder::relaxed;
  ValueKind value_kind = ValueKind::integer;
  bool takes_order = false;  ///< The called function has a parameter for `order`.
};

/// Changes the word and returns the old value, without any check and without a scheduling
/// point.
std::uint64_t change_word(void* address, std::uint32_t size, RmwOperation operation,
                          std::uint64_t operand, std::uint64_t compare);

/// Performs the operation and returns the old value, zero-extended.
std::uint64_t perform(const Rmw& rmw);

/// Replaces 16 bytes by those at `value`, with relaxed order.  If `compare` is not null,
/// it does so only if the bytes equal those at `compare`.  The old bytes go to `old`.
struct WideExchange {
  void* address;
  const void* compare;
  const void* value;
  void* old;
};
void exchange_wide(const WideExchange& exchange, MemoryScope scope, std::uint64_t pc,
                   const std::byte* frame);

std::uint64_t load(const void* address, std::uint32_t size, MemoryOrder order,
                   MemoryScope scope, std::uint64_t pc, const std::byte* frame);
void store(void* address, std::uint32_t size, std::uint64_t value, MemoryOrder order,
           MemoryScope scope, std::uint64_t pc, const std::byte* frame);

/// Announces an atomic access of system scope, which an instruction of the program makes
/// right after this call.
void announce(const void* address, std::uint32_t size, bool reads, bool writes,
              MemoryOrder order, std::uint64_t pc, const std::byte* frame);

}  // namespace gridlock::sim
