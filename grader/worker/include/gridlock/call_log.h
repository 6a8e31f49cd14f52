/// \file
/// Which calls a lab's kernels made, and which of them came before which: what a
/// sequential specification is held against (checker/include/gridlock/linearize.h).
///
/// The time is a counter with fences around it, so that it means something on a GPU too.
/// They order what stands around the call, so a check about order does without: then the
/// writer is `CallWriter{}`, which writes nothing.  C++17.
#pragma once

#include "scenario.h"

namespace gridlock {

/// One call, as its thread saw it.
struct LoggedCall {
  int caller;     ///< Whoever the lab says makes calls: a block, a thread.
  int operation;  ///< Which function, by the lab's numbers.
  int begin;      ///< A moment before the call ...
  int end;        ///< ... and one after it had returned.
  long long given, result;
};

/// The device's side of a CallLog.  One thread of a caller writes.
struct CallWriter {
  int* clock = nullptr;
  int* used = nullptr;
  LoggedCall* calls = nullptr;

  /// The moment before a call.
  __device__ int begin() const { return clock ? now() : 0; }
  /// A call that began then has returned.
  __device__ void end(int begin, int caller, int operation, long long given,
                      long long result) const {
    if (!clock) return;
    const int end = now();
    calls[atomicAdd(used, 1)] = {caller, operation, begin, end, given, result};
  }

 private:
  /// The fences keep what stands before and after on its own side.
  __device__ int now() const {
    __threadfence();
    const int tick = atomicAdd(clock, 1);
    __threadfence();
    return tick;
  }
};

/// Room for `most` calls.
class CallLog {
 public:
  CallLog(const Scenario& scenario, size_t most)
      : scenario_(scenario),
        clock_(scenario, "clock of the calls", 1),
        used_(scenario, "calls made", 1),
        calls_(scenario, "calls", most) {
    clock_.fill([](size_t) { return 0; });
    used_.fill([](size_t) { return 0; });
  }

  CallWriter writer() const { return {clock_, used_, calls_}; }

  /// The output "calls": six numbers for each, in the order of LoggedCall, and the calls
  /// in the order in which they began.
  void output() const {
    int used = 0;
    used_.download(&used);
    LoggedCall* calls = new LoggedCall[calls_.count() + 1];
    calls_.download(calls);
    scenario_.output("calls", static_cast<const int64_t*>(nullptr), 0);
    for (int i = 0; i < used; ++i) {
      int first = -1;  // Of those that have not been told.
      for (int j = 0; j < used; ++j)
        if (calls[j].begin >= 0 && (first < 0 || calls[j].begin < calls[first].begin))
          first = j;
      LoggedCall& call = calls[first];
      const int64_t row[] = {call.caller, call.operation, call.begin,
                             call.end,    call.given,     call.result};
      scenario_.output("calls", row, 6);
      call.begin = -1;
    }
    delete[] calls;
  }

 private:
  const Scenario& scenario_;
  DeviceBuffer<int> clock_, used_;
  DeviceBuffer<LoggedCall> calls_;
};

}  // namespace gridlock
