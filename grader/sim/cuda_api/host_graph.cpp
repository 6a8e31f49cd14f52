// The CUDA runtime API: graphs, their nodes, and their launches.
#include "sim/cuda_api/host_graph.h"

#include <algorithm>
#include <utility>

#include "cuda_runtime.h"
#include "sim/cuda_api/call_site.h"
#include "sim/cuda_api/graph.h"
#include "sim/cuda_api/host_api.h"
#include "sim/cuda_api/host_error.h"
#include "sim/cuda_api/host_stream.h"
#include "sim/cuda_api/the_machine.h"

using namespace gridlock::sim;

namespace {

/// Compares what an update of an instance cannot change.  Node number i of `has` belongs
/// to node number i of the graph.
cudaGraphExecUpdateResultInfo compare(const std::vector<GraphNode>& has,
                                      std::size_t graph) {
  const auto& gets = all_graphs().graphs[graph].nodes;
  if (has.size() != gets.size())
    return {cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
  for (std::size_t i = 0; i < gets.size(); ++i) {
    const auto differs =
        has[i].after != gets[i].after     ? cudaGraphExecUpdateErrorTopologyChanged
        : has[i].type != gets[i].type     ? cudaGraphExecUpdateErrorNodeTypeChanged
        : has[i].memory != gets[i].memory ? cudaGraphExecUpdateErrorParametersChanged
                                          : cudaGraphExecUpdateSuccess;
    if (differs) return {differs, node_handle({graph, i}), nullptr};
  }
  return {};
}

}  // namespace

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags) {
  if (!graph || flags) return fail(cudaErrorInvalidValue);
  result(graph) = graph_handle(new_graph());
  return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t name) {
  Graph* graph = graph_from(name);
  if (!graph) return fail(cudaErrorInvalidValue);
  graph->alive = false;
  return cudaSuccess;
}
cudaError_t cudaGraphGetNodes(cudaGraph_t name, cudaGraphNode_t* into, size_t* count) {
  const Graph* graph = graph_from(name);
  if (!graph || !count) return fail(cudaErrorInvalidValue);
  std::vector<cudaGraphNode_t> nodes;
  for (std::size_t i = 0; i < graph->nodes.size(); ++i)
    nodes.push_back(node_handle({number_of(name), i}));
  if (into) {
    check_result(into, std::min(*count, SIZE_MAX / sizeof *into) * sizeof *into);
    std::fill_n(into, *count, nullptr);
    std::copy_n(nodes.begin(), std::min(*count, nodes.size()), into);
  }
  result(count) = into ? std::min(*count, nodes.size()) : nodes.size();
  return cudaSuccess;
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t name, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData* edges, size_t count) {
  if (!graph_from(name) || (count && (!from || !to))) return fail(cudaErrorInvalidValue);
  if (!are_ordinary(edges, count)) return fail(cudaErrorNotSupported);
  for (size_t i = 0; i < count; ++i) {
    const auto first = place_of(from[i]), second = place_of(to[i]);
    if (!first || !second || first->graph != number_of(name) ||
        second->graph != number_of(name))
      return fail(cudaErrorInvalidValue);
    auto& after = node_at(*second).after;
    if (std::find(after.begin(), after.end(), first->node) != after.end())
      return fail(cudaErrorInvalidValue);
    after.push_back(first->node);
  }
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
  auto instance = instance_of(number_of(name));
  if (!instance) return fail(cudaErrorInvalidValue);
  instance->flags = flags;
  ++graph->instances;
  all_graphs().execs.push_back(std::move(*instance));
  result(exec) = exec_handle(all_graphs().execs.size() - 1);
  return cudaSuccess;
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                          unsigned long long flags) {
  return cudaGraphInstantiate(exec, graph, flags);
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t name) {
  GraphExec* exec = exec_from(name);
  if (!exec) return fail(cudaErrorInvalidValue);
  exec->alive = false;  // A launch in flight goes on.
  --all_graphs().graphs[exec->graph].instances;
  return cudaSuccess;
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t name, cudaGraph_t from,
                                cudaGraphExecUpdateResultInfo* info) {
  GraphExec* exec = exec_from(name);
  const Graph* graph = graph_from(from);
  if (info) result(info) = {cudaGraphExecUpdateError, nullptr, nullptr};
  if (!exec || !graph) return fail(cudaErrorInvalidValue);
  const cudaGraphExecUpdateResultInfo result = compare(exec->nodes, number_of(from));
  if (info) gridlock::sim::result(info) = result;
  if (result.result != cudaGraphExecUpdateSuccess)
    return fail(cudaErrorGraphExecUpdateFailure);
  // Work that a launch has already issued keeps its parameters.
  for (std::size_t i = 0; i < graph->nodes.size(); ++i)
    exec->nodes[i].issue = graph->nodes[i].issue;
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
  // Before its nodes begin, a launch changes some state that the last launch uses.  So it
  // waits until the last launch has ended.
  if (has_memory(exec->graph) && exec->last_end)
    machine->streams.issue_wait(*stream, exec->last_end, "cudaGraphLaunch", pc);
  if (const cudaError_t error = begin_memory(*exec, *stream, pc)) return fail(error);
  machine->streams.issue_graph(*stream, [&] { issue_graph(*exec, *stream, pc); });
  machine->wake_host();
  machine->turns.synchronization_point();
  return cudaSuccess;
}

}  // extern "C"
