#include "class/run_all.h"

#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>

#include "checker/interrupt.h"
#include "class/lock.h"
#include "class/stories.h"
#include "common/text.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

/// No lab takes nearly as long: the slowest reference needs seconds.
constexpr std::chrono::minutes kWallLimit{15};

struct Item {
  const StudentWork* work;
  const Lab* lab;
};

std::string host_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

/// The locks of a class, or of a part of it; who grades all of it excludes the parts.
std::vector<Descriptor> lock_class(const fs::path& folder, const ClassPart& part) {
  std::vector<Descriptor> locks;
  locks.push_back(lock_in_class(folder, kClassLock, part.is_all() ? LOCK_EX : LOCK_SH));
  if (!part.is_all())
    locks.push_back(
        lock_in_class(folder, fmt::format("lock.{}-{}", part.number, part.of), LOCK_EX));
  return locks;
}

/// The students of this part.
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
        if (is_wanted(*work, lab)) items_.push_back({work, &lab});
    // So that an interrupted --again goes on with `resume`.
    if (run.again)
      for (const Item& item : items_) remove_record(run.folder, *item.work, *item.lab);
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
    if (!only.empty() && std::find(only.begin(), only.end(), lab.id) == only.end())
      return false;
    const RecordStatus status =
        record_of(run_.folder, work, key_of(run_, work, lab)).status;
    return status == RecordStatus::waiting || status == RecordStatus::grader_error ||
           (run_.again && status == RecordStatus::graded);
  }

  void work() {
    for (;;) {
      Item item;
      {
        const std::lock_guard lock(mutex_);
        if (next_ == items_.size() || interrupt_signal() || failure_) return;
        item = items_[next_++];
      }
      try {
        const Record record = grade(item);
        // Before the record: work that has one is never looked at again.
        draw_story(run_, *item.work, *item.lab, record);
        if (interrupt_signal()) return;  // It may have ended because of that.
        const std::lock_guard lock(mutex_);
        write_record(run_.folder, *item.work, key_of(run_, *item.work, *item.lab),
                     record);
        errors_ += record.status == RecordStatus::grader_error;
        if (run_.progress) run_.progress(++done_, items_.size(), errors_);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        failure_ = std::current_exception();
      }
    }
  }

  Record grade(const Item& item) const {
    ProcessRequest request =
        run_.own_process({"check", item.lab->id, "--submission",
                          work_path(run_.folder, *item.work, *item.lab).string(), "--on",
                          run_.manifest.on, "--seed", std::to_string(run_.manifest.seed),
                          "--jobs", "1", "--no-cures", "--json", "-"});
    request.wall_limit = kWallLimit;
    const ProcessResult result = run_process(request);
    Record record;
    record.run = {{"seconds", result.seconds}, {"host", host_name()}};
    if (result.timed_out) {
      record.status = RecordStatus::too_slow;
      record.score = 0;
      record.why = fmt::format(
          "Its checks took more than {} minutes, where right ones take seconds.",
          kWallLimit.count());
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
  std::mutex mutex_;
  std::size_t next_ = 0;
  std::size_t done_ = 0;
  std::size_t errors_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

RecordKey key_of(const ClassRun& run, const StudentWork& work, const Lab& lab) {
  return {work.labs.at(lab.id).hash, lab.id, run.manifest.on, run.manifest.seed,
          run.grader};
}

std::size_t grade_class(const ClassRun& run) {
  const auto locks = lock_class(run.folder, run.part);
  Grading(run).grade_all();
  std::size_t open = 0;
  for (const StudentWork* work : students_of(run))
    for (const Lab& lab : run.labs) {
      const auto status = record_of(run.folder, *work, key_of(run, *work, lab)).status;
      open += status == RecordStatus::waiting || status == RecordStatus::grader_error;
    }
  return open;
}

}  // namespace gridlock
