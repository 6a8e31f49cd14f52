/// Capture: calls on a stream become nodes of a graph.
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

/// A node, and the numbers of its dependencies.
struct GraphNode {
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  /// Null for a node that only joins others, and for a type that is issued in a way of
  /// its own.
  IssueNode issue{};
  /// The graphs that the node may execute, by their numbers: the one child of a child
  /// graph node, or the bodies of a conditional node.
  std::vector<std::size_t> bodies{};
  /// A conditional node's handle, and the value for each of its bodies.
  cudaGraphConditionalHandle condition = 0;
  cudaGraphConditionalNodeType condition_type = cudaGraphCondTypeIf;
  std::uintptr_t memory = 0;  ///< The address of a memory node.
  std::vector<std::size_t> after{};
  bool alive = true;
};

struct Capture;

/// The capture that the stream takes part in; null if it takes part in none.
Capture* capture_of(const Stream& stream);

/// Adds a node that comes after the stream's last ones.
void capture_node(Capture& capture, const Stream& stream, GraphNode node);

/// The event stands for what the stream has captured so far.
void capture_record(Capture& capture, const Stream& stream, const DeviceEvent& event);

/// The event is recorded anew, outside of a capture.
void forget_capture(const DeviceEvent& event);

/// If the event was recorded in a capture, the stream takes part in it from now on, after
/// that record.
/// \returns cudaSuccess, or why the stream cannot wait for the event; `capture_of(stream)
/// == nullptr` afterwards if neither takes part in a capture
cudaError_t capture_wait(const Stream& stream, const DeviceEvent& event);

/// The stream was given a call that a capture cannot have, such as a wait of the host.
void invalidate(Capture& capture);

/// Nodes that record an event, or wait for its last record, each time the graph is
/// launched.
GraphNode event_record_node(const DeviceEvent& event);
GraphNode event_wait_node(const DeviceEvent& event);

/// cudaMallocAsync or cudaFreeAsync on a stream that captures.
/// \returns cudaSuccess, or why not
cudaError_t capture_allocation(Capture& capture, const Stream& stream, void** pointer,
                               std::size_t size, std::uint64_t pc);
cudaError_t capture_free(Capture& capture, const Stream& stream, void* pointer,
                         std::uint64_t pc);

/// Whether the last launch that allocated this memory of a graph leaves freeing to
/// others, and it has not been freed.
bool may_free_outside(std::uintptr_t address);

/// The memory of a graph is freed: by a node, or otherwise.
void note_end_of_use(std::uintptr_t address);

/// Returns an error from the calling function if the stream is capturing.
#define GRIDLOCK_NOT_WHILE_CAPTURING(stream)                               \
  if (gridlock::sim::Capture* capture = gridlock::sim::capture_of(stream)) \
  return gridlock::sim::invalidate(*capture), fail(cudaErrorStreamCaptureUnsupported)

}  // namespace gridlock::sim
