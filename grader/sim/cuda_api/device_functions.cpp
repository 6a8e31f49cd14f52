// CUDA's device functions.  The program's own lines call them, so the return address
// gives the place.
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "sim/cuda_api/atomics.h"
#include "sim/cuda_api/call_site.h"
#include "sim/cuda_api/hooks.h"
#include "sim/cuda_api/the_machine.h"
#include "sim/device/warp_operation.h"

using namespace gridlock::sim;

namespace {

template <class T>
std::uint64_t to_bits(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

template <class T>
T from_bits(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

using gridlock::ValueKind;

/// An operation's name in libcu++, and the kind of its values.
struct AtomicOperation {
  const char* name = "atomic read-modify-write";
  ValueKind kind = ValueKind::integer;
};
/// In the order of RmwOperation.
constexpr AtomicOperation kOperations[] = {{"atomic fetch_add"},
                                           {"atomic fetch_sub"},
                                           {"atomic exchange"},
                                           {"atomic fetch_min"},
                                           {"atomic fetch_min"},
                                           {"atomic fetch_max"},
                                           {"atomic fetch_max"},
                                           {},
                                           {},
                                           {"atomic compare_exchange"},
                                           {"atomic fetch_and", ValueKind::flags},
                                           {"atomic fetch_or", ValueKind::flags},
                                           {"atomic fetch_xor", ValueKind::flags},
                                           {"atomic fetch_add", ValueKind::float32},
                                           {"atomic fetch_add", ValueKind::float64},
                                           {.kind = ValueKind::half},
                                           {.kind = ValueKind::bfloat},
                                           {}};
static_assert(std::size(kOperations) ==
              static_cast<std::size_t>(RmwOperation::arrive) + 1);

const AtomicOperation& described(RmwOperation operation) {
  return kOperations[static_cast<int>(operation)];
}

template <class T>
ValueKind kind_of(RmwOperation operation) {
  if constexpr (std::is_same_v<T, float>) return ValueKind::float32;
  if constexpr (std::is_same_v<T, double>) return ValueKind::float64;
  return described(operation).kind;
}

/// The shim's number for the read-only cache path, which __ldg takes.
constexpr int kReadOnlyPath = 0;

/// The order with this number in the shim: relaxed, acquire, release, acq_rel, seq_cst.
MemoryOrder order_of(int order) { return static_cast<MemoryOrder>(order); }
/// The shim's number for thread scope.  An access of thread scope is plain, as other
/// threads do not see it as atomic.
constexpr int kThreadScope = 0;

void plain_access(const void* address, unsigned size, bool write, std::uint64_t pc,
                  const std::byte* frame) {
  const auto where = reinterpret_cast<std::uintptr_t>(address);
  if (is_harmless(where, size, write, frame)) return;  // It is on the thread's own stack.
  machine->accesses.plain_access(where, size, write, pc, frame);
}

}  // namespace

// One function for each of CUDA's overloads and scopes; see
// cuda/device_atomic_functions.h.
#define GRIDLOCK_RMW(function, type, operation, scope)                                 \
  type function(type* address, type value) {                                           \
    return from_bits<type>(perform(                                                    \
        {address, sizeof(type), RmwOperation::operation, to_bits(value), 0,            \
         MemoryOrder::relaxed, scope, #function, GRIDLOCK_CALLED_FROM, GRIDLOCK_FRAME, \
         MemoryOrder::relaxed, kind_of<type>(RmwOperation::operation)}));              \
  }
#define GRIDLOCK_RMW_SCOPES(function, type, operation)         \
  GRIDLOCK_RMW(function, type, operation, kDeviceScope)        \
  GRIDLOCK_RMW(function##_block, type, operation, kBlockScope) \
  GRIDLOCK_RMW(function##_system, type, operation, kSystemScope)
#define GRIDLOCK_CAS(function, type, scope)                                             \
  type function(type* address, type compare, type value) {                              \
    return from_bits<type>(                                                             \
        perform({address, sizeof(type), RmwOperation::compare_exchange, to_bits(value), \
                 to_bits(compare), MemoryOrder::relaxed, scope, #function,              \
                 GRIDLOCK_CALLED_FROM, GRIDLOCK_FRAME}));                               \
  }
#define GRIDLOCK_CAS_SCOPES(type)                  \
  GRIDLOCK_CAS(atomicCAS, type, kDeviceScope)      \
  GRIDLOCK_CAS(atomicCAS_block, type, kBlockScope) \
  GRIDLOCK_CAS(atomicCAS_system, type, kSystemScope)

using u32 = unsigned int;
using i64 = long long;
using u64 = unsigned long long;

GRIDLOCK_RMW_SCOPES(atomicAdd, int, add)
GRIDLOCK_RMW_SCOPES(atomicAdd, u32, add)
GRIDLOCK_RMW_SCOPES(atomicAdd, u64, add)
GRIDLOCK_RMW_SCOPES(atomicAdd, float, add_float)
GRIDLOCK_RMW_SCOPES(atomicAdd, double, add_double)
GRIDLOCK_RMW_SCOPES(atomicSub, int, subtract)
GRIDLOCK_RMW_SCOPES(atomicSub, u32, subtract)
GRIDLOCK_RMW_SCOPES(atomicExch, int, exchange)
GRIDLOCK_RMW_SCOPES(atomicExch, u32, exchange)
GRIDLOCK_RMW_SCOPES(atomicExch, u64, exchange)
GRIDLOCK_RMW_SCOPES(atomicExch, float, exchange)
GRIDLOCK_RMW_SCOPES(atomicMin, int, min_signed)
GRIDLOCK_RMW_SCOPES(atomicMin, u32, min_unsigned)
GRIDLOCK_RMW_SCOPES(atomicMin, i64, min_signed)
GRIDLOCK_RMW_SCOPES(atomicMin, u64, min_unsigned)
GRIDLOCK_RMW_SCOPES(atomicMax, int, max_signed)
GRIDLOCK_RMW_SCOPES(atomicMax, u32, max_unsigned)
GRIDLOCK_RMW_SCOPES(atomicMax, i64, max_signed)
GRIDLOCK_RMW_SCOPES(atomicMax, u64, max_unsigned)
GRIDLOCK_RMW_SCOPES(atomicInc, u32, increment)
GRIDLOCK_RMW_SCOPES(atomicDec, u32, decrement)
GRIDLOCK_RMW_SCOPES(atomicAnd, int, bit_and)
GRIDLOCK_RMW_SCOPES(atomicAnd, u32, bit_and)
GRIDLOCK_RMW_SCOPES(atomicAnd, i64, bit_and)
GRIDLOCK_RMW_SCOPES(atomicAnd, u64, bit_and)
GRIDLOCK_RMW_SCOPES(atomicOr, int, bit_or)
GRIDLOCK_RMW_SCOPES(atomicOr, u32, bit_or)
GRIDLOCK_RMW_SCOPES(atomicOr, i64, bit_or)
GRIDLOCK_RMW_SCOPES(atomicOr, u64, bit_or)
GRIDLOCK_RMW_SCOPES(atomicXor, int, bit_xor)
GRIDLOCK_RMW_SCOPES(atomicXor, u32, bit_xor)
GRIDLOCK_RMW_SCOPES(atomicXor, i64, bit_xor)
GRIDLOCK_RMW_SCOPES(atomicXor, u64, bit_xor)
GRIDLOCK_CAS_SCOPES(int)
GRIDLOCK_CAS_SCOPES(u32)
GRIDLOCK_CAS_SCOPES(u64)
GRIDLOCK_CAS(atomicCAS, unsigned short, kDeviceScope)

extern "C" {

unsigned long long gridlock_rmw(void* address, unsigned size, int number,
                                unsigned long long operand, unsigned long long compare,
                                int order, int scope, int failure_order) {
  const auto operation = static_cast<RmwOperation>(number);
  if (scope == kThreadScope) {
    plain_access(address, size, true, GRIDLOCK_CALLED_FROM, GRIDLOCK_FRAME);
    return change_word(address, size, operation, operand, compare);
  }
  return perform({address, size, operation, operand, compare, order_of(order),
                  scope_of_number(scope), described(operation).name, GRIDLOCK_CALLED_FROM,
                  GRIDLOCK_FRAME, order_of(failure_order), described(operation).kind,
                  true});
}

void gridlock_exchange_wide(void* address, const void* compare, const void* value,
                            void* old, int scope) {
  exchange_wide({address, compare, value, old}, scope_of_number(scope),
                GRIDLOCK_CALLED_FROM, GRIDLOCK_FRAME);
}

unsigned short gridlock_add_narrow(void* address, unsigned short value, bool is_half) {
  const auto operation = is_half ? RmwOperation::add_half : RmwOperation::add_bfloat;
  return static_cast<unsigned short>(
      perform({address, sizeof value, operation, value, 0, MemoryOrder::relaxed,
               kDeviceScope, "atomicAdd", GRIDLOCK_CALLED_FROM, GRIDLOCK_FRAME,
               MemoryOrder::relaxed, described(operation).kind}));
}

unsigned long long gridlock_load(const void* address, unsigned size, int order,
                                 int scope) {
  if (scope == kThreadScope) {
    plain_access(address, size, false, GRIDLOCK_CALLED_FROM, GRIDLOCK_FRAME);
    unsigned long long value = 0;
    std::memcpy(&value, address, size);
    return value;
  }
  return load(address, size, order_of(order), scope_of_number(scope),
              GRIDLOCK_CALLED_FROM, GRIDLOCK_FRAME);
}

void gridlock_store(void* address, unsigned size, unsigned long long value, int order,
                    int scope) {
  if (scope == kThreadScope) {
    plain_access(address, size, true, GRIDLOCK_CALLED_FROM, GRIDLOCK_FRAME);
    std::memcpy(address, &value, size);
    return;
  }
  store(address, size, value, order_of(order), scope_of_number(scope),
        GRIDLOCK_CALLED_FROM, GRIDLOCK_FRAME);
}

void gridlock_fence(int order, int scope) {
  if (scope == kThreadScope || order_of(order) == MemoryOrder::relaxed) return;
  machine->fences.fence(scope_of_number(scope), order_of(order) == MemoryOrder::seq_cst,
                        "atomic_thread_fence", GRIDLOCK_CALLED_FROM);
}

void __threadfence() {
  machine->fences.fence(kDeviceScope, true, "__threadfence", GRIDLOCK_CALLED_FROM);
}
// model/happens_before.cpp says what a fence of block scope orders.
void __threadfence_block() {
  machine->fences.fence(kBlockScope, true, "__threadfence_block", GRIDLOCK_CALLED_FROM);
}
void __threadfence_system() {
  machine->fences.fence(kSystemScope, true, "__threadfence_system", GRIDLOCK_CALLED_FROM);
}

void __syncthreads() {
  machine->barriers.block_barrier(BarrierKind::plain, false, GRIDLOCK_CALLED_FROM);
}
int __syncthreads_or(int predicate) {
  return machine->barriers.block_barrier(BarrierKind::logical_or, predicate != 0,
                                         GRIDLOCK_CALLED_FROM);
}
int __syncthreads_and(int predicate) {
  return machine->barriers.block_barrier(BarrierKind::logical_and, predicate != 0,
                                         GRIDLOCK_CALLED_FROM);
}
int __syncthreads_count(int predicate) {
  return machine->barriers.block_barrier(BarrierKind::count, predicate != 0,
                                         GRIDLOCK_CALLED_FROM);
}

int gridlock_bar(unsigned long long number, unsigned long long threads, int operation,
                 int predicate) {
  // The shim's numbers: see BarOperation in cuda/gridlock_device.h.
  enum { kSync, kArrive, kCount, kAnd, kOr };
  const Block* block = machine->current()->block;
  const std::size_t all = block ? block->threads.size() : 0;
  if (number == 0 && operation != kArrive && (threads == 0 || threads >= all)) {
    // Barrier 0 with all threads of the block is the barrier of __syncthreads.
    constexpr BarrierKind kKinds[] = {BarrierKind::plain, BarrierKind::plain,
                                      BarrierKind::count, BarrierKind::logical_and,
                                      BarrierKind::logical_or};
    return machine->barriers.block_barrier(kKinds[operation], predicate != 0,
                                           GRIDLOCK_CALLED_FROM);
  }
  const auto result = machine->barriers.numbered_barrier(
      number, threads, operation != kArrive, predicate != 0, GRIDLOCK_CALLED_FROM);
  if (operation == kAnd) return result.set == result.of;
  return operation == kOr ? result.set != 0 : result.set;
}

// Loads and stores through a named cache path are plain accesses.  __ldcv and __stwt take
// the same path as volatile accesses, but are not strong operations of the memory model.
void gridlock_ld(void* to, const void* from, unsigned size, int path) {
  const auto address = reinterpret_cast<std::uintptr_t>(from);
  if (path == kReadOnlyPath)
    machine->accesses.read_only_access(address, size, GRIDLOCK_CALLED_FROM,
                                       GRIDLOCK_FRAME);
  else
    plain_access(from, size, false, GRIDLOCK_CALLED_FROM, GRIDLOCK_FRAME);
  std::memcpy(to, from, size);
}

void gridlock_st(void* to, const void* from, unsigned size, int) {
  plain_access(to, size, true, GRIDLOCK_CALLED_FROM, GRIDLOCK_FRAME);
  std::memcpy(to, from, size);
}

void gridlock_copy_async(void* to, const void* from, unsigned long size,
                         unsigned long zeros) {
  machine->copies.begin(
      {static_cast<std::byte*>(to), static_cast<const std::byte*>(from), size, zeros},
      GRIDLOCK_CALLED_FROM);
}
void gridlock_copy_commit() { machine->copies.commit(); }
void gridlock_copy_wait(unsigned long batches_left) {
  machine->copies.await(batches_left, GRIDLOCK_CALLED_FROM);
}
void gridlock_bulk_store(void* to, const void* from, unsigned long size) {
  machine->bulk_copies.begin_store(
      {static_cast<std::byte*>(to), static_cast<const std::byte*>(from), size, 0},
      GRIDLOCK_CALLED_FROM);
}
void gridlock_bulk_commit() { machine->bulk_copies.commit_stores(); }
void gridlock_bulk_wait(unsigned long groups_left, bool reads_only) {
  machine->bulk_copies.await_stores(groups_left, reads_only, GRIDLOCK_CALLED_FROM);
}
void gridlock_proxy_fence() { machine->bulk_copies.fence_proxies(); }
int gridlock_in_device_code() noexcept { return in_device_code(); }
int gridlock_is_shared(const void* address) {
  return machine->places.is_shared(reinterpret_cast<std::uintptr_t>(address));
}
unsigned long long gridlock_shared_offset(const void* address) {
  return machine->memory.shared.window_offset(reinterpret_cast<std::uintptr_t>(address),
                                              machine->current()->image);
}
void* gridlock_shared_address(unsigned long long offset) {
  const std::uintptr_t address =
      machine->memory.shared.window_address(offset, machine->current()->image);
  const unsigned rank = SharedMemory::rank_of_offset(offset);
  return reinterpret_cast<void*>(
      rank == 0 ? address
                : machine->clusters.address_in(address, rank - 1, GRIDLOCK_CALLED_FROM));
}

unsigned long long gridlock_warp_exchange(int operation, unsigned mask,
                                          unsigned long long value, int lane, int width) {
  return machine->warp_calls.meet(
      {static_cast<WarpOperation>(operation), mask, value, lane, width},
      GRIDLOCK_CALLED_FROM);
}
void gridlock_warp_sync(unsigned mask) {
  machine->warp_calls.meet({WarpOperation::none, mask, 0, 0, 0}, GRIDLOCK_CALLED_FROM);
}
unsigned gridlock_active_mask() {
  return machine->warp_calls.active_mask(call_path(__builtin_frame_address(0)));
}

void* gridlock_on_device(void* function) {
  return reinterpret_cast<void*>(
      machine->module.function_in(machine->current()->image, address_of(function)));
}

void gridlock_grid_sync() { machine->barriers.grid_barrier(GRIDLOCK_CALLED_FROM); }
int gridlock_grid_is_cooperative() {
  const Block* block = machine->current()->block;
  return block && block->kernel->cooperative;
}
void gridlock_check_launch_bounds(unsigned long long threads) {
  const Block* block = machine->current()->block;
  if (!block || block->kernel->block.count() <= threads) return;
  machine->report_misuse(gridlock::LaunchBounds{block->kernel->block.count(), threads},
                         GRIDLOCK_CALLED_FROM);
}
void gridlock_check_cluster_dims(unsigned x, unsigned y, unsigned z) {
  const Block* block = machine->current()->block;
  if (!block) return;
  const Dim3& has = block->kernel->cluster;
  if (has.x == x && has.y == y && has.z == z) return;
  machine->report_misuse(gridlock::ClusterDims{has.array(), Dim3{x, y, z}.array()},
                         GRIDLOCK_CALLED_FROM);
}
unsigned gridlock_cluster_dim(int side) {
  const Block* block = machine->current()->block;
  const Dim3 dim = block ? block->kernel->cluster : Dim3{};
  return side == 0 ? dim.x : side == 1 ? dim.y : dim.z;
}
void gridlock_cluster_arrive(bool releases) {
  machine->clusters.arrive(releases, GRIDLOCK_CALLED_FROM);
}
void gridlock_cluster_wait(bool acquires) {
  machine->clusters.wait(acquires, GRIDLOCK_CALLED_FROM);
}
void* gridlock_cluster_map(const void* address, unsigned rank) {
  return reinterpret_cast<void*>(machine->clusters.address_in(
      reinterpret_cast<std::uintptr_t>(address), rank, GRIDLOCK_CALLED_FROM));
}
unsigned gridlock_cluster_rank(const void* address) {
  return machine->clusters.rank_of(reinterpret_cast<std::uintptr_t>(address));
}
unsigned gridlock_dynamic_shared_bytes() {
  const Block* block = machine->current()->block;
  return block ? static_cast<unsigned>(block->kernel->dynamic_shared) : 0;
}

void __trap() {
  machine->report_crash(gridlock::Trapped{}, GRIDLOCK_CALLED_FROM);
  __builtin_unreachable();
}
void __brkpt() {}

// Device and host code share assert.  A failed assertion ends the execution, not the
// process.
void __assert_fail(const char* assertion, const char*, unsigned, const char*) noexcept {
  machine->report_crash(gridlock::AssertionFailed{assertion}, GRIDLOCK_CALLED_FROM);
  __builtin_unreachable();
}

// The clock runs at an invented 2 GHz: a step takes 16 cycles, which are 8 ns.
long long clock64() { return static_cast<long long>(machine->turns.read_clock() * 16); }
#if !defined(__wasm__)  // There clock() is the C library's, which has another type.
long clock() { return static_cast<long>(clock64()); }
#endif
unsigned long long gridlock_global_nanoseconds() {
  return machine->turns.read_clock() * 8;
}
unsigned gridlock_multiprocessor() {
  machine->note_dependence();
  const Block* block = machine->current()->block;
  return block ? static_cast<unsigned>(block->sm) : 0;
}

}  // extern "C"

void __nanosleep(unsigned) { machine->turns.yield(GRIDLOCK_CALLED_FROM); }
