#include "class/own_gpu.h"

#include <fmt/format.h>
#include <signal.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace gridlock {
namespace {

namespace fs = std::filesystem;

}  // namespace

// The daemon writes its process id to a file in the folder in which programs look for it.
pid_t mps_daemon() {
  const char* const folder = std::getenv("CUDA_MPS_PIPE_DIRECTORY");
  std::ifstream file(fs::path(folder && *folder ? folder : "/tmp/nvidia-mps") /
                     "nvidia-cuda-mps-control.pid");
  pid_t pid = 0;
  if (!(file >> pid) || pid <= 0) return 0;
  return ::kill(pid, 0) == 0 || errno == EPERM ? pid : 0;
}

void need_gpu_without_mps() {
  if (const pid_t pid = mps_daemon())
    throw UsageError(fmt::format(
        "CUDA's Multi-Process Service runs here (process {}).  With it, a fault in one "
        "student's kernel ends all programs on the GPU.\nGrade where it does not run, or "
        "prepare the class with --on sim.  If nobody else uses it, this ends it: "
        "echo quit | nvidia-cuda-mps-control",
        pid));
}

void GpuWatch::remember(const Record& record) { has_worked_ |= !record.lab.gpu.empty(); }

bool GpuWatch::find_lost(Record& record) {
  remember(record);
  if (!has_worked_ || record.lab.gpu_note.empty() || !record.lab.gpu.empty())
    return false;
  record.status = RecordStatus::grader_error;
  record.score.reset();
  record.why = fmt::format("The GPU has judged others, but not this work: {}.",
                           record.lab.gpu_note);
  return true;
}

}  // namespace gridlock
