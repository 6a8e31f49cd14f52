/// Short names for writing litmus programs.
#pragma once

#include <utility>
#include <vector>

#include "oracle/program.h"

namespace gridlock::oracle::write {

using Ops = std::vector<Op>;

/// Plain accesses.
inline Op store(int variable, int value) { return {Kind::store, variable, value}; }
inline Op load(int variable) { return {Kind::load, variable}; }

/// A volatile access, which is relaxed.sys (PTX ISA 8.4.2).
inline Op set(int variable, int value) {
  return {Kind::store, variable, value, false, Order::relaxed};
}
inline Op see(int variable) { return {Kind::load, variable, 0, false, Order::relaxed}; }

/// atomicAdd, atomicAdd_block or atomicAdd_system; fetch_add if `order` is not relaxed.
inline Op add(int variable, int value = 1, Scope scope = Scope::device,
              Order order = Order::relaxed) {
  return {Kind::add, variable, value, false, order, scope, order == Order::relaxed};
}

/// Accesses by cuda::atomic_ref.
inline Op release(int variable, int value, Scope scope = Scope::device) {
  return {Kind::store, variable, value, false, Order::release, scope, false};
}
inline Op acquire(int variable, Scope scope = Scope::device) {
  return {Kind::load, variable, 0, false, Order::acquire, scope, false};
}

/// __threadfence, __threadfence_block or __threadfence_system.
inline Op fence(Scope scope = Scope::device) {
  return {Kind::fence, 0, 0, false, Order::seq_cst, scope};
}
inline Op fence_acq_rel(Scope scope = Scope::device) {
  return {Kind::fence, 0, 0, false, Order::acq_rel, scope, false};
}

inline Op sync() { return {Kind::barrier}; }

/// The thread's later statements run only if its last read returned `value`.
inline Op guard(int value) { return {Kind::guard, 0, value}; }

/// A plain store of the value that was read last.
inline Op pass_on(int variable) { return {Kind::store, variable, 0, true}; }

}  // namespace gridlock::oracle::write
