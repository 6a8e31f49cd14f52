/// The graphs of one execution: graphs that a program builds, and instances that it
/// launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "cuda_runtime.h"
#include "sim/cuda_api/host_graph.h"

namespace gridlock::sim {

struct Graph {
  std::vector<GraphNode> nodes{};
  bool alive = true;
  bool is_body = false;  ///< Belongs to a conditional node.
  /// Number of instances that were not destroyed.
  int instances = 0;
};

struct GraphExec;

/// A node of a graph that can be launched.
struct ExecNode {
  GraphNode node;
  std::vector<std::shared_ptr<GraphExec>> bodies{};  ///< The instances of `node.bodies`.
  bool enabled = true;
};

/// A graph that can be launched.  Lane 0 is the stream of the launch.
struct GraphExec {
  std::size_t graph = 0;  ///< The number of the graph that it was made of.
  std::vector<ExecNode> nodes{};
  std::vector<std::size_t> order{};         ///< Each node after its dependencies.
  std::vector<std::size_t> lanes{};         ///< The lane of each node.
  std::vector<Stream*> streams{};           ///< The stream of each lane; null for lane 0.
  std::shared_ptr<EventRecord> last_end{};  ///< The end of the last launch.
  unsigned long long flags = 0;             ///< cudaGraphInstantiateFlags.
  bool alive = true;
};

struct Capture {
  std::size_t graph = 0;
  std::uint64_t origin = 0;  ///< The stream that began it.
  /// The last nodes of each stream that takes part.
  std::map<std::uint64_t, std::vector<std::size_t>> last{};
  bool into_existing = false;  ///< Begun by cudaStreamBeginCaptureToGraph.
  bool valid = true;
  /// Nodes that cudaStreamGetCaptureInfo has returned.
  std::vector<cudaGraphNode_t> told{};
};

/// The condition of a conditional node.  Its value is in memory of the device, so that it
/// is watched like any other: two words at the handle, the value and whether it was set.
struct Condition {
  unsigned initial = 0;
  bool is_initialized = false;  ///< Each launch begins with `initial`.
  bool is_used = false;         ///< A node has it.
};

/// Memory that a node allocates.
struct NodeMemory {
  std::size_t graph = 0;  ///< The node's graph.
  /// The graph with the node that frees it, if there is one.
  std::optional<std::size_t> freed_in{};
  /// Whether a launch has allocated it, and nothing that was asked for later frees it.
  bool in_use = false;
};

/// All graphs of one execution.
struct Graphs {
  std::deque<Graph> graphs{};
  std::deque<GraphExec> execs{};
  std::deque<Capture> captures{};
  std::map<std::uint64_t, Capture*> of_stream{};
  /// For each event, the capture in which it was recorded last, and its dependencies
  /// there.
  std::map<std::uint64_t, std::pair<Capture*, std::vector<std::size_t>>> of_event{};
  std::map<cudaGraphConditionalHandle, Condition> conditions{};
  std::map<std::uintptr_t, NodeMemory> memory{};  ///< The memory at each address.
  /// The arrays of bodies that programs were given.
  std::deque<std::vector<cudaGraph_t>> body_lists{};
};

/// The graphs; there are none before the first call.
Graphs& all_graphs();

/// A new graph's number.
std::size_t new_graph(bool is_body);

/// The graph, the node's place or the instance that a handle names; null, or nothing, if
/// it names none that is alive.
struct NodePlace {
  std::size_t graph = 0;
  std::size_t node = 0;
};
Graph* graph_from(cudaGraph_t graph);
std::size_t number_of(cudaGraph_t graph);
std::optional<NodePlace> place_of(cudaGraphNode_t node);
GraphExec* exec_from(cudaGraphExec_t exec);
GraphNode& node_at(const NodePlace& place);
cudaGraph_t graph_handle(std::size_t number);
cudaGraphNode_t node_handle(const NodePlace& place);
cudaGraphExec_t exec_handle(std::size_t number);

/// The numbers of the graph's nodes that the handles name; nothing if one names no node
/// of it, or names one twice.
std::optional<std::vector<std::size_t>> numbers_of(std::size_t graph,
                                                   const cudaGraphNode_t* nodes,
                                                   std::size_t count);

/// Whether all edges are ordinary ones: the simulator knows no others.
bool are_ordinary(const cudaGraphEdgeData* edges, std::size_t count);

/// Whether the graph may have a node of the type: the body of a conditional node may not
/// have all of them.
bool may_have(const Graph& graph, cudaGraphNodeType type);

/// Adds the node behind its dependencies.
/// \returns cudaSuccess, or the error for wrong arguments
cudaError_t add_node(cudaGraphNode_t* handle, cudaGraph_t graph,
                     const cudaGraphNode_t* after, std::size_t count, GraphNode node);

/// Ends the life of a graph and of the graphs in its nodes.
void destroy_graph(std::size_t number);

/// A copy of the graph, and of the graphs in its nodes.
std::size_t clone_graph(std::size_t number);

/// Whether the graph, or one in its nodes, has a node of the type.
bool has_node(std::size_t graph, cudaGraphNodeType type);

/// The graph as it is now, ready to be launched; null if it has a cycle.
std::shared_ptr<GraphExec> instance_of(std::size_t graph);

/// The node of the instance, or of one inside it, that was made of the one at this place;
/// null if there is none.  Launches in flight keep their parameters.
ExecNode* changeable_node(GraphExec& exec, const NodePlace& place);

/// Begins a capture into a graph, behind these nodes of it.
Capture& begin_capture(const Stream& stream, std::size_t graph,
                       std::vector<std::size_t> after);

/// Captures what `call` issues to the stream that it gets, as the node's work.  Nothing
/// is issued.
/// \returns what the call returns
cudaError_t captured(cudaError_t (*call)(cudaStream_t, const void*), const void* asked,
                     GraphNode& node);

/// Appends the elements of `more` that `nodes` lacks.
void add_to(std::vector<std::size_t>& nodes, const std::vector<std::size_t>& more);

}  // namespace gridlock::sim
