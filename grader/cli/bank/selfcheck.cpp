#include "cli/bank/selfcheck.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "checker/interrupt.h"
#include "checker/lab/sheet.h"
#include "checker/lab/skeleton.h"
#include "cli/bank/bank_record.h"
#include "cli/course/new_lab.h"
#include "cli/cures/cures.h"
#include "cli/programs.h"
#include "common/files.h"
#include "common/scratch_folder.h"
#include "common/subprocess.h"
#include "common/text.h"
#include "report/layout.h"
#include "report/progress_line.h"

namespace gridlock {
namespace {

constexpr std::uint64_t kDeepSchedules = 100'000;

/// Limits on the lines of a report on a skeleton and on wrong files: only lower these.
constexpr std::size_t kSkeletonLinesMax = 40;
constexpr std::size_t kMedianLinesMax = 35;
constexpr std::size_t kLongLinesMax = 60;  ///< Nine of ten reports have at most this.
/// The median of a part of the bank may exceed the limit by this: about two standard
/// errors of the median of an eighth of the bank.
constexpr std::size_t kLinesMoreInPart = 3;
/// Fewer reports than this say nothing about the bank.
constexpr std::size_t kReportsMin = 30;

std::vector<std::string> sentences_of(const Lab& lab) {
  auto sentences =
      sentences_of_section(read_file(lab.folder / "README.md"), "## The task");
  for (std::string& each : sentences_of_comments(read_file(lab.skeleton())))
    sentences.push_back(std::move(each));
  return sentences;
}

bool is_noticed(const BankItem& item) {
  return *item.graded.score < item.lab.points || !item.graded.advice.empty();
}

std::string mutant_mismatch(const BankItem& item) {
  if (item.graded.verdict == Verdict::compile_error) return {};
  if (is_noticed(item) != item.known.has_value()) return {};
  return fmt::format(
      "{}: {}",
      item.known ? "a check notices, but mutants.toml lists it" : "no check notices",
      item.change);
}

std::string role_mismatch(const BankItem& item) {
  const Graded& graded = item.graded;
  if (!graded.score) return "the grader failed";
  if (item.role == BankRole::mutant) return mutant_mismatch(item);
  const bool is_clean = item.role == BankRole::skeleton ||
                        item.role == BankRole::solution || item.role == BankRole::variant;
  if (is_clean && !graded.warnings.empty())
    return "the compiler warns: " + one_line(graded.warnings);
  if (item.role == BankRole::skeleton) {
    if (graded.verdict == Verdict::passed) return "a skeleton must fail";
    if (graded.verdict == Verdict::rejected || graded.verdict == Verdict::compile_error)
      return "a skeleton compiles, and its checks run";
    if (*graded.score != 0)
      return fmt::format("a skeleton earns 0 points, not {}", *graded.score);
    return {};
  }
  if (std::string off = expectation_mismatch(item.expected, graded); !off.empty())
    return off;
  const bool should_pass = item.expected.verdicts == std::vector{Verdict::passed};
  if (should_pass && *graded.score != item.lab.points)
    return fmt::format("{} of {} points", *graded.score, item.lab.points);
  return {};
}

/// Grades several items at a time.  Shows the row of an item once all items up to this
/// one are done.
class Selfcheck {
 public:
  Selfcheck(const SelfcheckOptions& options, const Environment& env,
            std::vector<BankItem> items)
      : options_(options), env_(env), items_(std::move(items)), look_(look_of_stdout()) {}

  int run() {
    if (items_.empty())
      throw UsageError(
          fmt::format("No file has \"{}\" in its name.", options_.choice.only));
    const auto start = std::chrono::steady_clock::now();
    show_head();
    std::vector<std::thread> threads;
    const auto jobs = std::min<std::size_t>(std::max(1u, options_.jobs), items_.size());
    for (std::size_t i = 0; i < jobs; ++i) threads.emplace_back([this] { work(); });
    show_rows();
    for (std::thread& thread : threads) thread.join();
    check_texts();
    if (!options_.choice.mutants) check_report_lengths();
    const double wall =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    show_totals(wall);
    if (!options_.choice.mutants) show_shapes();
    if (options_.record) record_mistakes();
    return off_ > 0 ? 1 : 0;
  }

