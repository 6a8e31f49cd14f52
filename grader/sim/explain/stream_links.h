/// Names the missing link between two uses of memory that streams, events and the host's
/// waits should have ordered.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "sim/device/streams.h"
#include "sim/explain/race.h"

namespace gridlock::sim {

/// Works on the host's calls of the API, in program order.
class StreamExplainer {
 public:
  explicit StreamExplainer(const Streams& streams)
      : streams_(streams), steps_(streams.steps()) {}

  /// The missing link; nothing unless the ends are two tasks, or a task and the host.
  std::optional<Cause> missing_link(const RaceEnd& earlier, const RaceEnd& later) const;

  /// A stream that waits for an event now; the places of its wait and of the record that
  /// has not happened yet.
  struct Waiting {
    StreamWaiter told;
    Access wait;
    std::set<std::uint64_t> streams;  ///< The waiting stream, and the recording one.
  };
  std::vector<Waiting> waiting() const;

  StreamName name_of(const Stream& stream) const;

  /// Names the streams that performed these steps.
  void name_streams(std::vector<Access>& steps) const;

 private:
  std::optional<Index> task_of(const RaceEnd& end) const;
  Index position_of_host(const RaceEnd& end) const;
  std::optional<Index> record(std::uint64_t number) const;

  Cause between_tasks(Index first, Index second) const;
  Cause no_event_orders(Index first, Index second) const;
  bool is_of_several(Index first, Index second) const;
  Cause not_awaited(Index record, Index first, Index second) const;
  bool is_for_another(Index wait, Index first, Index second) const;
  bool is_made_before_its_work(Index early, Index work, Index next) const;
  std::optional<Cause> in_another_stream_than_its_events(Index first, Index second) const;
  bool are_of_one_launch(Index one, Index other) const;
  bool works_between(Index from, Index to) const;
  bool is_awaited(Index record) const;
  bool is_wait(Index step) const;
  bool is_work(Index step) const;
  std::optional<Index> record_behind(Index first, Index second) const;
  std::optional<gridlock::Place> record_lost(Index task, Index latest) const;
  std::optional<Index> telling_wait(Index first, Index second) const;
  Cause wrong_wait(Index wait, std::optional<Index> missed, Index first,
                   Index second) const;
  Cause wait_in_vain(Index wait, Index first, Index second) const;
  Cause between_task_and_host(Index task, const RaceEnd& host, bool task_writes) const;
  Cause unrecorded_wait(Index wait, Index task, gridlock::Place use) const;
  std::optional<HostWaitsForOther> sync_in_vain(Index sync, Index task) const;

  gridlock::Operation what(Index step) const;
  StreamName stream_of(Index step) const {
    return name_of(streams_.at(steps_[step].asked_stream()));
  }

  const Streams& streams_;
  const std::vector<ApiStep>& steps_;
};

}  // namespace gridlock::sim
