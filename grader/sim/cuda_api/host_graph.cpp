// The CUDA runtime API: graphs.  A launch issues the nodes to streams: a chain of nodes
// goes to one stream, and events order those of different streams.
#include "sim/cuda_api/host_graph.h"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "cuda_runtime.h"
#include "sim/cuda_api/call_site.h"
#include "sim/cuda_api/host_api.h"
#include "sim/cuda_api/host_error.h"
#include "sim/cuda_api/host_stream.h"
#include "sim/cuda_api/the_machine.h"

using namespace gridlock::sim;

#define GRIDLOCK_HERE call_site(__builtin_frame_address(0))

namespace gridlock::sim {

/// A node, and the numbers of those that it comes after.
struct GraphNode {
  IssueNode issue;  ///< Null if it only joins others.
  std::vector<std::size_t> after;
};

struct Graph {
  std::vector<GraphNode> nodes;
  bool alive = true;
};

/// A graph that can be launched.  Lane 0 is the stream of the launch.
struct GraphExec {
  std::vector<GraphNode> nodes;
  std::vector<std::size_t> order;         ///< Each node after those that it comes after.
  std::vector<std::size_t> lanes;         ///< By node.
  std::vector<Stream*> streams;           ///< By lane; null for lane 0.
  std::shared_ptr<EventRecord> last_end;  ///< Of the last launch.
  bool alive = true;
};

struct Capture {
  std::size_t graph = 0;
  std::uint64_t origin = 0;  ///< The stream that began it.
  /// The last nodes of each stream that takes part.
  std::map<std::uint64_t, std::vector<std::size_t>> last;
  bool valid = true;
};

/// All graphs of one execution.
struct Graphs {
  std::deque<Graph> graphs;
  std::deque<GraphExec> execs;
  std::deque<Capture> captures;
  std::map<std::uint64_t, Capture*> of_stream;
  /// By event: the capture in which it was recorded last, and after which nodes.
  std::map<std::uint64_t, std::pair<Capture*, std::vector<std::size_t>>> of_event;
};

namespace {

Graphs& all() {
  auto& graphs = machine->api.graphs;
  if (!graphs) graphs = std::make_shared<Graphs>();
  return *graphs;
}

void add_to(std::vector<std::size_t>& nodes, const std::vector<std::size_t>& more) {
  for (const std::size_t node : more)
    if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
}

/// The nodes and all that they come after.
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

/// An order in which each node follows those that it comes after; shorter than the graph
/// if there is none.
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

/// Gives each node a lane: that of a node before it if it is the first to follow.
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

/// One launch of a graph.
class GraphLaunch {
 public:
  GraphLaunch(GraphExec& exec, Stream& origin, std::uint64_t pc)
      : exec_(exec), origin_(origin), pc_(pc), ends_(exec.nodes.size()) {}

  void issue() {
    if (exec_.last_end) wait(origin_, exec_.last_end);  // It never overlaps itself.
    const std::shared_ptr<EventRecord> begin =
        exec_.streams.size() > 1 ? record(origin_) : nullptr;
    std::vector<bool> begun(exec_.streams.size());
    for (const std::size_t node : exec_.order) {
      const std::size_t lane = exec_.lanes[node];
      Stream& stream = stream_of(lane);
      if (lane > 0 && !begun[lane]) wait(stream, begin);
      begun[lane] = true;
      for (const std::size_t before : exec_.nodes[node].after)
        if (exec_.lanes[before] != lane) wait(stream, ends_[before]);
      if (exec_.nodes[node].issue) exec_.nodes[node].issue(stream, pc_);
      if (is_awaited_elsewhere(node)) ends_[node] = record(stream);
    }
    for (std::size_t lane = 1; lane < exec_.streams.size(); ++lane)
      wait(origin_, record(stream_of(lane)));
    exec_.last_end = record(origin_);
  }

 private:
  Stream& stream_of(std::size_t lane) {
    if (lane == 0) return origin_;
    Stream*& stream = exec_.streams[lane];
    if (!stream) stream = &machine->streams.create(origin_.device, false, 0, pc_);
    return *stream;
  }

  bool is_awaited_elsewhere(std::size_t node) const {
    for (std::size_t i = 0; i < exec_.nodes.size(); ++i) {
      const auto& after = exec_.nodes[i].after;
      if (exec_.lanes[i] != exec_.lanes[node] &&
          std::find(after.begin(), after.end(), node) != after.end())
        return true;
    }
    return false;
  }

  std::shared_ptr<EventRecord> record(Stream& stream) const {
    DeviceEvent& event = machine->streams.create_event(stream.device, false);
    machine->streams.issue_record(stream, event, "cudaGraphLaunch", pc_);
    return event.last;
  }
  void wait(Stream& stream, const std::shared_ptr<EventRecord>& record) const {
    Task& task = machine->streams.issue(stream, Task::Kind::wait, "cudaGraphLaunch", pc_);
    task.record = record;
    machine->streams.step(task).record = record->number;
  }

