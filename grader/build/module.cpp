#include "build/module.h"

#include <fmt/format.h>

#include <chrono>
#include <new>
#include <system_error>

#include "build/cache.h"
#include "build/source/source_files.h"
#include "build/submission.h"
#include "build/translation_unit.h"
#include "common/limits.h"
#include "common/text.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

/// Merges an overlay with the lab's reference; leaves any other submission unchanged.
/// Returns a result if the overlay is not allowed or cannot be merged.  A failed merge is
/// a grader_error, because the mistake is in the bank.
std::optional<ModuleBuild> lay_over_reference(const ModuleRequest& request,
                                              const std::string& name,
                                              Submission& submission) {
  const int line = overlay_head(submission.text).line;
  if (line == 0) return std::nullopt;
  const std::string why = why_no_overlay(request.submission, request.reference);
  if (!why.empty())
    return failed(Verdict::rejected,
                  fmt::format("{}:{}: \"// overlay\": {}", name, line, why));
  Submission reference = read_submission(request.reference, kReferenceName);
  if (!reference.problem.empty()) return failed(Verdict::grader_error, reference.problem);
  submission.whole = expand_overlay(submission.text, reference.text);
  const Expansion& whole = submission.whole;
  if (!whole.problem.empty())
    return failed(Verdict::grader_error,
                  fmt::format("{}:{}: {}.", request.submission.filename().string(),
                              whole.problem_line, whole.problem));
  submission.reference = std::move(reference.text);
  return std::nullopt;
}

ModuleBuild build(const ModuleRequest& request) {
  const std::string name = request.submission_name.empty()
                               ? request.submission.filename().string()
                               : request.submission_name;
  if (request.box.is_for_strangers() && fs::is_symlink(request.submission))
    return failed(Verdict::rejected,
                  sanitize_text(name) + " is a symbolic link. Hand in the file itself.");
  ModuleCache cache(request.cache_dir);
  cache.begin(request.submission);
  const Belongs belongs =
      request.scenarios.empty() ? Belongs::to_program : Belongs::to_submission;
  Submission submission = read_submission(request.submission, name, belongs);
  if (!submission.problem.empty()) return failed(Verdict::rejected, submission.problem);
  if (auto problem = lay_over_reference(request, name, submission)) return *problem;
  return request.executor == ExecutorKind::sim
             ? build_sim_module(request, std::move(submission), cache)
             : build_gpu_module(request, std::move(submission), cache);
}

ModuleBuild build_or_say_why_not(const ModuleRequest& request) {
  const auto sentence = [](const std::exception& error) {
    return sanitize_text("The build failed: " + message_of(error) + ".");
  };
  try {
    return build(request);
  } catch (const std::system_error& error) {
    // A full disk, a folder without write permission, or a lab with a missing file.
    return failed(Verdict::grader_error, sentence(error));
  } catch (const std::bad_alloc& error) {
    return failed(Verdict::grader_error, sentence(error));
  } catch (const std::exception& error) {
    return unexplained(Verdict::rejected, sentence(error));
  }
}

/// Whether this machine can build a correct file of ours, without using the cache.
bool builds_ours(const ModuleRequest& request) {
  const fs::path folder = scenario_include_dir() / "gridlock/probe";
  ModuleRequest ours;
  ours.executor = request.executor;
  ours.submission = folder / "nothing.cu";
  ours.scenarios = folder / "scenarios.cu";
  ours.box = request.box;
  try {
    const BuildFolder kept{ModuleCache(request.cache_dir)};
    ours.cache_dir = kept.path();
    return build(ours).verdict == Verdict::passed;
  } catch (const std::exception&) {
    return false;
  }
}

/// Blames the submission for an unexplained failure if the machine builds other files.
void settle(ModuleBuild& built, const ModuleRequest& request) {
  if (!built.if_ours_builds || !builds_ours(request)) return;
  built.verdict = *built.if_ours_builds;
  built.message += "\nThis machine builds other files, so the reason is in this one.";
}

}  // namespace

std::string_view name(ExecutorKind executor) {
  return executor == ExecutorKind::sim ? "sim" : "gpu";
}

ModuleBuild build_module(const ModuleRequest& request) {
  const auto begin = std::chrono::steady_clock::now();
  ModuleBuild result = build_or_say_why_not(request);
  if (result.verdict == Verdict::passed)
    result.warnings = compiler_warnings(result.module);
  while (result.message.ends_with('\n')) result.message.pop_back();
  settle(result, request);
  result.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace gridlock
