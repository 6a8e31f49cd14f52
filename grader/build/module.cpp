#include "build/module.h"

#include <chrono>
#include <stdexcept>
#include <system_error>

#include "build/submission.h"
#include "build/translation_unit.h"
#include "common/text.h"

namespace gridlock {
namespace {

ModuleBuild build(const ModuleRequest& request) {
  const std::string name = request.submission_name.empty()
                               ? request.submission.filename().string()
                               : request.submission_name;
  Submission submission = read_submission(request.submission, name);
  if (!submission.problem.empty()) return failed(Verdict::rejected, submission.problem);
  ModuleCache cache(request.cache_dir);
  return request.executor == ExecutorKind::sim
             ? build_sim_module(request, std::move(submission.text), cache)
             : build_gpu_module(request, std::move(submission.text), cache);
}

}  // namespace

std::string_view name(ExecutorKind executor) {
  return executor == ExecutorKind::sim ? "sim" : "gpu";
}

ModuleBuild build_module(const ModuleRequest& request) {
  const auto begin = std::chrono::steady_clock::now();
  ModuleBuild result;
  try {
    result = build(request);
  } catch (const std::exception& error) {
    // A full disk, a folder that cannot be written, a lab without its file.
    result =
        failed(Verdict::grader_error,
               sanitize_text(std::string("The build failed: ") + error.what() + "."));
  }
  while (result.message.ends_with('\n')) result.message.pop_back();
  result.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace gridlock
