// Graphs, their nodes and their instances, found by handles.
#include "sim/cuda_api/graph.h"

#include <algorithm>
#include <cstring>

#include "sim/cuda_api/host_error.h"
#include "sim/cuda_api/the_machine.h"

namespace gridlock::sim {

namespace {

template <class Handle>
Handle handle(std::size_t number) {
  return reinterpret_cast<Handle>(number + 1);
}

/// The element that a handle names; null if there is none, or if it was destroyed.
template <class Handle, class Element>
Element* element(Handle handle, std::deque<Element>& elements) {
  const std::size_t number = reinterpret_cast<std::uintptr_t>(handle) - 1;
  return number < elements.size() && elements[number].alive ? &elements[number] : nullptr;
}

// A node's handle has the number of its graph in its upper half.
constexpr int kGraphShift = 4 * sizeof(std::uintptr_t);
constexpr std::uintptr_t kNodeMask = (std::uintptr_t{1} << kGraphShift) - 1;

/// The nodes in an order in which each follows its dependencies.  If the graph has a
/// cycle, some nodes are missing.
std::vector<std::size_t> ordered(const std::vector<GraphNode>& nodes) {
  std::vector<std::size_t> order;
  std::vector<bool> placed(nodes.size());
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const auto& after = nodes[i].after;
      if (placed[i] || !std::all_of(after.begin(), after.end(),
                                    [&](std::size_t each) { return placed[each]; }))
        continue;
      placed[i] = again = true;
      order.push_back(i);
    }
  }
  return order;
}

/// Gives each node a lane: the lane of a dependency, if that dependency is still the last
/// node there; otherwise a new lane.
void choose_lanes(GraphExec& exec) {
  constexpr std::size_t kNone = ~std::size_t{0};
  std::vector<std::size_t> last_of_lane;
  exec.lanes.assign(exec.nodes.size(), kNone);
  for (const std::size_t node : exec.order) {
    std::size_t lane = kNone;
    for (const std::size_t before : exec.nodes[node].after)
      if (lane == kNone && last_of_lane[exec.lanes[before]] == before)
        lane = exec.lanes[before];
    if (lane == kNone) {
      lane = last_of_lane.size();
      last_of_lane.push_back(node);
    }
    last_of_lane[lane] = node;
    exec.lanes[node] = lane;
  }
  exec.streams.assign(last_of_lane.size(), nullptr);
}

}  // namespace

Graphs& all_graphs() {
  auto& graphs = machine->api.graphs;
  if (!graphs) graphs = std::make_shared<Graphs>();
  return *graphs;
}

std::size_t new_graph() {
  auto& graphs = all_graphs().graphs;
  graphs.emplace_back();
  return graphs.size() - 1;
}

Graph* graph_from(cudaGraph_t graph) { return element(graph, all_graphs().graphs); }
std::size_t number_of(cudaGraph_t graph) {
  return reinterpret_cast<std::uintptr_t>(graph) - 1;
}
GraphExec* exec_from(cudaGraphExec_t exec) { return element(exec, all_graphs().execs); }
cudaGraph_t graph_handle(std::size_t number) { return handle<cudaGraph_t>(number); }
cudaGraphExec_t exec_handle(std::size_t number) {
  return handle<cudaGraphExec_t>(number);
}
cudaGraphNode_t node_handle(const NodePlace& place) {
  return handle<cudaGraphNode_t>((place.graph << kGraphShift) + place.node);
}

std::optional<NodePlace> place_of(cudaGraphNode_t node) {
  if (!node) return std::nullopt;
  const std::uintptr_t number = reinterpret_cast<std::uintptr_t>(node) - 1;
  const NodePlace place{number >> kGraphShift, number & kNodeMask};
  const Graph* graph = graph_from(graph_handle(place.graph));
  if (!graph || place.node >= graph->nodes.size()) return std::nullopt;
  return place;
}

GraphNode& node_at(const NodePlace& place) {
  return all_graphs().graphs[place.graph].nodes[place.node];
}

std::optional<std::vector<std::size_t>> numbers_of(std::size_t graph,
                                                   const cudaGraphNode_t* nodes,
                                                   std::size_t count) {
  if (count && !nodes) return std::nullopt;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    const auto place = place_of(nodes[i]);
    if (!place || place->graph != graph ||
        std::find(numbers.begin(), numbers.end(), place->node) != numbers.end())
      return std::nullopt;
    numbers.push_back(place->node);
  }
  return numbers;
}

bool are_ordinary(const cudaGraphEdgeData* edges, std::size_t count) {
  constexpr cudaGraphEdgeData kOrdinary{};
  return !edges || std::all_of(edges, edges + count, [&](const cudaGraphEdgeData& edge) {
    return std::memcmp(&edge, &kOrdinary, sizeof edge) == 0;
  });
}

cudaError_t add_node(cudaGraphNode_t* handle, cudaGraph_t name,
                     const cudaGraphNode_t* after, std::size_t count, GraphNode node) {
  Graph* graph = graph_from(name);
  if (!graph || !handle) return cudaErrorInvalidValue;
  const auto before = numbers_of(number_of(name), after, count);
  if (!before) return cudaErrorInvalidValue;
  node.after = *before;
  graph->nodes.push_back(std::move(node));
  *handle = node_handle({number_of(name), graph->nodes.size() - 1});
  return cudaSuccess;
}

bool has_node(std::size_t number, cudaGraphNodeType type) {
  const auto& nodes = all_graphs().graphs[number].nodes;
  return std::any_of(nodes.begin(), nodes.end(),
                     [&](const GraphNode& node) { return node.type == type; });
}

std::optional<GraphExec> instance_of(std::size_t number) {
  GraphExec exec{.graph = number, .nodes = all_graphs().graphs[number].nodes};
  exec.order = ordered(exec.nodes);
  if (exec.order.size() != exec.nodes.size()) return std::nullopt;
  choose_lanes(exec);
  return exec;
}

void add_to(std::vector<std::size_t>& nodes, const std::vector<std::size_t>& more) {
  for (const std::size_t node : more)
    if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
}

}  // namespace gridlock::sim
