#include "sim/explain/parts.h"

namespace gridlock::sim {

StepKind kind_of(const Event& event) {
  if (event.only_read) return StepKind::atomic;
  switch (event.op) {
    case Op::read:
    case Op::volatile_read:
    case Op::atomic_load:
      return StepKind::read;
    case Op::write:
    case Op::volatile_write:
    case Op::atomic_store:
      return StepKind::write;
    case Op::read_modify_write:
      return StepKind::atomic;
    case Op::fence:
      return StepKind::fence;
    case Op::barrier_arrive:
      return StepKind::barrier;
  }
  return StepKind::call;
}

MemoryScope needed_scope(const Actor& a, const Actor& b) {
  if (a.host || b.host || a.device != b.device) return kSystemScope;
  return a.block_uid == b.block_uid ? kBlockScope : kDeviceScope;
}

OtherEnd other_end(const Actor& own, const Actor& other) {
  return {.is_host = other.host,
          .block = other.block,
          .device = other.device,
          .on_other_device = own.device != other.device,
          .in_other_kernel = own.kernel_number != other.kernel_number};
}

ScopeTooNarrow too_narrow(const gridlock::Operation& operation, MemoryScope scope,
                          const Actor& own, const Actor& other) {
  return {operation, as_scope(scope), as_scope(needed_scope(own, other)),
          other_end(own, other)};
}

}  // namespace gridlock::sim
