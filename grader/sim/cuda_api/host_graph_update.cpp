// The CUDA runtime API: changing the parameters of nodes, in graphs and in instances.
// Work that a launch has already issued keeps its parameters.
#include <utility>

#include "cuda_runtime.h"
#include "sim/cuda_api/graph.h"
#include "sim/cuda_api/graph_nodes.h"
#include "sim/cuda_api/host_error.h"
#include "sim/cuda_api/the_machine.h"

using namespace gridlock::sim;

namespace {

/// Replaces the node's work by that of another node of the same type.
cudaError_t change(MadeNode made, cudaGraphNode_t name) {
  const auto place = place_of(name);
  if (made.error == cudaSuccess && (!place || node_at(*place).type != made.node.type))
    made.error = cudaErrorInvalidValue;
  if (made.error != cudaSuccess) return fail(made.error);
  GraphNode& changed = node_at(*place);
  changed.issue = std::move(made.node.issue);
  changed.bodies = std::move(made.node.bodies);
  return cudaSuccess;
}

/// The node of the instance that was made from `node`, if it has this type.
ExecNode* node_of(cudaGraphExec_t name, cudaGraphNode_t node, cudaGraphNodeType type) {
  GraphExec* exec = exec_from(name);
  const auto place = place_of(node);
  ExecNode* found = exec && place ? changeable_node(*exec, *place) : nullptr;
  return found && found->node.type == type ? found : nullptr;
}

/// Compares the properties that an update of an instance cannot change.
cudaGraphExecUpdateResult compare(const ExecNode& has, const GraphNode& gets);

cudaGraphExecUpdateResultInfo compare(const GraphExec& exec, std::size_t number) {
  const auto& nodes = all_graphs().graphs[number].nodes;
  if (exec.nodes.size() != nodes.size())
    return {cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (const auto differs = compare(exec.nodes[i], nodes[i]))
      return {differs, node_handle({number, i}), nullptr};
  return {};
}

cudaGraphExecUpdateResult compare(const ExecNode& has, const GraphNode& gets) {
  if (has.node.after != gets.after) return cudaGraphExecUpdateErrorTopologyChanged;
  if (has.node.type != gets.type) return cudaGraphExecUpdateErrorNodeTypeChanged;
  if (has.node.memory != gets.memory || has.bodies.size() != gets.bodies.size())
    return cudaGraphExecUpdateErrorParametersChanged;
  for (std::size_t i = 0; i < gets.bodies.size(); ++i)
    if (const auto differs = compare(*has.bodies[i], gets.bodies[i]).result)
      return differs;
  return cudaGraphExecUpdateSuccess;
}

/// Gives the instance the parameters of a graph that differs only in parameters.
void update(GraphExec& exec, std::size_t graph) {
  for (std::size_t i = 0; i < exec.nodes.size(); ++i) {
    const GraphNode& gets = all_graphs().graphs[graph].nodes[i];
    ExecNode& node = exec.nodes[i];
    node.node.issue = gets.issue;
    for (std::size_t body = 0; body < gets.bodies.size(); ++body) {
      auto updated = std::make_shared<GraphExec>(*node.bodies[body]);
      update(*updated, gets.bodies[body]);
      node.bodies[body] = updated;
    }
  }
}

/// Replaces the work of a node of the instance.
cudaError_t change(const MadeNode& made, cudaGraphExec_t exec, cudaGraphNode_t name) {
  const GraphNode& node = made.node;
  if (made.error != cudaSuccess) return fail(made.error);
  ExecNode* changed = node_of(exec, name, node.type);
  if (!changed) return fail(cudaErrorInvalidValue);
  if (node.bodies.empty()) {
    changed->node.issue = node.issue;
    return cudaSuccess;
  }
  if (changed->bodies.empty() ||
      compare(*changed->bodies.front(), node.bodies.front()).result)
    return fail(cudaErrorGraphExecUpdateFailure);
  auto updated = std::make_shared<GraphExec>(*changed->bodies.front());
  update(*updated, node.bodies.front());
  changed->bodies.front() = updated;
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t name, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* info) {
  GraphExec* exec = exec_from(name);
  if (info) *info = {cudaGraphExecUpdateError, nullptr, nullptr};
  if (!exec || !graph_from(graph)) return fail(cudaErrorInvalidValue);
  const cudaGraphExecUpdateResultInfo result = compare(*exec, number_of(graph));
  if (info) *info = result;
  if (result.result != cudaGraphExecUpdateSuccess)
    return fail(cudaErrorGraphExecUpdateFailure);
  update(*exec, number_of(graph));
  return cudaSuccess;
}

// Each pair of functions changes a node of a graph, and a node of an instance.
#define GRIDLOCK_CHANGES(of_graph, of_instance, type, made)                             \
  cudaError_t of_graph(cudaGraphNode_t name, type asked) { return change(made, name); } \
  cudaError_t of_instance(cudaGraphExec_t exec, cudaGraphNode_t name, type asked) {     \
    return change(made, exec, name);                                                    \
  }
GRIDLOCK_CHANGES(cudaGraphNodeSetParams, cudaGraphExecNodeSetParams, cudaGraphNodeParams*,
                 asked ? make_node(*asked) : MadeNode{cudaErrorInvalidValue})
GRIDLOCK_CHANGES(cudaGraphKernelNodeSetParams, cudaGraphExecKernelNodeSetParams,
                 const cudaKernelNodeParams*, make_kernel_node(asked))
GRIDLOCK_CHANGES(cudaGraphMemcpyNodeSetParams, cudaGraphExecMemcpyNodeSetParams,
                 const cudaMemcpy3DParms*, make_copy_node(asked))
GRIDLOCK_CHANGES(cudaGraphMemsetNodeSetParams, cudaGraphExecMemsetNodeSetParams,
                 const cudaMemsetParams*, make_fill_node(asked))
GRIDLOCK_CHANGES(cudaGraphHostNodeSetParams, cudaGraphExecHostNodeSetParams,
                 const cudaHostNodeParams*, make_host_node(asked))
GRIDLOCK_CHANGES(cudaGraphEventRecordNodeSetEvent, cudaGraphExecEventRecordNodeSetEvent,
                 cudaEvent_t, make_event_node(asked, true))
GRIDLOCK_CHANGES(cudaGraphEventWaitNodeSetEvent, cudaGraphExecEventWaitNodeSetEvent,
                 cudaEvent_t, make_event_node(asked, false))
#undef GRIDLOCK_CHANGES

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t name, void* to,
                                           const void* from, size_t size,
                                           cudaMemcpyKind kind) {
  return change(make_copy_node(to, from, size, kind), name);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t name,
                                               void* to, const void* from, size_t size,
                                               cudaMemcpyKind kind) {
  return change(make_copy_node(to, from, size, kind), exec, name);
}
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec,
                                                 cudaGraphNode_t name,
                                                 cudaGraph_t child) {
  return change(make_child_node(child), exec, name);
}

}  // extern "C"
