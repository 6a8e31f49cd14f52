// The CUDA runtime API: graphs, their nodes, and their launches.
#include "sim/cuda_api/host_graph.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "cuda_runtime.h"
#include "sim/cuda_api/call_site.h"
#include "sim/cuda_api/graph.h"
#include "sim/cuda_api/graph_launch.h"
#include "sim/cuda_api/graph_memory.h"
#include "sim/cuda_api/host_error.h"
#include "sim/cuda_api/host_stream.h"
#include "sim/cuda_api/the_machine.h"

using namespace gridlock::sim;

#define GRIDLOCK_HERE call_site(__builtin_frame_address(0))

namespace {

/// Returns the number of nodes and, if the caller has room for them, as many nodes as
/// fit.
cudaError_t tell(const std::vector<NodePlace>& nodes, cudaGraphNode_t* into,
                 size_t* count) {
  if (!count) return fail(cudaErrorInvalidValue);
  if (into)
    for (size_t i = 0; i < *count; ++i)
      into[i] = i < nodes.size() ? node_handle(nodes[i]) : nullptr;
  *count = into ? std::min(*count, nodes.size()) : nodes.size();
  return cudaSuccess;
}

/// The nodes of the graph for which the predicate holds.
template <class Predicate>
std::vector<NodePlace> nodes_of(std::size_t graph, Predicate predicate) {
  std::vector<NodePlace> found;
  const auto& nodes = all_graphs().graphs[graph].nodes;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i].alive && predicate(nodes[i])) found.push_back({graph, i});
  return found;
}

