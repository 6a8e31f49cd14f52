/// The graphs of one execution: those that a program builds, and their instances, which
/// it launches.
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
  /// Number of instances that have not been destroyed.
  int instances = 0;
};

/// An instance of a graph, which can be launched.  Lane 0 is the stream of the launch.
struct GraphExec {
  std::size_t graph = 0;  ///< The number of the graph that it instantiates.
  std::vector<GraphNode> nodes{};
  std::vector<std::size_t> order{};         ///< The nodes' indices, dependencies first.
  std::vector<std::size_t> lanes{};         ///< The lane of each node.
  std::vector<Stream*> streams{};           ///< The stream of each lane; null for lane 0.
  std::shared_ptr<EventRecord> last_end{};  ///< The end of the last launch.
  unsigned long long flags = 0;             ///< cudaGraphInstantiateFlags.
  bool alive = true;
};

struct Capture {
  std::size_t graph = 0;
  std::uint64_t origin = 0;  ///< The stream on which the capture began.
  /// For each stream that takes part, its last nodes.
  std::map<std::uint64_t, std::vector<std::size_t>> last{};
  bool valid = true;
};

/// Memory that a graph's node allocates.
struct NodeMemory {
  std::size_t graph = 0;  ///< The graph with that node.
  /// The graph whose node frees the memory, if there is such a node.
  std::optional<std::size_t> freed_in{};
  /// Whether the memory will be allocated when all calls so far have taken effect.
  bool in_use = false;
};

/// All graphs of one execution.
struct Graphs {
  std::deque<Graph> graphs{};
  std::deque<GraphExec> execs{};
  std::deque<Capture> captures{};
  std::map<std::uint64_t, Capture*> of_stream{};
  /// For each event, the capture that recorded it last, and those nodes of the capture
  /// for which the event stands.
  std::map<std::uint64_t, std::pair<Capture*, std::vector<std::size_t>>> of_event{};
  std::map<std::uintptr_t, NodeMemory> memory{};  ///< Keyed by address.
};

/// The execution's graphs, created at the first call.
Graphs& all_graphs();

/// Creates a graph and returns its number.
std::size_t new_graph();

/// The graph, the place of the node, or the instance that a handle names.  Null or
/// nothing if the handle names no such object, or a destroyed one.
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

/// The numbers of the graph's nodes that these handles name; nothing if a handle names no
/// node of this graph, or if a node is named twice.
std::optional<std::vector<std::size_t>> numbers_of(std::size_t graph,
                                                   const cudaGraphNode_t* nodes,
                                                   std::size_t count);

/// Whether all edges are ordinary ones, the only kind that the simulator supports.
bool are_ordinary(const cudaGraphEdgeData* edges, std::size_t count);

/// Adds the node after its dependencies.
/// \returns cudaSuccess, or the error for wrong arguments
cudaError_t add_node(cudaGraphNode_t* handle, cudaGraph_t graph,
                     const cudaGraphNode_t* after, std::size_t count, GraphNode node);

bool has_node(std::size_t graph, cudaGraphNodeType type);

/// An instance of the graph in its present state; nothing if the graph has a cycle.
std::optional<GraphExec> instance_of(std::size_t graph);

/// Begins to capture the stream into a graph, after these nodes of it.
Capture& begin_capture(const Stream& stream, std::size_t graph,
                       std::vector<std::size_t> after);

/// Makes `node` do the work that `call` would issue to its stream, and issues nothing.
/// \returns what the call returns
cudaError_t captured(cudaError_t (*call)(cudaStream_t, const void*), const void* asked,
                     GraphNode& node);

/// Appends the elements of `more` that `nodes` lacks.
void add_to(std::vector<std::size_t>& nodes, const std::vector<std::size_t>& more);

/// Issues the instance's nodes: each chain of nodes goes to a stream of its own, the
/// first to `stream`, and events order nodes of different chains.
/// \param pc of the call that launches the instance
void issue_graph(GraphExec& exec, Stream& stream, std::uint64_t pc);

/// Begins a launch of the graph: notes what its memory nodes will allocate and free, at
/// the same addresses each time.
/// \returns cudaSuccess; cudaErrorInvalidValue if a node would allocate memory that is in
/// use or free memory that is not; cudaErrorMemoryAllocation if there is not enough
/// memory
cudaError_t begin_memory(const GraphExec& exec, Stream& stream, std::uint64_t pc);

bool has_memory(std::size_t graph);

}  // namespace gridlock::sim
