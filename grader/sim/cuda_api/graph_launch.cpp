// Launches of graphs.  Only when the turn of a conditional node has come is it known
// which body it executes: then the body's nodes enter its stream, before what follows
// there.
#include "sim/cuda_api/graph_launch.h"

#include <algorithm>
#include <cstring>

#include "sim/cuda_api/the_machine.h"

namespace gridlock::sim {

namespace {

/// The two words at the address that is a condition's handle.
struct ConditionWords {
  unsigned value = 0;
  unsigned is_set = 0;
};

ConditionWords* words_at(cudaGraphConditionalHandle handle) {
  return reinterpret_cast<ConditionWords*>(static_cast<std::uintptr_t>(handle));
}

/// The call that reports name for a stream's accesses to a condition.
constexpr const char* kCall = "cudaGraphLaunch";

std::size_t body_for(const ExecNode& node, unsigned value) {
  switch (node.node.condition_type) {
    case cudaGraphCondTypeIf:
      return value ? 0 : 1;
    case cudaGraphCondTypeWhile:
      return value ? 0 : node.bodies.size();
    default:
      return value;
  }
}

/// Issues the evaluation of the node's condition, after which the stream executes one
/// body or none.
/// \param launches_before the number of launches when the loop's last round began;
/// nothing if this is not a further round of a loop
void issue_conditional(const ExecNode& node, Stream& stream, std::uint64_t pc,
                       std::optional<std::int64_t> launches_before = std::nullopt) {
  machine->streams.issue(stream, Task::Kind::work, kCall, pc).work =
      [node, pc, launches_before](Thread& engine) {
        const ConditionWords* words = words_at(node.node.condition);
        machine->accesses.range_access(engine, node.node.condition, sizeof *words, false,
                                       kCall, pc);
        if (!words->is_set)
          machine->report_misuse(engine, Misuse::Kind::condition_without_value, pc);
        const std::size_t body = body_for(node, words->value);
        if (body >= node.bodies.size()) return;
        const std::int64_t launches = machine->counters.launches;
        if (launches_before == launches)
          machine->report_misuse(engine, Misuse::Kind::loop_without_kernel, pc);
        machine->streams.issue_behind(engine, [&](Stream& own) {
          issue_graph(*node.bodies[body], own, pc);
          if (node.node.condition_type == cudaGraphCondTypeWhile)
            issue_conditional(node, own, pc, launches);
        });
      };
}

/// One launch of a graph.
class GraphLaunch {
 public:
  GraphLaunch(GraphExec& exec, Stream& origin, std::uint64_t pc)
      : exec_(exec), origin_(origin), pc_(pc), ends_(exec.nodes.size()) {}

  void issue() {
    // Launches of one instance never overlap.
    if (exec_.last_end) wait(origin_, exec_.last_end);
    const std::shared_ptr<EventRecord> begin =
        exec_.streams.size() > 1 ? record(origin_) : nullptr;
    std::vector<bool> begun(exec_.streams.size());
    for (const std::size_t node : exec_.order) {
      const std::size_t lane = exec_.lanes[node];
      Stream& stream = stream_of(lane);
      if (lane > 0 && !begun[lane]) wait(stream, begin);
      begun[lane] = true;
      for (const std::size_t before : exec_.nodes[node].node.after)
        if (exec_.lanes[before] != lane) wait(stream, ends_[before]);
      if (exec_.nodes[node].enabled) issue(exec_.nodes[node], stream);
      if (is_awaited_elsewhere(node)) ends_[node] = record(stream);
    }
    for (std::size_t lane = 1; lane < exec_.streams.size(); ++lane)
      wait(origin_, record(stream_of(lane)));
    exec_.last_end = record(origin_);
  }

 private:
  void issue(const ExecNode& node, Stream& stream) const {
    if (node.node.type == cudaGraphNodeTypeConditional)
      issue_conditional(node, stream, pc_);
    else if (!node.bodies.empty())
      issue_graph(*node.bodies.front(), stream, pc_);
    else if (node.node.issue)
      node.node.issue(stream, pc_);
  }

  Stream& stream_of(std::size_t lane) {
    if (lane == 0) return origin_;
    Stream*& stream = exec_.streams[lane];
    if (!stream) stream = &machine->streams.create(origin_.device, false, 0, pc_);
    return *stream;
  }

  bool is_awaited_elsewhere(std::size_t node) const {
    for (std::size_t i = 0; i < exec_.nodes.size(); ++i) {
      const auto& after = exec_.nodes[i].node.after;
      if (exec_.lanes[i] != exec_.lanes[node] &&
          std::find(after.begin(), after.end(), node) != after.end())
        return true;
    }
    return false;
  }

  std::shared_ptr<EventRecord> record(Stream& stream) const {
    DeviceEvent& event = machine->streams.events.create(stream.device, false);
    machine->streams.issue_record(stream, event, kCall, pc_);
    return event.last;
  }
  void wait(Stream& stream, const std::shared_ptr<EventRecord>& record) const {
    machine->streams.issue_wait(stream, record, kCall, pc_);
  }

  GraphExec& exec_;
  Stream& origin_;
  std::uint64_t pc_;
  std::vector<std::shared_ptr<EventRecord>>
      ends_;  ///< Ends of the nodes for which others wait.
};

}  // namespace

void issue_graph(GraphExec& exec, Stream& stream, std::uint64_t pc) {
  GraphLaunch(exec, stream, pc).issue();
}

void begin_conditions(const GraphExec& exec, Stream& stream, std::uint64_t pc) {
  for (const ExecNode& node : exec.nodes) {
    if (node.node.alive && node.node.type == cudaGraphNodeTypeConditional) {
      const cudaGraphConditionalHandle handle = node.node.condition;
      const Condition& condition = all_graphs().conditions.at(handle);
      const ConditionWords begin{condition.initial, condition.is_initialized};
      machine->streams.issue(stream, Task::Kind::work, kCall, pc).work =
          [handle, begin, pc](Thread& engine) {
            machine->accesses.range_access(engine, handle, sizeof begin, true, kCall, pc);
            std::memcpy(words_at(handle), &begin, sizeof begin);
          };
    }
    for (const auto& body : node.bodies) begin_conditions(*body, stream, pc);
  }
}

}  // namespace gridlock::sim