 private:
  void work() {
    for (std::size_t i; (i = next_++) < items_.size();) {
      BankItem& item = items_[i];
      if (item.broken.empty())
        grade(item);
      else
        item.off = item.broken;
      const std::lock_guard lock(mutex_);
      item.done = true;
      row_done_.notify_all();
    }
  }

  /// The command that grades the item.  With --reports it writes a JUnit file into
  /// `folder`.
  ProcessRequest request_for(const BankItem& item, const std::string& folder) const {
    ProcessRequest request =
        own_process(env_, {"check", item.lab.id, "--submission", item.file.string(),
                           "--on", "sim", "--jobs", "1", "--json", "-"});
    if (options_.cures && needs_order(item))
      request.argv.insert(request.argv.end(), {"--cure", "--cure-limit", "0"});
    else
      request.argv.push_back("--no-cures");
    if (item.role == BankRole::mutant) request.argv.push_back("--no-stories");
    if (options_.reports)
      request.argv.insert(request.argv.end(), {"--junit", folder + "/junit.xml"});
    std::uint64_t schedules = options_.schedules;
    if (options_.deep &&
        (item.role == BankRole::variant || item.role == BankRole::solution))
      schedules = kDeepSchedules;
    if (schedules)
      request.argv.insert(request.argv.end(), {"--schedules", std::to_string(schedules)});
    return request;
  }

  void grade(BankItem& item) {
    const ScratchFolder scratch("gridlock-selfcheck");
    const ProcessResult result = run_process(request_for(item, scratch.path()));
    item.seconds = result.seconds;
    item.report_lines = split_lines(result.errors).size();
    try {
      const LabSummary record = read_only_lab(result.output);
      item.graded = graded_in(record);
      item.failure = failure_of(record);
      item.off = role_mismatch(item);
      if (result.exit_code < 0 || result.exit_code > 3)
        item.off = "the check ended badly: " + result.how_it_ended();
      if (item.off.empty()) item.off = report_mismatch(item.expected, result.errors);
      if (item.off.empty()) obey(item, record);
      if (options_.reports && item.off.empty())
        item.off = draw(item, record, scratch.path());
    } catch (const std::exception&) {
      const auto lines = split_lines(result.errors);
      item.graded.verdict = Verdict::grader_error;
      item.off = fmt::format("no record: {} {}", result.how_it_ended(),
                             lines.empty() ? "" : one_line(lines.back()));
    }
  }

  /// Whether the item is a mistake that expects a race or an old value.
  static bool needs_order(const BankItem& item) {
    const auto& verdicts = item.expected.verdicts;
    return item.role == BankRole::mistake &&
           std::ranges::any_of(verdicts, [](Verdict verdict) {
             return verdict == Verdict::data_race || verdict == Verdict::stale_value;
           });
  }

  /// Applies the change that the report suggests.  The check that it names must pass.
  void obey(BankItem& item, const LabSummary& lab) const {
    item.cure_sought = lab.cures_tried.has_value();
    if (!lab.cure) return;
    const CureSummary& cure = *lab.cure;
    item.cure = cure.words;
    const ScratchFolder folder("gridlock-selfcheck");
    const fs::path file = folder.path() / item.lab.submission_name;
    write_file_atomic(
        file,
        text_to_cure(item.lab, item.file).replace(cure.offset, cure.length, cure.text));
    const ProcessResult result = run_process(own_process(
        env_, {"check", item.lab.id, "--submission", file.string(), "--on", "sim",
               "--jobs", "1", "--no-cures", "--seed", "3", "--only", cure.check}));
    if (result.exit_code != 0)
      item.off = fmt::format("its check does not pass with {}", item.cure);
    else if (!item.expected.no_cure.empty())
      item.off =
          fmt::format("it says that no order repairs it, but this does: {}", item.cure);
  }

