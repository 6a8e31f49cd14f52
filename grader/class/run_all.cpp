#include "class/run_all.h"

#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <ratio>
#include <thread>
#include <utility>

#include "checker/interrupt.h"
#include "class/archive.h"
#include "class/lock.h"
#include "class/own_gpu.h"
#include "class/stories.h"
#include "common/text.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

/// Pieces of work for one lab with one hash: judged once if their files are the same.
struct Item {
  const Lab* lab;
  std::vector<const StudentWork*> works;  ///< At least one, in the manifest's order.
};

struct Judgement {
  Record record;
  const StudentWork* judged;
};

std::map<std::string, std::string> files_of(const fs::path& folder,
                                            const StudentWork& work, const Lab& lab) {
  std::map<std::string, std::string> files;
  const HandedFiles read = read_folder(work_path(folder, work, lab).parent_path());
  for (const HandedFile& file : read.files) files[file.path] = file.problem + file.bytes;
  return files;
}

std::string host_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

/// Locks a class, or a part of it; grading the whole class excludes grading a part.
std::vector<Descriptor> lock_class(const fs::path& folder, const ClassPart& part) {
  std::vector<Descriptor> locks;
  locks.push_back(lock_in_class(folder, kClassLock, part.is_all() ? LOCK_EX : LOCK_SH));
  if (!part.is_all())
    locks.push_back(
        lock_in_class(folder, fmt::format("lock.{}-{}", part.number, part.of), LOCK_EX));
  return locks;
}

std::vector<const StudentWork*> students_of(const ClassRun& run) {
  std::vector<const StudentWork*> students;
  for (std::size_t i = 0; i < run.manifest.students.size(); ++i)
    if (run.part.has(i)) students.push_back(&run.manifest.students[i]);
  return students;
}

class Grading {
 public:
  explicit Grading(const ClassRun& run) : run_(run) {
    for (const StudentWork* work : students_of(run))
      for (const Lab& lab : run.labs)
        if (is_wanted(*work, lab)) add(*work, lab);
    if (run.manifest.on != "sim")
      for (const StudentWork& work : run.manifest.students)
        for (const Lab& lab : run.labs)
          gpu_.remember(record_of(run.folder, work, key_of(run, work, lab)));
    // Remove the records first, so that `resume` can go on with an interrupted --again.
    if (run.again)
      for (const Item& item : items_)
        for (const StudentWork* work : item.works)
          remove_record(run.folder, *work, *item.lab);
  }

