#include "cli/trace/subjects.h"

#include <fmt/format.h>

#include "checker/interrupt.h"
#include "checker/parallel.h"
#include "cli/cures/curable.h"
#include "cli/cures/cures.h"
#include "common/files.h"
#include "common/scratch_folder.h"
#include "report/terminal.h"

namespace gridlock {
namespace {

/// Maximum number of steps in a story, and of bytes of its source.
constexpr std::size_t kStoryRowsMax = 30;
constexpr std::size_t kSourceBytesMax = 1 << 20;

Drawn drawn_with(TraceRequest& request, const Drawn& wrong, const fs::path& file,
                 const Environment& env) {
  if (request.subject.is_program())
    request.subject.target = file.string();
  else
    request.subject.submission.use(file);
  Drawn repaired = wrong.schedule.empty() ? drawn(request, env)
                                          : drawn_again(request, wrong.schedule, env);
  repaired.subject.focus = wrong.subject.steps;  // Shows the same threads and words.
  return repaired;
}

}  // namespace

Story story_of(const Drawn& drawn) {
  return {trace_of(drawn.subject, kStoryRowsMax), drawn.subject.main_file,
          drawn.file.empty() ? "" : read_file(drawn.file, kSourceBytesMax)};
}

Repair repaired_by_file(TraceRequest request, const Drawn& wrong, const fs::path& file,
                        const Environment& env) {
  if (!fs::is_regular_file(file))
    throw UsageError(fmt::format("There is no file {}.", file.string()));
  return {story_of(drawn_with(request, wrong, file, env)),
          fmt::format("{} instead of {}", file.filename().string(),
                      wrong.file.filename().string())};
}

std::optional<Repair> repaired_by_cure(TraceRequest request, const Drawn& wrong,
                                       const Environment& env, ProgressLine& progress,
                                       std::string& why_none) {
  why_none = "Only a lab has checks that tell whether a change repairs it.";
  if (request.subject.is_program()) return std::nullopt;
  const auto labs = find_labs(env.root);
  const Lab& lab = find_lab(labs, request.subject.target);
  LabResult result = graded(lab, wrong.file, "", env).labs.front();
  const CheckResult* check = curable_check(result);
  why_none = kNothingToCure;
  if (!check) return std::nullopt;
  CureSearch search{env, lab, {}, checks_at_once()};
  search.progress = [&](std::size_t tried) {
    progress.say(cure_progress(tried, search.limit));
  };
  look_for_cure(search, *check, result);
  stop_if_interrupted();
  why_none = cure_outcome(result);
  if (!result.cure) return std::nullopt;
  const Cure& cure = *result.cure;
  std::string text = text_to_cure(lab, wrong.file);
  text.replace(cure.offset, cure.length, cure.text);
  const ScratchFolder folder("gridlock-trace");
  const fs::path file = folder.path() / lab.submission_name;
  write_file_atomic(file, text);
  Drawn repaired = drawn_with(request, wrong, file, env);
  repaired.subject.unjudged = false;  // The check has judged it.
  return Repair{story_of(repaired), cure.words};
}

}  // namespace gridlock