  /// Draws the first interleaving of each verdict.  Returns what went wrong; "" if
  /// nothing.
  std::string draw(const BankItem& item, const LabSummary& lab,
                   const fs::path& scratch) const {
    std::set<Verdict> drawn;
    for (const CheckSummary& check : lab.checks) {
      if (check.replay.empty() || !drawn.insert(check.verdict).second) continue;
      const ProcessResult result = run_process(
          own_process(env_, {"trace", item.lab.id, "--submission", item.file.string(),
                             "--schedule", check.replay, "--out", scratch / "trace.svg",
                             "--out", scratch / "trace.json"}));
      // Exit code 2: there is nothing to draw.
      if (result.exit_code != 0 && result.exit_code != 2)
        return fmt::format("{} cannot be drawn: {}", check.replay, result.how_it_ended());
    }
    return {};
  }

  void show_rows() {
    for (BankItem& item : items_) {
      std::unique_lock lock(mutex_);
      while (!item.done) {
        row_done_.wait_for(lock, std::chrono::milliseconds(100));
        progress_.say(fmt::format("{} of {} files graded ...", shown_, items_.size()));
        if (interrupt_signal() != 0) leave();
      }
      lock.unlock();
      progress_.clear();
      show_row(item);
    }
  }

  /// Ends at once: the children die with this process.
  [[noreturn]] void leave() {
    fmt::print("\nInterrupted after {} of {} files.\n", shown_, items_.size());
    std::fflush(stdout);
    std::_Exit(130);
  }

  std::string row(const std::string& file, const std::string& expected,
                  const std::string& got, const std::string& found,
                  const std::string& seconds, const std::string& lines) const {
    return fmt::format("{}  {}  {}  {:>8}  {:>7}  {:>5}", pad(file, width_),
                       pad(expected, verdict_width_), pad(got, verdict_width_), found,
                       seconds, lines);
  }

  void show_head() {
    for (const BankItem& item : items_) {
      width_ = std::max(width_, width_of(item.label));
      verdict_width_ = std::max(verdict_width_, width_of(item.expected.text()));
    }
    fmt::print("{}\n",
               paint(look_, Tone::strong,
                     row("file", "expected", "got", "found at", "seconds", "lines")));
    std::fflush(stdout);
  }

  void show_row(const BankItem& item) {
    ++shown_;
    const std::string expected = item.role == BankRole::skeleton ? "0 points"
                                 : item.role != BankRole::mutant ? item.expected.text()
                                 : !item.known                   ? "noticed"
                                 : item.known->is_equivalent     ? "equivalent"
                                                                 : "missed";
    std::string got(name(item.graded.verdict));
    if (item.role == BankRole::skeleton && item.graded.score)
      got = fmt::format("{} points", *item.graded.score);
    else if (!item.expected.advice.empty() && item.off.empty())
      got = item.expected.text();
    const std::string found = item.graded.schedules_to_finding
                                  ? std::to_string(item.graded.schedules_to_finding)
                                  : "";
    const Tone tone = item.off.empty() ? Tone::plain : Tone::bad;
    const std::string text =
        row(item.label, expected, got, found, fmt::format("{:.1f}", item.seconds),
            std::to_string(item.report_lines));
    const std::string off = item.off.empty() ? "" : "  OFF: " + item.off;
    fmt::print("{}\n", paint(look_, tone, text + off));
    std::fflush(stdout);
    if (!item.off.empty()) ++off_;
  }

