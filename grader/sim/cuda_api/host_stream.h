/// The ways in which API calls put work on streams and wait for it.
#pragma once

#include <cstdint>
#include <functional>

#include "sim/device/streams.h"

struct CUstream_st;

namespace gridlock::sim {

/// The stream that a handle names; null if it names none.
Stream* stream_from(CUstream_st* handle);
CUstream_st* handle_of(const Stream& stream);

/// The kind of graph node that does the same.
enum class WorkKind { copy, fill, memory };

/// Issues work to a stream; if `host_waits`, returns when it is done.
/// \param bytes that a copy or a fill covers; 0 for other work
/// \param staged whether it is a copy of what was pageable memory
void do_on_stream(Stream& stream, WorkKind kind, const std::function<void(Thread&)>& work,
                  bool host_waits, const char* call, std::uint64_t pc,
                  std::uint64_t bytes = 0, bool staged = false);

/// Waits until the stream, or every stream of the device, has nothing left to do. Waiting
/// for the legacy default stream is waiting for all blocking streams of its device.
void wait_for_stream(Stream& stream, const char* call, std::uint64_t pc);
void wait_for_device(int device, const char* call, std::uint64_t pc);

}  // namespace gridlock::sim
