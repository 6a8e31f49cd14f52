/// How API calls put work on streams and wait for it.
#pragma once

#include <cstdint>
#include <functional>

#include "sim/device/streams.h"

struct CUstream_st;

namespace gridlock::sim {

/// The stream that a handle names; null if it names none.
Stream* stream_from(CUstream_st* handle);
CUstream_st* handle_of(const Stream& stream);

/// A kind of stream work, named after the graph node that does it: copy, memset, memory.
enum class WorkKind { copy, fill, memory };

/// Issues work to a stream; with `host_waits`, returns when it is done.
/// \param bytes covered by a copy or a fill; 0 for other work
/// \param staged whether it copies from a staged copy of pageable memory
void do_on_stream(Stream& stream, WorkKind kind, const std::function<void(Thread&)>& work,
                  bool host_waits, const char* call, std::uint64_t pc,
                  std::uint64_t bytes = 0, bool staged = false);

/// Waits until the stream, or every stream of the device, is idle.  A wait for the legacy
/// default stream is a wait for all blocking streams of its device.
void wait_for_stream(Stream& stream, const char* call, std::uint64_t pc);
void wait_for_device(int device, const char* call, std::uint64_t pc);

}  // namespace gridlock::sim