  /// Complains if the texts of a lab contradict each other: skeleton and solution, or
  /// lab.toml, the checks and the sheet.
  void check_texts() {
    for (const BankItem& item : items_) {
      if (item.role != BankRole::skeleton) continue;
      std::error_code error;
      if (!fs::exists(item.lab.solution(), error)) continue;
      try {
        if (skeleton_from_solution(read_file(item.lab.solution())) ==
            read_file(item.lab.skeleton()))
          continue;
        complain(
            fmt::format("{}: the skeleton is not the solution without its marked "
                        "regions; run ./gridlock skeleton {} --write",
                        item.lab.id, item.lab.number));
      } catch (const std::exception& bad) {
        complain(fmt::format("{}: {}", item.lab.solution().string(), bad.what()));
      }
    }
    for (const BankItem& item : items_) {
      if (item.role != BankRole::skeleton) continue;
      int points = 0;
      std::vector<std::string> titles;
      for (const RegisteredCheck& check : checks_of(item.lab.id)) {
        points += check.points;
        if (!check.is_hidden()) titles.push_back(check.title);
      }
      if (points != item.lab.points)
        complain(fmt::format("{}: its checks are worth {} points, lab.toml says {}",
                             item.lab.id, points, item.lab.points));
      for (const std::string& gap :
           gaps_in_sheet(sentences_of(item.lab), item.lab.promises, titles,
                         text_of_checks(item.lab)))
        complain(fmt::format("{}: {}", item.lab.id, gap));
      for (const std::string& text : texts_of_sample(env_.root, item.lab))
        complain(fmt::format("{}: lab.toml or demo.toml still has the sample's words: {}",
                             item.lab.id, one_line(text)));
      for (const std::string& header : headers_not_given(item.lab))
        complain(
            fmt::format("{}: add \"{}\" to `given` in lab.toml: otherwise it counts "
                        "as the student's",
                        item.lab.id, header));
    }
  }

  void complain(const std::string& what) {
    ++off_;
    fmt::print("{}\n", paint(look_, Tone::bad, "OFF: " + what));
  }

  void show_totals(double wall) const {
    std::uint64_t schedules = 0, accesses = 0;
    double seconds = 0;
    std::vector<std::uint64_t> found;
    for (const BankItem& item : items_) {
      schedules += item.graded.schedules;
      accesses += item.graded.accesses;
      seconds += item.graded.seconds;
      if (item.graded.schedules_to_finding)
        found.push_back(item.graded.schedules_to_finding);
    }
    fmt::print("\n{} files, {} off, in {:.1f} s\n", items_.size(), off_, wall);
    if (seconds > 0 && schedules > 0)
      fmt::print("{} schedules, {} per second and core\n", with_commas(schedules),
                 with_commas(static_cast<std::uint64_t>(schedules / seconds)));
    if (accesses > 0)
      fmt::print("{} hooked accesses, {:.0f} ns each, schedules and checks included\n",
                 with_commas(accesses), seconds * 1e9 / static_cast<double>(accesses));
    if (options_.choice.mutants) show_mutants();
    if (options_.cures) show_cures();
    if (!found.empty()) {
      const auto middle = found.begin() + static_cast<std::ptrdiff_t>(found.size() / 2);
      std::nth_element(found.begin(), middle, found.end());
      fmt::print("median schedules to the first finding: {}\n", *middle);
    }
  }

  void check_report_lengths() {
    std::vector<std::size_t> lines;
    const BankItem* longest = nullptr;
    for (const BankItem& item : items_) {
      if (item.role == BankRole::skeleton && item.report_lines > kSkeletonLinesMax)
        complain(fmt::format("{}: its report has {} lines, more than {}", item.label,
                             item.report_lines, kSkeletonLinesMax));
      if (item.role != BankRole::mistake || item.graded.verdict == Verdict::passed)
        continue;
      lines.push_back(item.report_lines);
      if (!longest || longest->report_lines < item.report_lines) longest = &item;
    }
    if (!longest) return;
    std::ranges::sort(lines);
    const std::size_t median = lines[lines.size() / 2];
    const std::size_t long_ones = lines[lines.size() * 9 / 10];
    const std::string text = fmt::format(
        "reports have {} lines in the median, {} at the 90th percentile, {} at most ({})",
        median, long_ones, longest->report_lines, longest->label);
    // The goals are for all labs together: one lab's reports may be longer.
    const bool is_sample = lines.size() < kReportsMin || !options_.choice.lab.empty();
    const std::size_t median_max =
        kMedianLinesMax + (options_.choice.part.empty() ? 0 : kLinesMoreInPart);
    if (!is_sample && (median > median_max || long_ones > kLongLinesMax))
      complain(
          fmt::format("{}; they may have {} and {}", text, median_max, kLongLinesMax));
    else
      fmt::print("{}\n", text);
  }

