#include "sim/cuda_api/atomics.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "sim/cuda/gridlock_narrow_float.h"
#include "sim/cuda_api/hooks.h"
#include "sim/execution/arrivals.h"
#include "sim/execution/fence_names.h"

namespace gridlock::sim {

namespace {

std::int64_t as_signed(std::uint64_t bits, std::uint32_t size) {
  const unsigned unused = 64 - 8 * size;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

std::uint64_t new_value(const Rmw& rmw, std::uint64_t old) {
  const std::uint64_t operand = rmw.operand;
  const std::int64_t left = as_signed(old, rmw.size);
  const std::int64_t right = as_signed(operand, rmw.size);
  switch (rmw.operation) {
    case RmwOperation::add:
      return old + operand;
    case RmwOperation::subtract:
      return old - operand;
    case RmwOperation::exchange:
      return operand;
    case RmwOperation::min_signed:
      return left < right ? old : operand;
    case RmwOperation::max_signed:
      return left > right ? old : operand;
    case RmwOperation::min_unsigned:
      return std::min(old, operand);
    case RmwOperation::max_unsigned:
      return std::max(old, operand);
    case RmwOperation::increment:
      return old >= operand ? 0 : old + 1;
    case RmwOperation::decrement:
      return old == 0 || old > operand ? operand : old - 1;
    case RmwOperation::compare_exchange:
      return old == rmw.compare ? operand : old;
    case RmwOperation::bit_and:
      return old & operand;
    case RmwOperation::bit_or:
      return old | operand;
    case RmwOperation::bit_xor:
      return old ^ operand;
    case RmwOperation::add_float:
      return std::bit_cast<std::uint32_t>(
          std::bit_cast<float>(static_cast<std::uint32_t>(old)) +
          std::bit_cast<float>(static_cast<std::uint32_t>(operand)));
    case RmwOperation::add_double:
      return std::bit_cast<std::uint64_t>(std::bit_cast<double>(old) +
                                          std::bit_cast<double>(operand));
    case RmwOperation::add_half:
      return HalfFormat::add(static_cast<std::uint16_t>(old),
                             static_cast<std::uint16_t>(operand));
    case RmwOperation::add_bfloat:
      return BfloatFormat::add(static_cast<std::uint16_t>(old),
                               static_cast<std::uint16_t>(operand));
    case RmwOperation::arrive:
      return after_arrival(old, operand);
  }
  return old;
}

std::uint64_t truncated(std::uint64_t bits, std::uint32_t size) {
  return size == 8 ? bits : bits & ((std::uint64_t{1} << (8 * size)) - 1);
}

RmwEffect effect_now(void* operation) {
  const Rmw& rmw = *static_cast<const Rmw*>(operation);
  const std::uint64_t old = peek(reinterpret_cast<std::uintptr_t>(rmw.address), rmw.size);
  if (rmw.operation == RmwOperation::compare_exchange && old != rmw.compare)
    return RmwEffect::none;
  const bool changes = truncated(new_value(rmw, old), rmw.size) != old;
  return changes ? RmwEffect::change : RmwEffect::same;
}

constexpr std::uint32_t kWide = 16;

RmwEffect wide_effect(void* operation) {
  const auto& exchange = *static_cast<const WideExchange*>(operation);
  const bool differs =
      exchange.compare && std::memcmp(exchange.address, exchange.compare, kWide) != 0;
  if (differs) return RmwEffect::none;
  const bool changes = std::memcmp(exchange.address, exchange.value, kWide) != 0;
  return changes ? RmwEffect::change : RmwEffect::same;
}

// CUDA C++ compiles a seq_cst access to a fence.sc followed by an acquire access or, if
// it only writes, by a relaxed one.

void fence_of(MemoryOrder order, MemoryScope scope, std::uint64_t pc) {
  if (order == MemoryOrder::seq_cst) {
    machine->fences.fence(scope, true, kFenceOfAccess, pc);
    --machine->counters.fences;  // Only fences that the program itself executes count.
  }
}

constexpr MemoryOrder behind_fence(MemoryOrder order, bool reads) {
  if (order != MemoryOrder::seq_cst) return order;
  return reads ? MemoryOrder::acquire : MemoryOrder::relaxed;
}

/// Checks that an atomic write of host code leaves return addresses alone, like the check
/// of plain writes.  A kernel's thread may not write to a stack by an atomic operation at
/// all.
void check_stack(const void* address, std::uint32_t size, const std::byte* frame) {
  if (!machine->current()->block) check_frames(address_of(address), size, frame);
}

}  // namespace

std::uint64_t change_word(void* address, std::uint32_t size, RmwOperation operation,
                          std::uint64_t operand, std::uint64_t compare) {
  const Rmw rmw{.address = address,
                .size = size,
                .operation = operation,
                .operand = truncated(operand, size),
                .compare = truncated(compare, size)};
  const auto place = reinterpret_cast<std::uintptr_t>(address);
  const std::uint64_t old = peek(place, size);
  poke(place, size, new_value(rmw, old));
  return old;
}

std::uint64_t perform(const Rmw& rmw) {
  check_stack(rmw.address, rmw.size, rmw.frame);
  Rmw copy = rmw;
  copy.operand = truncated(rmw.operand, rmw.size);
  copy.compare = truncated(rmw.compare, rmw.size);
  fence_of(std::max(rmw.order, rmw.failure_order), rmw.scope, rmw.pc);
  const bool unused = std::exchange(machine->current()->result_is_unused, false);
  const bool adds =
      rmw.operation == RmwOperation::add || rmw.operation == RmwOperation::subtract;
  const AccessKind kind{.strength = strong(rmw.scope),
                        .order = behind_fence(rmw.order, true),
                        .failure_order = behind_fence(rmw.failure_order, true),
                        .takes_order = rmw.takes_order,
                        .read_modify_write = true,
                        .op = Op::read_modify_write,
                        .name = rmw.name,
                        .value_kind = rmw.value_kind,
                        .result_is_used = !unused,
                        .commutes = unused && adds && rmw.order == MemoryOrder::relaxed,
                        .only_writes = unused && rmw.operation == RmwOperation::exchange,
                        .compares = rmw.operation == RmwOperation::compare_exchange
                                        ? &copy.compare
                                        : nullptr};
  const std::uint64_t* old = machine->accesses.strong_access(
      reinterpret_cast<std::uintptr_t>(rmw.address), rmw.size, kind, rmw.pc, rmw.frame,
      effect_now, &copy);
  if (old) return *old;
  return change_word(rmw.address, rmw.size, rmw.operation, rmw.operand, rmw.compare);
}

void exchange_wide(const WideExchange& exchange, MemoryScope scope, std::uint64_t pc,
                   const std::byte* frame) {
  check_stack(exchange.address, kWide, frame);
  WideExchange copy = exchange;
  const AccessKind kind{.strength = strong(scope),
                        .order = MemoryOrder::relaxed,
                        .failure_order = MemoryOrder::relaxed,
                        .read_modify_write = true,
                        .op = Op::read_modify_write,
                        .name = exchange.compare ? "atomicCAS" : "atomicExch"};
  machine->accesses.strong_access(reinterpret_cast<std::uintptr_t>(exchange.address),
                                  kWide, kind, pc, frame, wide_effect, &copy);
  const bool takes_place = wide_effect(&copy) != RmwEffect::none;
  std::memcpy(exchange.old, exchange.address, kWide);
  if (takes_place) std::memcpy(exchange.address, exchange.value, kWide);
}

std::uint64_t load(const void* address, std::uint32_t size, MemoryOrder order,
                   MemoryScope scope, std::uint64_t pc, const std::byte* frame) {
  if (order == MemoryOrder::release || order == MemoryOrder::acq_rel)
    machine->report_misuse(gridlock::Misuse::Kind::load_that_releases, pc);
  fence_of(order, scope, pc);
  const AccessKind kind{.strength = strong(scope),
                        .order = behind_fence(order, true),
                        .takes_order = true,
                        .op = Op::atomic_load,
                        .name = "atomic load"};
  const auto place = reinterpret_cast<std::uintptr_t>(address);
  const std::uint64_t* old =
      machine->accesses.strong_access(place, size, kind, pc, frame);
  return old ? *old : peek(place, size);
}

void store(void* address, std::uint32_t size, std::uint64_t value, MemoryOrder order,
           MemoryScope scope, std::uint64_t pc, const std::byte* frame) {
  if (order == MemoryOrder::acquire || order == MemoryOrder::acq_rel)
    machine->report_misuse(gridlock::Misuse::Kind::store_that_acquires, pc);
  check_stack(address, size, frame);
  fence_of(order, scope, pc);
  const AccessKind kind{.write = true,
                        .strength = strong(scope),
                        .order = behind_fence(order, false),
                        .takes_order = true,
                        .op = Op::atomic_store,
                        .name = "atomic store"};
  machine->accesses.strong_access(reinterpret_cast<std::uintptr_t>(address), size, kind,
                                  pc, frame);
  std::memcpy(address, &value, size);
}

void announce(const void* address, std::uint32_t size, bool reads, bool writes,
              MemoryOrder order, std::uint64_t pc, const std::byte* frame) {
  fence_of(order, kSystemScope, pc);
  const bool both = reads && writes;
  const AccessKind kind{.write = writes && !reads,
                        .strength = strong(kSystemScope),
                        .order = behind_fence(order, reads),
                        .takes_order = true,
                        .read_modify_write = both,
                        .op = both    ? Op::read_modify_write
                              : reads ? Op::atomic_load
                                      : Op::atomic_store,
                        .name = both    ? "atomic read-modify-write"
                                : reads ? "atomic load"
                                        : "atomic store"};
  const auto word = reinterpret_cast<std::uintptr_t>(address);
  const std::uint64_t* old = machine->accesses.strong_access(
      word, size, kind, pc, frame, [](void*) { return RmwEffect::change; });
  if (old) machine->accesses.substitute(word, size, *old);
}

MemoryScope scope_of_number(int scope) {
  constexpr int kCluster = 4;
  if (scope != kCluster) return static_cast<MemoryScope>(scope - 1);
  const Thread* thread = machine->current();
  const bool has_clusters =
      thread && thread->block && thread->block->kernel->cluster.count() > 1;
  return has_clusters ? kDeviceScope : kBlockScope;
}

}  // namespace gridlock::sim
