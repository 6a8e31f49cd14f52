/// \file
/// Work that is captured from streams for a graph instead of being issued.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "driver_types.h"
#include "sim/device/streams.h"

namespace gridlock::sim {

/// Issues a node's work to a stream; `pc` is that of the graph's launch.
using IssueNode = std::function<void(Stream& stream, std::uint64_t pc)>;

struct Capture;

/// The capture that the stream takes part in; null if it takes part in none.
Capture* capture_of(const Stream& stream);

/// Adds a node that comes after the stream's last ones.
void capture_node(Capture& capture, const Stream& stream, IssueNode issue);

/// The event stands for what the stream has captured so far.
void capture_record(Capture& capture, const Stream& stream, const DeviceEvent& event);

/// The event is recorded anew, outside of a capture.
void forget_capture(const DeviceEvent& event);

/// If the event was recorded in a capture, the stream takes part in it from now on, after
/// that record.
/// \returns cudaSuccess, or why the stream cannot wait for the event; what is left to do
///   if neither takes part in a capture is `capture_of(stream) == nullptr`
cudaError_t capture_wait(const Stream& stream, const DeviceEvent& event);

/// The stream was asked for what a capture cannot have, such as a wait of the host.
void invalidate(Capture& capture);

/// What the call returns if so.
#define GRIDLOCK_NOT_WHILE_CAPTURING(stream)                               \
  if (gridlock::sim::Capture* capture = gridlock::sim::capture_of(stream)) \
  return gridlock::sim::invalidate(*capture), fail(cudaErrorStreamCaptureUnsupported)

}  // namespace gridlock::sim
