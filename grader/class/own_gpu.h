/// What grading a class on a GPU needs of the machine: a GPU whose programs cannot end
/// each other, and that lasts until all is graded.
#pragma once

#include <sys/types.h>

#include "class/records.h"

namespace gridlock {

/// The process of the daemon of CUDA's Multi-Process Service that programs started here
/// would use; 0 if none runs.
pid_t mps_daemon();

/// \throws UsageError if the daemon of CUDA's Multi-Process Service runs: a fault in one
///   program then ends all programs on the GPU
void need_gpu_without_mps();

/// Notices a GPU that has judged others and cannot be used any more.
class GpuWatch {
 public:
  /// The GPU that judged this has worked.
  void remember(const Record& record);
  /// Makes an error of the grader of a record for which the simulator alone judged,
  /// although the GPU has worked before.
  /// \returns whether it is one
  bool find_lost(Record& record);

 private:
  bool has_worked_ = false;
};

}  // namespace gridlock
