/// Requirements on the GPU that grades a class: programs on it cannot end each other, and
/// it works until everything is graded.
#pragma once

#include <sys/types.h>

#include "class/records.h"

namespace gridlock {

/// The process id of the daemon of CUDA's Multi-Process Service that programs started
/// here would use; 0 if none runs.
pid_t mps_daemon();

/// \throws UsageError if the daemon of CUDA's Multi-Process Service runs: a fault in one
///   program then ends all programs on the GPU
void need_gpu_without_mps();

/// Notices when a GPU that has judged submissions stops working.
class GpuWatch {
 public:
  /// Remembers that the GPU works if it judged this record.
  void remember(const Record& record);
  /// Marks the record as a grader error if only the simulator judged it, although the
  /// GPU has worked before.
  /// \returns whether the record was marked
  bool find_lost(Record& record);

 private:
  bool has_worked_ = false;
};

}  // namespace gridlock
