// The CUDA runtime API: captures of streams into graphs.
#include <algorithm>
#include <set>
#include <utility>

#include "cuda_runtime.h"
#include "sim/cuda_api/graph.h"
#include "sim/cuda_api/host_api.h"
#include "sim/cuda_api/host_error.h"
#include "sim/cuda_api/host_graph.h"
#include "sim/cuda_api/host_stream.h"
#include "sim/cuda_api/the_machine.h"

using namespace gridlock::sim;

namespace {

/// These nodes and all nodes on which they depend.
std::set<std::size_t> with_ancestors(const Graph& graph, std::vector<std::size_t> nodes) {
  std::set<std::size_t> found;
  while (!nodes.empty()) {
    const std::size_t node = nodes.back();
    nodes.pop_back();
    if (!found.insert(node).second) continue;
    const auto& after = graph.nodes[node].after;
    nodes.insert(nodes.end(), after.begin(), after.end());
  }
  return found;
}

/// The error with which a capture on the stream fails to begin; cudaSuccess if one can
/// begin.
cudaError_t check_begin(const Stream& stream, cudaStreamCaptureMode mode) {
  if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed)
    return cudaErrorInvalidValue;
  if (stream.legacy) return cudaErrorStreamCaptureUnsupported;
  return capture_of(stream) ? cudaErrorIllegalState : cudaSuccess;
}

cudaStreamCaptureStatus status_of(const Capture* capture) {
  if (!capture) return cudaStreamCaptureStatusNone;
  return capture->valid ? cudaStreamCaptureStatusActive
                        : cudaStreamCaptureStatusInvalidated;
}

}  // namespace

namespace gridlock::sim {

Capture& begin_capture(const Stream& stream, std::size_t graph,
                       std::vector<std::size_t> after) {
  Graphs& graphs = all_graphs();
  graphs.captures.push_back(
      {.graph = graph, .origin = stream.id, .last = {{stream.id, std::move(after)}}});
  graphs.of_stream[stream.id] = &graphs.captures.back();
  return graphs.captures.back();
}

Capture* capture_of(const Stream& stream) {
  if (!machine->api.graphs) return nullptr;
  const auto& captures = machine->api.graphs->of_stream;
  const auto found = captures.find(stream.id);
  return found == captures.end() ? nullptr : found->second;
}

void capture_node(Capture& capture, const Stream& stream, GraphNode node) {
  auto& nodes = all_graphs().graphs[capture.graph].nodes;
  node.after = std::exchange(capture.last[stream.id], {nodes.size()});
  nodes.push_back(std::move(node));
}

void capture_record(Capture& capture, const Stream& stream, const DeviceEvent& event) {
  all_graphs().of_event[event.id] = {&capture, capture.last[stream.id]};
}

void forget_capture(const DeviceEvent& event) {
  if (machine->api.graphs) all_graphs().of_event.erase(event.id);
}

cudaError_t capture_wait(const Stream& stream, const DeviceEvent& event) {
  if (!machine->api.graphs) return cudaSuccess;
  Capture* const mine = capture_of(stream);
  const auto found = all_graphs().of_event.find(event.id);
  if (found == all_graphs().of_event.end()) {
    if (!mine || !event.last) return cudaSuccess;
    invalidate(*mine);
    return cudaErrorStreamCaptureIsolation;
  }
  const auto& [capture, nodes] = found->second;
  if (mine && mine != capture) {
    invalidate(*mine);
    return cudaErrorStreamCaptureMerge;
  }
  all_graphs().of_stream[stream.id] = capture;
  add_to(capture->last[stream.id], nodes);
  return cudaSuccess;
}

void invalidate(Capture& capture) { capture.valid = false; }

cudaError_t captured(cudaError_t (*call)(cudaStream_t, const void*), const void* asked,
                     GraphNode& node) {
  Stream& stream = machine->streams.create(machine->api.device, false, 0, 0);
  const std::size_t graph = new_graph();
  begin_capture(stream, graph, {});
  const cudaError_t result = call(handle_of(stream), asked);
  Graphs& graphs = all_graphs();
  graphs.of_stream.erase(stream.id);
  Graph& made = graphs.graphs[graph];
  made.alive = false;
  if (!made.nodes.empty()) node.issue = std::move(made.nodes.back().issue);
  return result;
}

}  // namespace gridlock::sim

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t name, cudaStreamCaptureMode mode) {
  const Stream* stream = stream_from(name);
  if (!stream) return fail_without_stream(name);
  if (const cudaError_t error = check_begin(*stream, mode)) return fail(error);
  begin_capture(*stream, new_graph(), {});
  return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t name, cudaGraph_t* graph) {
  const Stream* stream = stream_from(name);
  if (!stream) return fail_without_stream(name);
  Capture* capture = capture_of(*stream);
  if (!capture || !graph) return fail(cudaErrorIllegalState);
  if (capture->origin != stream->id) return fail(cudaErrorStreamCaptureUnmatched);
  Graphs& graphs = all_graphs();
  const Graph& made = graphs.graphs[capture->graph];
  const auto joined = with_ancestors(made, capture->last[stream->id]);
  bool all_joined = true;
  for (const auto& [id, last] : capture->last) {
    graphs.of_stream.erase(id);
    for (const std::size_t node : last) all_joined = all_joined && joined.contains(node);
  }
  std::erase_if(graphs.of_event,
                [&](const auto& each) { return each.second.first == capture; });
  result(graph) = nullptr;
  if (!capture->valid) return fail(cudaErrorStreamCaptureInvalidated);
  if (!all_joined) return fail(cudaErrorStreamCaptureUnjoined);
  result(graph) = graph_handle(capture->graph);
  return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t name, cudaStreamCaptureStatus* status) {
  const Stream* stream = stream_from(name);
  if (!stream) return fail_without_stream(name);
  if (!status) return fail(cudaErrorInvalidValue);
  result(status) = status_of(capture_of(*stream));
  return cudaSuccess;
}

}  // extern "C"
