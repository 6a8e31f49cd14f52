/// \file
/// Records the calls that a lab's kernels make, and their order in time, to be compared
/// with a sequential specification (checker/include/gridlock/linearize.h).
///
/// Time is a counter.  On a GPU, each access to the counter needs a fence before and
/// after it.  These fences order the code around the call, so a check of memory ordering
/// must not use them: it passes `CallWriter{}`, which writes nothing.  C++17.
#pragma once

#include "scenario.h"

namespace gridlock {

/// One call, as its thread observed it.
struct LoggedCall {
  int caller;     ///< The number of the calling block or thread, as the lab likes.
  int operation;  ///< The number of the function in this lab.
  int begin;      ///< A time before the call.
  int end;        ///< A time after it had returned.
  long long given, result;
};

/// The device's side of a CallLog.  Only one thread per caller writes.
struct CallWriter {
  int* clock = nullptr;
  int* used = nullptr;
  LoggedCall* calls = nullptr;

  /// Returns the time before a call.
  __device__ int begin() const { return clock ? now() : 0; }
  /// Records that the call that began at that time has returned.
  __device__ void end(int begin, int caller, int operation, long long given,
                      long long result) const {
    if (!clock) return;
    const int end = now();
    calls[atomicAdd(used, 1)] = {caller, operation, begin, end, given, result};
  }

 private:
  /// The fences keep earlier code before the call, and later code after it.
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

  /// The output "calls": six numbers per call, in the order of LoggedCall; the calls are
  /// in the order in which they began.
  void output() const {
    int used = 0;
    used_.download(&used);
    LoggedCall* calls = new LoggedCall[calls_.count() + 1];
    calls_.download(calls);
    scenario_.output("calls", static_cast<const int64_t*>(nullptr), 0);
    for (int i = 0; i < used; ++i) {
      int first = -1;  // The earliest call that is not in the output yet.
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