/// Adds edges to the graph, or removes them.
cudaError_t change_edges(cudaGraph_t name, const cudaGraphNode_t* from,
                         const cudaGraphNode_t* to, const cudaGraphEdgeData* edges,
                         size_t count, bool add) {
  if (!graph_from(name) || (count && (!from || !to))) return fail(cudaErrorInvalidValue);
  if (!are_ordinary(edges, count)) return fail(cudaErrorNotSupported);
  const std::size_t graph = number_of(name);
  if (!add && has_memory(graph)) return fail(cudaErrorNotSupported);
  for (size_t i = 0; i < count; ++i) {
    const auto first = place_of(from[i]), second = place_of(to[i]);
    if (!first || !second || first->graph != graph || second->graph != graph)
      return fail(cudaErrorInvalidValue);
    auto& after = node_at(*second).after;
    const auto edge = std::find(after.begin(), after.end(), first->node);
    if (add != (edge == after.end())) return fail(cudaErrorInvalidValue);
    if (add)
      after.push_back(first->node);
    else
      after.erase(edge);
  }
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags) {
  if (!graph || flags) return fail(cudaErrorInvalidValue);
  *graph = graph_handle(new_graph());
  return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t name) {
  if (!graph_from(name)) return fail(cudaErrorInvalidValue);
  destroy_graph(number_of(name));
  return cudaSuccess;
}
cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t original) {
  if (!graph_from(original) || !clone) return fail(cudaErrorInvalidValue);
  if (has_memory(number_of(original))) return fail(cudaErrorNotSupported);
  *clone = graph_handle(clone_graph(number_of(original)));
  return cudaSuccess;
}
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original,
                                     cudaGraph_t clone) {
  const auto place = place_of(original);
  if (!node || !place || !graph_from(clone)) return fail(cudaErrorInvalidValue);
  // The nodes of a copy have the same numbers as those of the original.
  const cudaGraphNode_t found = node_handle({number_of(clone), place->node});
  if (!place_of(found)) return fail(cudaErrorInvalidValue);
  *node = found;
  return cudaSuccess;
}
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t name) {
  const auto place = place_of(name);
  if (!place) return fail(cudaErrorInvalidValue);
  if (has_memory(place->graph)) return fail(cudaErrorNotSupported);
  GraphNode& node = node_at(*place);
  for (const std::size_t body : node.bodies) destroy_graph(body);
  node.alive = false;
  node.after.clear();
  for (GraphNode& other : all_graphs().graphs[place->graph].nodes)
    std::erase(other.after, place->node);
  return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t name, cudaGraphNode_t* nodes, size_t* count) {
  if (!graph_from(name)) return fail(cudaErrorInvalidValue);
  return tell(nodes_of(number_of(name), [](const GraphNode&) { return true; }), nodes,
              count);
}
cudaError_t cudaGraphGetRootNodes(cudaGraph_t name, cudaGraphNode_t* nodes,
                                  size_t* count) {
  if (!graph_from(name)) return fail(cudaErrorInvalidValue);
  return tell(
      nodes_of(number_of(name), [](const GraphNode& node) { return node.after.empty(); }),
      nodes, count);
}
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t name, cudaGraphNode_t* nodes,
                                         cudaGraphEdgeData* edges, size_t* count) {
  const auto place = place_of(name);
  if (!place || (edges && !nodes)) return fail(cudaErrorInvalidValue);
  std::vector<NodePlace> before;
  for (const std::size_t each : node_at(*place).after)
    before.push_back({place->graph, each});
  if (edges && count)
    std::fill_n(edges, std::min(*count, before.size()), cudaGraphEdgeData{});
  return tell(before, nodes, count);
}
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t name, cudaGraphNode_t* nodes,
                                           cudaGraphEdgeData* edges, size_t* count) {
  const auto place = place_of(name);
  if (!place || (edges && !nodes)) return fail(cudaErrorInvalidValue);
  const auto behind = nodes_of(place->graph, [&](const GraphNode& node) {
    return std::find(node.after.begin(), node.after.end(), place->node) !=
           node.after.end();
  });
  if (edges && count)
    std::fill_n(edges, std::min(*count, behind.size()), cudaGraphEdgeData{});
  return tell(behind, nodes, count);
}
cudaError_t cudaGraphGetEdges(cudaGraph_t name, cudaGraphNode_t* from,
                              cudaGraphNode_t* to, cudaGraphEdgeData* edges,
                              size_t* count) {
  if (!graph_from(name) || !count || !from != !to || (edges && !from))
    return fail(cudaErrorInvalidValue);
  std::vector<NodePlace> first, second;
  for (const NodePlace& node :
       nodes_of(number_of(name), [](const GraphNode&) { return true; }))
    for (const std::size_t before : node_at(node).after) {
      first.push_back({node.graph, before});
      second.push_back(node);
    }
  if (edges) std::fill_n(edges, std::min(*count, first.size()), cudaGraphEdgeData{});
  size_t room = *count;
  tell(first, from, &room);
  return tell(second, to, count);
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData* edges, size_t count) {
  return change_edges(graph, from, to, edges, count, true);
}
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to,
                                        const cudaGraphEdgeData* edges, size_t count) {
  return change_edges(graph, from, to, edges, count, false);
}
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  const auto place = place_of(node);
  if (!place || !type) return fail(cudaErrorInvalidValue);
  *type = node_at(*place).type;
  return cudaSuccess;
}
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
  const auto place = place_of(node);
  if (!place || !graph || node_at(*place).type != cudaGraphNodeTypeGraph ||
      node_at(*place).bodies.empty())
    return fail(cudaErrorInvalidValue);
  *graph = graph_handle(node_at(*place).bodies.front());
  return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t name,
                                 unsigned long long flags) {
  Graph* graph = graph_from(name);
  if (!graph || !exec) return fail(cudaErrorInvalidValue);
  constexpr unsigned long long kFlags =
      cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUseNodePriority;
  if (flags & ~kFlags) return fail(cudaErrorNotSupported);
  if (has_memory(number_of(name)) && graph->instances > 0)
    return fail(cudaErrorNotSupported);
  const auto instance = instance_of(number_of(name));
  if (!instance) return fail(cudaErrorInvalidValue);
  instance->flags = flags;
  ++graph->instances;
  all_graphs().execs.push_back(*instance);
  *exec = exec_handle(all_graphs().execs.size() - 1);
  return cudaSuccess;
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                          unsigned long long flags) {
  return cudaGraphInstantiate(exec, graph, flags);
}
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* asked) {
  if (!asked) return fail(cudaErrorInvalidValue);
  const bool uploads = asked->flags & cudaGraphInstantiateFlagUpload;
  if (uploads && !stream_from(asked->uploadStream))
    return fail_without_stream(asked->uploadStream);
  const cudaError_t error = cudaGraphInstantiate(
      exec, graph,
      asked->flags & ~static_cast<unsigned long long>(cudaGraphInstantiateFlagUpload));
  asked->errNode_out = nullptr;
  asked->result_out = error == cudaSuccess ? cudaGraphInstantiateSuccess
                      : error == cudaErrorInvalidValue
                          ? cudaGraphInstantiateInvalidStructure
                          : cudaGraphInstantiateError;
  return error;
}
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t name, unsigned long long* flags) {
  const GraphExec* exec = exec_from(name);
  if (!exec || !flags) return fail(cudaErrorInvalidValue);
  *flags = exec->flags;
  return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t name) {
  GraphExec* exec = exec_from(name);
  if (!exec) return fail(cudaErrorInvalidValue);
  exec->alive = false;  // A launch in flight goes on.
  --all_graphs().graphs[exec->graph].instances;
  return cudaSuccess;
}
cudaError_t cudaGraphUpload(cudaGraphExec_t name, cudaStream_t stream) {
  if (!exec_from(name)) return fail(cudaErrorInvalidValue);
  return stream_from(stream) ? cudaSuccess : fail_without_stream(stream);
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t name, cudaStream_t handle) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  GraphExec* exec = exec_from(name);
  Stream* stream = stream_from(handle);
  if (!exec) return fail(cudaErrorInvalidValue);
  if (!stream) return fail_without_stream(handle);
  if (Capture* capture = capture_of(*stream)) {
    if (has_memory(exec->graph)) return fail(cudaErrorStreamCaptureUnsupported);
    const auto issue = [copy = std::make_shared<GraphExec>(*exec)](Stream& target,
                                                                   std::uint64_t pc) {
      issue_graph(*copy, target, pc);
    };
    capture_node(*capture, *stream, {.type = cudaGraphNodeTypeGraph, .issue = issue});
    return cudaSuccess;
  }
  const std::uint64_t pc = GRIDLOCK_HERE;
  // A launch changes some state before its nodes begin, so it waits until the last
  // launch, which uses that state, has ended.
  if (has_memory(exec->graph) && exec->last_end)
    machine->streams.issue_wait(*stream, exec->last_end, "cudaGraphLaunch", pc);
  if (const cudaError_t error = begin_memory(*exec, *stream, pc)) return fail(error);
  machine->streams.issue_graph(*stream, [&] { issue_graph(*exec, *stream, pc); });
  machine->wake_host();
  machine->turns.synchronization_point();
  return cudaSuccess;
}

}  // extern "C"
