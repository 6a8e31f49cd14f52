#include "class/stories.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

/// Far more than a replay of one schedule takes.
constexpr std::chrono::minutes kStoryLimit{2};

}  // namespace

fs::path story_path(const fs::path& folder, const StudentWork& work,
                    const std::string& lab) {
  return folder / "stories" / (work.id + "-" + lab + ".html");
}

std::string first_schedule(const LabSummary& lab) {
  for (const CheckSummary& check : lab.checks)
    if (check.verdict != Verdict::passed && !check.hidden &&
        !lab.not_begun.contains(check.part) && !check.replay.empty())
      return check.replay;
  return "";
}

bool lacks_story(const fs::path& folder, const StudentWork& work, const std::string& lab,
                 const Record& record) {
  std::error_code error;
  return record.status == RecordStatus::graded && !first_schedule(record.lab).empty() &&
         !fs::exists(story_path(folder, work, lab), error);
}

void draw_story(const ClassRun& run, const StudentWork& work, const Lab& lab,
                const Record& record) {
  const fs::path story = story_path(run.folder, work, lab.id);
  std::error_code error;
  fs::remove(story, error);
  const std::string schedule = first_schedule(record.lab);
  if (schedule.empty()) return;
  fs::create_directories(story.parent_path());
  ProcessRequest request = run.own_process(
      {"trace", lab.id, "--submission", work_path(run.folder, work, lab).string(),
       "--schedule", schedule, "--out", story.string()});
  request.wall_limit = kStoryLimit;
  run_process(request);
}

void copy_story(const fs::path& folder, const StudentWork& from, const StudentWork& to,
                const Lab& lab) {
  const fs::path story = story_path(folder, to, lab.id);
  std::error_code error;
  fs::remove(story, error);
  fs::copy_file(story_path(folder, from, lab.id), story, error);
}

}  // namespace gridlock