  void grade_all() {
    const auto count = std::min<std::size_t>(std::max(1u, run_.jobs), items_.size());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < count; ++i) threads.emplace_back([this] { work(); });
    for (std::thread& thread : threads) thread.join();
    if (failure_) std::rethrow_exception(failure_);
    stop_if_interrupted();
  }

 private:
  bool is_wanted(const StudentWork& work, const Lab& lab) const {
    const auto& only = run_.only;
    if (!only.empty() && std::ranges::find(only, lab.id) == only.end()) return false;
    const RecordStatus status =
        record_of(run_.folder, work, key_of(run_, work, lab)).status;
    return status == RecordStatus::waiting || status == RecordStatus::grader_error ||
           (run_.again && status == RecordStatus::graded);
  }

  /// Whether equal work may share a record: only on the simulator, where the key alone
  /// decides the record.
  bool may_share() const { return run_.manifest.on == "sim"; }

  void add(const StudentWork& work, const Lab& lab) {
    ++works_;
    if (may_share()) {
      const auto [known, is_new] =
          item_of_.try_emplace({lab.id, work.labs.at(lab.id).hash}, items_.size());
      if (!is_new) return items_[known->second].works.push_back(&work);
    }
    items_.push_back({&lab, {&work}});
  }

  void work() {
    for (;;) {
      const Item* item = nullptr;
      {
        const std::lock_guard lock(mutex_);
        if (next_ == items_.size() || interrupt_signal() || failure_ || gpu_is_lost_)
          return;
        item = &items_[next_++];
      }
      try {
        grade_item(*item);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        failure_ = std::current_exception();
      }
    }
  }

  void grade_item(const Item& item) {
    std::optional<Judgement> same;
    if (may_share() && !run_.again) same = judged_before(item);
    for (const StudentWork* work : item.works) {
      if (interrupt_signal()) return;
      Record record;
      // Write the story before the record: work with a record is not judged again.
      const bool is_same = same && files_of(run_.folder, *same->judged, *item.lab) ==
                                       files_of(run_.folder, *work, *item.lab);
      if (is_same) {
        record = same->record;
        record.run["same_files_as"] = same->judged->id;
        copy_story(run_.folder, *same->judged, *work, *item.lab);
      } else {
        record = grade(*work, *item.lab);
        draw_story(run_, *work, *item.lab, record);
        if (interrupt_signal()) return;  // The signal may have ended the check.
        // Share only a score: any other outcome may be the machine's fault, so the next
        // work is judged itself.
        if (may_share() && record.status == RecordStatus::graded)
          same = Judgement{record, work};
      }
      const std::lock_guard lock(mutex_);
      gpu_is_lost_ |= gpu_.find_lost(record);
      write_record(run_.folder, *work, key_of(run_, *work, *item.lab), record);
      errors_ += record.status == RecordStatus::grader_error;
      if (run_.progress) run_.progress(++done_, works_, errors_);
    }
  }

  /// The record of the same files, of any student, that an earlier run made.
  std::optional<Judgement> judged_before(const Item& item) const {
    const RecordKey key = key_of(run_, *item.works.front(), *item.lab);
    for (const StudentWork& other : run_.manifest.students) {
      if (other.labs.at(item.lab->id).hash != key.submission) continue;
      Record record = record_of(run_.folder, other, key);
      if (record.status == RecordStatus::graded && !record.of_another_grader &&
          !record.run.contains("same_files_as"))
        return Judgement{std::move(record), &other};
    }
    return std::nullopt;
  }

  ProcessResult check(const Lab& lab, std::vector<std::string> what,
                      std::chrono::milliseconds limit) const {
    what.insert(what.end(),
                {"--on", run_.manifest.on, "--seed", std::to_string(run_.manifest.seed),
                 "--jobs", "1", "--no-cures", "--json", "-"});
    what.insert(what.begin(), {"check", lab.id});
    ProcessRequest request = run_.own_process(std::move(what));
    request.wall_limit = limit;
    return run_process(request);
  }

  /// Times the reference, to tell whether the work or the machine is too slow.
  void blame_for_time(const Lab& lab, Record& record) const {
    const double minutes =
        std::chrono::duration<double, std::ratio<60>>(run_.wall_limit).count();
    if (check(lab, {"--solution"}, run_.reference_limit).ok()) {
      record.status = RecordStatus::too_slow;
      record.score = 0;
      record.why = fmt::format(
          "Its checks took more than {:.0f} minutes, where right ones take seconds.",
          minutes);
      return;
    }
    record.status = RecordStatus::grader_error;
    record.why = fmt::format(
        "Its checks took more than {:.0f} minutes, but this machine is too slow to grade "
        "the lab's reference, too: resume when less runs here.",
        minutes);
  }

  Record grade(const StudentWork& work, const Lab& lab) const {
    const ProcessResult result =
        check(lab, {"--submission", work_path(run_.folder, work, lab).string()},
              run_.wall_limit);
    Record record;
    record.run = {{"seconds", result.seconds}, {"host", host_name()}};
    if (result.timed_out) {
      blame_for_time(lab, record);
      return record;
    }
    try {
      if (result.exit_code != 0 && result.exit_code != 1)
        throw std::runtime_error(result.how_it_ended());
      Record judged = record_from(ordered_json::parse(result.output).at("labs").at(0));
      judged.run = record.run;
      return judged;
    } catch (const std::exception& error) {
      const auto lines = split_lines(result.errors);
      record.status = RecordStatus::grader_error;
      record.why =
          sanitize_text(fmt::format("{}{}{}", error.what(), lines.empty() ? "" : ": ",
                                    lines.empty() ? "" : std::string(lines.back())));
    }
    return record;
  }

  const ClassRun& run_;
  std::vector<Item> items_;
  std::size_t works_ = 0;  ///< Pieces of work in all items.
  std::map<std::pair<std::string, std::string>, std::size_t>
      item_of_;  ///< Keyed by lab and hash.
  std::mutex mutex_;
  std::size_t next_ = 0;
  std::size_t done_ = 0;
  std::size_t errors_ = 0;
  std::exception_ptr failure_;
  GpuWatch gpu_;
  bool gpu_is_lost_ = false;
};

/// Tries again to draw the stories that an earlier run could not draw, for example
/// because the machine was too busy.
void draw_missing_stories(const ClassRun& run) {
  for (const StudentWork* work : students_of(run))
    for (const Lab& lab : run.labs) {
      const Record record = record_of(run.folder, *work, key_of(run, *work, lab));
      if (lacks_story(run.folder, *work, lab.id, record))
        draw_story(run, *work, lab, record);
      stop_if_interrupted();
    }
}

}  // namespace

RecordKey key_of(const ClassRun& run, const StudentWork& work, const Lab& lab) {
  return key_of(run.manifest, work, lab, run.build);
}

std::size_t grade_class(const ClassRun& run) {
  const auto locks = lock_class(run.folder, run.part);
  Grading(run).grade_all();
  draw_missing_stories(run);
  std::size_t open = 0;
  for (const StudentWork* work : students_of(run))
    for (const Lab& lab : run.labs) {
      const auto status = record_of(run.folder, *work, key_of(run, *work, lab)).status;
      open += status == RecordStatus::waiting || status == RecordStatus::grader_error;
    }
  return open;
}

}  // namespace gridlock