  /// Shows how many faults of order got a cure.  Mistakes that fail in every schedule,
  /// or say that they have no cure, are counted apart: no added order repairs them.
  void show_cures() const {
    std::size_t all = 0, elsewhere = 0, of_order = 0, named = 0, held = 0;
    for (const BankItem& item : items_) {
      all += needs_order(item);
      if (!item.cure_sought) continue;
      if (item.cure.empty() && !item.expected.no_cure.empty()) {
        ++elsewhere;
        continue;
      }
      ++of_order;
      named += !item.cure.empty();
      held += !item.cure.empty() && item.off.empty();
      if (item.cure.empty()) fmt::print("no cure: {}\n", item.label);
    }
    fmt::print(
        "{} of {} mistakes that are faults of order got a cure; {} held.  Order alone does "
        "not repair {} more, as their files say, and {} fail in every schedule\n",
        named, of_order, held == named ? "all" : std::to_string(held), elsewhere,
        all - of_order - elsewhere);
  }

  void show_mutants() const {
    std::size_t compile = 0, noticed = 0, equivalent = 0;
    for (const BankItem& item : items_) {
      if (!item.broken.empty() || !item.graded.score ||
          item.graded.verdict == Verdict::compile_error)
        continue;
      ++compile;
      noticed += is_noticed(item);
      equivalent += item.known && item.known->is_equivalent;
    }
    fmt::print("{} mutants compile, {} are equivalent; the checks notice {} of {}\n",
               compile, equivalent, noticed, compile - equivalent);
  }

  /// Reports the mistakes that are now found in a smaller scenario than recorded, and how
  /// many need a larger one.
  void show_shapes() const {
    std::map<fs::path, std::string> recorded;
    for (const BankRow& row : recorded_bank(find_labs(env_.root)))
      recorded[row.file] = row.shape;
    std::string smaller;
    std::size_t larger = 0;
    for (const BankRow& row : mistakes()) {
      const std::string& before = recorded[row.file];
      if (before.empty() || row.shape.empty()) continue;
      const auto size = size_of_shape(row.shape), size_before = size_of_shape(before);
      larger += size > size_before;
      if (size < size_before)
        smaller += fmt::format("  {}: {}, recorded: {}\n", row.file.stem().string(),
                               row.shape, before);
    }
    if (!smaller.empty())
      fmt::print("found in a smaller scenario than recorded:\n{}", smaller);
    if (larger > 0)
      fmt::print("found in a larger scenario than recorded: {} mistakes\n", larger);
  }

  std::vector<BankRow> mistakes() const {
    std::vector<BankRow> rows;
    for (const BankItem& item : items_) {
      if (item.role != BankRole::mistake || !item.off.empty()) continue;
      const std::string verdict = item.expected.advice.empty()
                                      ? std::string(name(item.graded.verdict))
                                      : item.expected.text();
      rows.push_back({item.lab.id, item.file, verdict, item.graded.schedules_to_finding,
                      item.graded.shape});
    }
    return rows;
  }

  void record_mistakes() const {
    record_bank(mistakes());
    std::map<std::string, std::pair<const Lab*, BankFailures>> failures;
    for (const BankItem& item : items_) {
      if (item.role != BankRole::mistake || !item.off.empty() || !item.failure) continue;
      auto& [lab, of_lab] = failures[item.lab.id];
      lab = &item.lab;
      of_lab[item.file.stem().string()] = *item.failure;
    }
    for (const auto& [id, of] : failures) record_bank_failures(*of.first, of.second);
  }

  const SelfcheckOptions& options_;
  const Environment& env_;
  std::vector<BankItem> items_;
  Look look_;
  int width_ = 4;
  int verdict_width_ = 16;
  std::size_t shown_ = 0;
  ProgressLine progress_;
  int off_ = 0;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::condition_variable row_done_;
};

}  // namespace

int selfcheck(const SelfcheckOptions& options, const Environment& env) {
  need_solutions(env.root, "selfcheck");
  return Selfcheck(options, env, bank_items(options.choice, env)).run();
}

}  // namespace gridlock