  GraphExec& exec_;
  Stream& origin_;
  std::uint64_t pc_;
  std::vector<std::shared_ptr<EventRecord>> ends_;  ///< Of nodes that others wait for.
};

template <class Handle>
Handle handle(std::size_t number) {
  return reinterpret_cast<Handle>(number + 1);
}

/// The element that a handle names, if it is alive; else null.
template <class Handle, class Element>
Element* element(Handle handle, std::deque<Element>& elements) {
  const std::size_t number = reinterpret_cast<std::uintptr_t>(handle) - 1;
  return number < elements.size() && elements[number].alive ? &elements[number] : nullptr;
}

Graph* graph_from(cudaGraph_t graph) { return element(graph, all().graphs); }

// A node's handle has the number of its graph in its upper half.
constexpr int kGraphShift = 32;

cudaGraphNode_t node_handle(const Graph& graph, std::size_t node) {
  auto& graphs = all().graphs;
  const auto number = static_cast<std::size_t>(
      std::find_if(graphs.begin(), graphs.end(),
                   [&](const Graph& each) { return &each == &graph; }) -
      graphs.begin());
  return handle<cudaGraphNode_t>((number << kGraphShift) + node);
}

/// The node's number if it is one of this graph.
std::optional<std::size_t> node_of(const Graph& graph, cudaGraphNode_t node) {
  const std::size_t number = (reinterpret_cast<std::uintptr_t>(node) - 1) &
                             ((std::size_t{1} << kGraphShift) - 1);
  if (number >= graph.nodes.size() || node_handle(graph, number) != node)
    return std::nullopt;
  return number;
}

/// What the graph looks like now; null if it has a cycle.
std::shared_ptr<GraphExec> instance_of(const Graph& graph) {
  auto exec = std::make_shared<GraphExec>();
  exec->nodes = graph.nodes;
  exec->order = ordered(exec->nodes);
  if (exec->order.size() != exec->nodes.size()) return nullptr;
  choose_lanes(*exec);
  return exec;
}

/// A graph as a node of another one, or of a capture.
IssueNode launch_of(const std::shared_ptr<GraphExec>& exec) {
  return [exec](Stream& stream, std::uint64_t pc) {
    GraphLaunch(*exec, stream, pc).issue();
  };
}

/// Adds a node behind those that the caller names.
cudaError_t add_node(cudaGraphNode_t* node, cudaGraph_t name,
                     const cudaGraphNode_t* after, size_t count, IssueNode issue) {
  Graph* graph = graph_from(name);
  if (!graph || !node || (count && !after)) return fail(cudaErrorInvalidValue);
  GraphNode added{std::move(issue), {}};
  for (size_t i = 0; i < count; ++i) {
    const auto before = node_of(*graph, after[i]);
    if (!before) return fail(cudaErrorInvalidValue);
    added.after.push_back(*before);
  }
  graph->nodes.push_back(std::move(added));
  *node = node_handle(*graph, graph->nodes.size() - 1);
  return cudaSuccess;
}

void begin_capture(const Stream& stream) {
  Graphs& graphs = all();
  graphs.graphs.emplace_back();
  graphs.captures.push_back(
      {graphs.graphs.size() - 1, stream.id, {{stream.id, {}}}, true});
  graphs.of_stream[stream.id] = &graphs.captures.back();
}

/// Captures what `call` issues to the stream that it gets.  Nothing is issued, and the
/// call's result is returned.
cudaError_t captured(cudaError_t (*call)(cudaStream_t, const void*), const void* asked,
                     IssueNode& issue) {
  Stream& stream = machine->streams.create(machine->api.device, false, 0, 0);
  Graphs& graphs = all();
  begin_capture(stream);
  const cudaError_t result = call(handle_of(stream), asked);
  graphs.of_stream.erase(stream.id);
  Graph& graph = graphs.graphs.back();
  graph.alive = false;
  if (!graph.nodes.empty()) issue = std::move(graph.nodes.back().issue);
  return result;
}

}  // namespace

Capture* capture_of(const Stream& stream) {
  if (!machine->api.graphs) return nullptr;
  const auto& captures = machine->api.graphs->of_stream;
  const auto found = captures.find(stream.id);
  return found == captures.end() ? nullptr : found->second;
}

void capture_node(Capture& capture, const Stream& stream, IssueNode issue) {
  auto& nodes = all().graphs[capture.graph].nodes;
  auto& last = capture.last[stream.id];
  nodes.push_back({std::move(issue), std::exchange(last, {nodes.size()})});
}

void capture_record(Capture& capture, const Stream& stream, const DeviceEvent& event) {
  all().of_event[event.id] = {&capture, capture.last[stream.id]};
}

void forget_capture(const DeviceEvent& event) {
  if (machine->api.graphs) all().of_event.erase(event.id);
}

cudaError_t capture_wait(const Stream& stream, const DeviceEvent& event) {
  if (!machine->api.graphs) return cudaSuccess;
  Capture* const mine = capture_of(stream);
  const auto found = all().of_event.find(event.id);
  if (found == all().of_event.end()) {
    if (!mine || !event.last) return cudaSuccess;
    invalidate(*mine);
    return cudaErrorStreamCaptureIsolation;
  }
  const auto& [capture, nodes] = found->second;
  if (mine && mine != capture) {
    invalidate(*mine);
    return cudaErrorStreamCaptureMerge;
  }
  all().of_stream[stream.id] = capture;
  add_to(capture->last[stream.id], nodes);
  return cudaSuccess;
}

void invalidate(Capture& capture) { capture.valid = false; }

}  // namespace gridlock::sim

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t name, cudaStreamCaptureMode mode) {
  Stream* stream = stream_from(name);
  if (!stream) return fail_without_stream(name);
  if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed)
    return fail(cudaErrorInvalidValue);
  if (stream->legacy) return fail(cudaErrorStreamCaptureUnsupported);
  if (capture_of(*stream)) return fail(cudaErrorIllegalState);
  begin_capture(*stream);
  return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t name, cudaGraph_t* graph) {
  Stream* stream = stream_from(name);
  if (!stream) return fail_without_stream(name);
  Capture* capture = capture_of(*stream);
  if (!capture || !graph) return fail(cudaErrorIllegalState);
  if (capture->origin != stream->id) return fail(cudaErrorStreamCaptureUnmatched);
  Graphs& graphs = all();
  const Graph& made = graphs.graphs[capture->graph];
  const auto joined = with_ancestors(made, capture->last[stream->id]);
  bool all_joined = true;
  for (const auto& [id, last] : capture->last) {
    graphs.of_stream.erase(id);
    for (const std::size_t node : last) all_joined = all_joined && joined.contains(node);
  }
  std::erase_if(graphs.of_event,
                [&](const auto& each) { return each.second.first == capture; });
  *graph = nullptr;
  if (!capture->valid) return fail(cudaErrorStreamCaptureInvalidated);
  if (!all_joined) return fail(cudaErrorStreamCaptureUnjoined);
  *graph = handle<cudaGraph_t>(capture->graph);
  return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t name, cudaStreamCaptureStatus* status) {
  const Stream* stream = stream_from(name);
  if (!stream) return fail_without_stream(name);
  if (!status) return fail(cudaErrorInvalidValue);
  const Capture* capture = capture_of(*stream);
  *status = !capture         ? cudaStreamCaptureStatusNone
            : capture->valid ? cudaStreamCaptureStatusActive
                             : cudaStreamCaptureStatusInvalidated;
  return cudaSuccess;
}

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags) {
  if (!graph || flags) return fail(cudaErrorInvalidValue);
  all().graphs.emplace_back();
  *graph = handle<cudaGraph_t>(all().graphs.size() - 1);
  return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t name) {
  Graph* graph = graph_from(name);
  if (!graph) return fail(cudaErrorInvalidValue);
  graph->alive = false;
  return cudaSuccess;
}
cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t original) {
  const Graph* graph = graph_from(original);
  if (!graph || !clone) return fail(cudaErrorInvalidValue);
  all().graphs.push_back(*graph);
  *clone = handle<cudaGraph_t>(all().graphs.size() - 1);
  return cudaSuccess;
}
cudaError_t cudaGraphGetNodes(cudaGraph_t name, cudaGraphNode_t* nodes, size_t* count) {
  const Graph* graph = graph_from(name);
  if (!graph || !count) return fail(cudaErrorInvalidValue);
  if (nodes)
    for (size_t i = 0; i < *count; ++i)
      nodes[i] = i < graph->nodes.size() ? node_handle(*graph, i) : nullptr;
  *count = graph->nodes.size();
  return cudaSuccess;
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaKernelNodeParams* asked) {
  if (!asked || !asked->kernelParams || asked->extra) return fail(cudaErrorInvalidValue);
  IssueNode issue;
  const auto launch = [](cudaStream_t stream, const void* parameters) {
    const auto& p = *static_cast<const cudaKernelNodeParams*>(parameters);
    return cudaLaunchKernel(p.func, p.gridDim, p.blockDim, p.kernelParams,
                            p.sharedMemBytes, stream);
  };
  if (const cudaError_t error = captured(launch, asked, issue)) return error;
  return add_node(node, graph, after, count, std::move(issue));
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaMemcpy3DParms* asked) {
  IssueNode issue;
  const auto copy = [](cudaStream_t stream, const void* parameters) {
    return cudaMemcpy3DAsync(static_cast<const cudaMemcpy3DParms*>(parameters), stream);
  };
  if (const cudaError_t error = captured(copy, asked, issue)) return error;
  return add_node(node, graph, after, count, std::move(issue));
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, size_t count, void* to,
                                     const void* from, size_t size, cudaMemcpyKind kind) {
  cudaMemcpy3DParms box = {};
  box.srcPtr = make_cudaPitchedPtr(const_cast<void*>(from), size, size, 1);
  box.dstPtr = make_cudaPitchedPtr(to, size, size, 1);
  box.extent = make_cudaExtent(size, 1, 1);
  box.kind = kind;
  return cudaGraphAddMemcpyNode(node, graph, after, count, &box);
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaMemsetParams* asked) {
  if (!asked) return fail(cudaErrorInvalidValue);
  // Elements of more than a byte are filled with equal bytes here, or refused.
  const unsigned byte = asked->value & 0xff;
  for (unsigned i = 1; i < asked->elementSize; ++i)
    if ((asked->value >> (8 * i) & 0xff) != byte) return fail(cudaErrorNotSupported);
  IssueNode issue;
  const auto fill = [](cudaStream_t stream, const void* parameters) {
    const auto& p = *static_cast<const cudaMemsetParams*>(parameters);
    const size_t width = p.width * p.elementSize;
    return p.height <= 1
               ? cudaMemsetAsync(p.dst, static_cast<int>(p.value & 0xff), width, stream)
               : cudaMemset2DAsync(p.dst, p.pitch, static_cast<int>(p.value & 0xff),
                                   width, p.height, stream);
  };
  if (const cudaError_t error = captured(fill, asked, issue)) return error;
  return add_node(node, graph, after, count, std::move(issue));
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* after, size_t count,
                                 const cudaHostNodeParams* asked) {
  if (!asked) return fail(cudaErrorInvalidValue);
  IssueNode issue;
  const auto call = [](cudaStream_t stream, const void* parameters) {
    const auto& p = *static_cast<const cudaHostNodeParams*>(parameters);
    return cudaLaunchHostFunc(stream, p.fn, p.userData);
  };
  if (const cudaError_t error = captured(call, asked, issue)) return error;
  return add_node(node, graph, after, count, std::move(issue));
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* after, size_t count) {
  return add_node(node, graph, after, count, nullptr);
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* after, size_t count,
                                       cudaGraph_t child) {
  const Graph* inner = graph_from(child);
  if (!inner) return fail(cudaErrorInvalidValue);
  const auto exec = instance_of(*inner);
  if (!exec) return fail(cudaErrorInvalidValue);
  return add_node(node, graph, after, count, launch_of(exec));
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t name,
                                 unsigned long long flags) {
  const Graph* graph = graph_from(name);
  if (!graph || !exec) return fail(cudaErrorInvalidValue);
  if (flags & ~static_cast<unsigned long long>(cudaGraphInstantiateFlagUseNodePriority))
    return fail(cudaErrorNotSupported);
  const auto instance = instance_of(*graph);
  if (!instance) return fail(cudaErrorInvalidValue);
  all().execs.push_back(*instance);
  *exec = handle<cudaGraphExec_t>(all().execs.size() - 1);
  return cudaSuccess;
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                          unsigned long long flags) {
  return cudaGraphInstantiate(exec, graph, flags);
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t name) {
  GraphExec* exec = element(name, all().execs);
  if (!exec) return fail(cudaErrorInvalidValue);
  exec->alive = false;  // A launch that is in flight goes on.
  return cudaSuccess;
}
cudaError_t cudaGraphUpload(cudaGraphExec_t name, cudaStream_t stream) {
  if (!element(name, all().execs)) return fail(cudaErrorInvalidValue);
  return stream_from(stream) ? cudaSuccess : fail_without_stream(stream);
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t name, cudaStream_t handle) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  GraphExec* exec = element(name, all().execs);
  Stream* stream = stream_from(handle);
  if (!exec) return fail(cudaErrorInvalidValue);
  if (!stream) return fail_without_stream(handle);
  if (Capture* capture = capture_of(*stream)) {
    capture_node(*capture, *stream, launch_of(std::make_shared<GraphExec>(*exec)));
    return cudaSuccess;
  }
  GraphLaunch(*exec, *stream, GRIDLOCK_HERE).issue();
  machine->wake_host();
  machine->synchronization_point();
  return cudaSuccess;
}

}  // extern "C"
