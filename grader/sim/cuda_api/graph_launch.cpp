#include "sim/cuda_api/graph.h"

#include <algorithm>

#include "sim/cuda_api/the_machine.h"

namespace gridlock::sim {

namespace {

/// The name of the call in reports.
constexpr const char* kCall = "cudaGraphLaunch";

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

}  // namespace gridlock::sim
