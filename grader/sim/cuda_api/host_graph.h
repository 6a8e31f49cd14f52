/// Capture: calls on a stream become nodes of a graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "driver_types.h"
#include "sim/device/streams.h"

namespace gridlock::sim {

/// Issues a node's work to a stream; `pc` is the call that launches the graph.
using IssueNode = std::function<void(Stream& stream, std::uint64_t pc)>;

/// A node, and the numbers of its dependencies.
struct GraphNode {
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  /// Null for a node that only joins others.
  IssueNode issue{};
  std::uintptr_t memory = 0;  ///< The address that a memory node allocates or frees.
  std::vector<std::size_t> after{};
};

struct Capture;

/// The capture in which the stream takes part; null if there is none.
Capture* capture_of(const Stream& stream);

/// Adds a node after the last nodes of the stream.
void capture_node(Capture& capture, const Stream& stream, GraphNode node);

/// Makes the event stand for what the stream has captured so far.
void capture_record(Capture& capture, const Stream& stream, const DeviceEvent& event);

/// Forgets that the event was recorded in a capture, because it is recorded outside now.
void forget_capture(const DeviceEvent& event);

/// If the event was recorded in a capture, makes the stream take part in that capture
/// from now on, after the record.
/// \returns cudaSuccess, or why the stream cannot wait for the event; if neither takes
/// part in a capture, `capture_of(stream)` is still null afterwards
cudaError_t capture_wait(const Stream& stream, const DeviceEvent& event);

/// Invalidates the capture, because its stream was given a call that is not allowed in a
/// capture, such as a wait by the host.
void invalidate(Capture& capture);

/// Make nodes that record an event, or wait for its last record, at each launch of the
/// graph.
GraphNode event_record_node(const DeviceEvent& event);
GraphNode event_wait_node(const DeviceEvent& event);

/// cudaMallocAsync or cudaFreeAsync on a stream that captures.
/// \returns cudaSuccess, or the error
cudaError_t capture_allocation(Capture& capture, const Stream& stream, void** pointer,
                               std::size_t size, std::uint64_t pc);
cudaError_t capture_free(Capture& capture, const Stream& stream, void* pointer,
                         std::uint64_t pc);

/// Whether this memory of a graph is allocated and no node of that graph frees it.
bool may_free_outside(std::uintptr_t address);

/// Notes that the memory of a graph is freed, by a node or otherwise.
void note_end_of_use(std::uintptr_t address);

/// Returns an error from the calling function if the stream is capturing.
#define GRIDLOCK_NOT_WHILE_CAPTURING(stream)                               \
  if (gridlock::sim::Capture* capture = gridlock::sim::capture_of(stream)) \
  return gridlock::sim::invalidate(*capture), fail(cudaErrorStreamCaptureUnsupported)

}  // namespace gridlock::sim
