#include "oracle/statements.h"

namespace gridlock::oracle {

Scope Statements::scope() {
  return one_in(10) ? Scope::block : one_in(4) ? Scope::system : Scope::device;
}

Op Statements::fence() {
  Op op = write::fence(scope());
  op.builtin = !one_in(3);
  if (!op.builtin && !one_in(4)) op.order = Order::acq_rel;
  return op;
}

void Statements::maybe_fence(write::Ops& ops) {
  if (!one_in(4)) ops.push_back(fence());
}

Op Statements::by_reference(Kind kind, int variable, int value) {
  Op op{kind, variable, value, false, Order::relaxed, scope(), false};
  const bool reads = op.reads(), writes = op.writes();
  switch (below(8)) {
    case 0:
    case 1:
      break;
    case 2:
      op.order = Order::seq_cst;
      break;
    default:
      op.order = reads && writes ? Order::acq_rel
                 : reads         ? Order::acquire
                                 : Order::release;
      if (reads && writes && one_in(2))
        op.order = one_in(2) ? Order::acquire : Order::release;
  }
  return op;
}

Op Statements::strong(Kind kind, int variable, int value) {
  if (one_in(3)) return by_reference(kind, variable, value);
  Op op{kind, variable, value, false, Order::relaxed, Scope::system, true};
  if (op.reads() && op.writes()) op.scope = scope();
  return op;
}

Op Statements::plain(Kind kind, int variable, int value) {
  return {kind, variable, value};
}

Op Statements::data(Kind kind, int variable, int value) {
  return one_in(6) ? strong(kind, variable, value) : plain(kind, variable, value);
}

Op Statements::signal(int variable) {
  switch (below(3)) {
    case 0:
      return strong(Kind::add, variable, 1);
    case 1:
      return strong(Kind::exchange, variable, 1);
    default:
      return strong(Kind::store, variable, 1);
  }
}

Op Statements::observe(int variable) {
  return one_in(4) ? strong(Kind::add, variable, 0) : strong(Kind::load, variable);
}

Op Statements::payload(int variable) {
  return data(one_in(4) ? Kind::store : Kind::load, variable, 7);
}

void Statements::change_strength(Op& op) {
  if (op.kind != Kind::load && op.kind != Kind::store) return;
  const bool stores_last_read = op.stores_last_read;
  op = op.order == Order::weak ? strong(op.kind, op.variable, op.value)
                               : plain(op.kind, op.variable, op.value);
  op.stores_last_read = stores_last_read;
}

void Statements::change_order(Op& op) {
  if (op.kind == Kind::fence) {
    op = fence();
  } else if (op.order != Order::weak) {
    const bool stores_last_read = op.stores_last_read;
    op = strong(op.kind, op.variable, op.value);
    op.stores_last_read = stores_last_read;
  }
}

}  // namespace gridlock::oracle
