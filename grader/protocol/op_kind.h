/// The kind of an operation, for code: the names of operations are for readers.
#pragma once

#include <string_view>

namespace gridlock {

enum class OpKind {
  read,   ///< An ordinary one, not volatile or atomic.
  write,  ///< An ordinary one, too.
  exchange,
  compare_exchange,
  fence,
  launch,
  memcpy_async,
  other_async,  ///< Another call that need not wait for its stream.
  create_event,
  event_or_wait,  ///< Any other call about an event, or a wait of the host.
  allocate,
  spin,         ///< A loop that polls memory.
  failed_call,  ///< A call whose error another call returned.
  other,
};

inline constexpr const char* kSpinningOp = "spinning";
inline constexpr const char* kFailedCallOp = "failed call";

/// The kind of the operation that readers know by this name.
constexpr OpKind op_kind(std::string_view name) {
  const auto has = [&](std::string_view part) { return name.find(part) != name.npos; };
  if (name == "read") return OpKind::read;
  if (name == "write") return OpKind::write;
  if (name == "launch") return OpKind::launch;
  if (name == kSpinningOp) return OpKind::spin;
  if (name == kFailedCallOp) return OpKind::failed_call;
  if (name == "cudaMemcpyAsync") return OpKind::memcpy_async;
  if (name.starts_with("__threadfence")) return OpKind::fence;
  if (has("CAS") || has("compare")) return OpKind::compare_exchange;
  if (has("xch")) return OpKind::exchange;
  if (name.ends_with("Async")) return OpKind::other_async;
  if (name.starts_with("cudaEventCreate")) return OpKind::create_event;
  if (name.starts_with("cudaMalloc") || name == "cudaHostAlloc") return OpKind::allocate;
  return has("Event") || has("Synchronize") ? OpKind::event_or_wait : OpKind::other;
}

}  // namespace gridlock
