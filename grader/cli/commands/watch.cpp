// gridlock watch: checks a lab again whenever its files are saved.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <poll.h>

#include <array>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>

#include "checker/interrupt.h"
#include "cli/command.h"
#include "cli/commands/hint.h"
#include "cli/loop/check_process.h"
#include "cli/loop/next_step.h"
#include "cli/loop/saved_files.h"
#include "cli/loop/terminal_keys.h"
#include "common/text.h"

namespace gridlock {
namespace {

using Seconds = std::chrono::duration<double>;

/// After this long, a remark about hangs appears with a running check.
constexpr Seconds kLong{3};
/// Interval of later messages about a running check, where lines cannot be cleared.
constexpr Seconds kPlainSign{10};

struct WatchOptions {
  std::string lab;
  std::string on = "sim";
  bool plain = false;
};

/// The result of a check, as short text for the last lines.
struct Conclusion {
  std::string text;      ///< For example "40/100".
  bool is_done = false;  ///< Whether all points are earned.
};

std::string clock_time() {
  return fmt::format("{:%H:%M:%S}", fmt::localtime(std::time(nullptr)));
}

Conclusion conclude(const ChildEnd& end, const std::string& record) {
  if (end.signal)
    return {fmt::format("the check itself was ended by signal {}", end.signal)};
  const auto json = nlohmann::json::parse(record, nullptr, false);
  if (json.is_discarded() || !json.contains("labs") || json["labs"].empty())
    return {"the check itself failed; the reason is above"};
  const auto& lab = json["labs"][0];
  std::string text = fmt::format("no score of {}", lab["max_score"].get<int>());
  bool is_done = false;
  if (!lab["score"].is_null()) {
    const LabProgress progress{lab["score"], lab["max_score"], {}, lab["incomplete"]};
    text = score_text(progress);
    is_done = progress.is_done();
  }
  std::size_t hangs = 0;
  for (const auto& check : lab["checks"]) {
    const auto verdict = verdict_from_name(check["verdict"].get<std::string>());
    hangs += verdict == Verdict::deadlock || verdict == Verdict::no_progress ||
             verdict == Verdict::timeout;
  }
  if (end.exit_code == 3) text += "; the grader itself failed in a check (ERROR above)";
  if (hangs == 1) text += "; 1 check hung and was ended";
  if (hangs > 1) text += fmt::format("; {} checks hung and were ended", hangs);
  return {text, is_done};
}

class Watch {
 public:
  Watch(const WatchOptions& options, const Environment& env, std::vector<Lab> labs,
        const Lab& lab)
      : options_(options), env_(env), labs_(std::move(labs)), look_(look_of_stdout()) {
    if (!options.plain && TerminalKeys::are_possible()) keys_.emplace();
    if (options.plain) look_.colour = false;
    turn_to(lab);
  }

  /// Runs until the user quits.
  /// \throws Interrupted
  void run();

 private:
  void turn_to(const Lab& lab);
  /// \param cure whether to look for a change that repairs the lab, too
  void begin_check(bool cure = false);
  void end_of_check(const ChildEnd& end);
  void files_changed();
  void wait() const;
  /// Handles a key; returns false if the user wants to leave.
  bool obey(char key);
  void show_hint();
  void go_to_next();

  void draw();
  void draw_last_line();
  void say_in_plain_lines(const std::string& text) const;
  std::string conclusion_text() const;
  std::string running_text() const;

  WatchOptions options_;
  const Environment& env_;
  std::vector<Lab> labs_;
  Look look_;
  std::optional<TerminalKeys> keys_;

  Lab lab_;
  std::filesystem::path file_;
  std::optional<SavedFiles> files_;
  std::optional<CheckProcess> check_;
  bool missing_ = false;    ///< The lab's file is not there.
  std::string report_;      ///< Report of the last check that ended.
  std::string checked_at_;  ///< Time of that check; "" if there was none yet.
  Conclusion conclusion_;
  std::string aside_;  ///< A hint, or the answer to a key.
  Seconds next_sign_{0};
};

void Watch::turn_to(const Lab& lab) {
  check_.reset();
  lab_ = lab;
  file_ = lab_.skeleton();
  files_.emplace(lab_.folder);
  report_.clear();
  checked_at_.clear();
  begin_check();
}

void Watch::begin_check(bool cure) {
  check_.reset();  // Ends the running check.
  aside_.clear();
  next_sign_ = kLong;
  std::error_code error;
  missing_ = !std::filesystem::exists(file_, error);
  if (missing_) {
    say_in_plain_lines(conclusion_text());
    return draw();
  }
  say_in_plain_lines(fmt::format("{}  Checking {} ...", clock_time(), shown_path(file_)));
  EnvironmentChanges environment{{"GRIDLOCK_ROOT", env_.root.string()},
                                 {"GRIDLOCK_BUILD_DIR", env_.build_dir.string()},
                                 {"COLUMNS", std::to_string(look_.columns)},
                                 {"GRIDLOCK_FORCE_COLOUR", "1"}};
  if (!look_.colour) environment.emplace_back("NO_COLOR", "1");
  std::vector<std::string> arguments{lab_.id, "--on", options_.on};
  if (cure) arguments.emplace_back("--cure");
  check_.emplace(arguments, environment);
  draw();
}

void Watch::end_of_check(const ChildEnd& end) {
  report_ = check_->screen();
  conclusion_ = conclude(end, check_->record());
  checked_at_ = fmt::format("{} ({:.1f} s)", clock_time(), check_->elapsed().count());
  check_.reset();
  say_in_plain_lines(fmt::format("\n{}\n{}", report_, conclusion_text()));
  draw();
}

void Watch::files_changed() {
  if (check_) say_in_plain_lines("Saved again: this check stops, a new one begins.");
  begin_check();
}

/// The lines under a report: the file, the time, the result, and what to do now.
std::string Watch::conclusion_text() const {
  const std::string path = shown_path(file_);
  if (missing_)
    return fmt::format(
        "{} is missing: deleted or moved?  Waiting until it is back.\n"
        "./gridlock reset {} restores it as it was handed out.\n",
        path, lab_.number);
  std::string text =
      fmt::format("{}: {}, checked at {}.\n", path, conclusion_.text, checked_at_);
  if (check_) return text;
  if (!conclusion_.is_done) return text + "Waiting for the next save.\n";
  const bool is_last = !next_lab(labs_, env_.state_dir, lab_.id);
  return text + (keys_ && !is_last ? "Press n for the next lab.\n" : "");
}

std::string Watch::running_text() const {
  const bool is_long = check_->elapsed() >= kLong;
  const std::string activity = check_->activity();
  return fmt::format("checking, {:.0f} s{}{}{}", check_->elapsed().count(),
                     is_long ? "; a kernel that hangs will be ended and named" : "",
                     activity.empty() ? "" : ": ", activity);
}

void Watch::say_in_plain_lines(const std::string& text) const {
  if (keys_) return;
  std::fputs(text.c_str(), stdout);
  if (!text.ends_with('\n')) std::fputc('\n', stdout);
  std::fflush(stdout);
}

/// The whole screen: the last result, a hint or an answer, and the last line.
void Watch::draw() {
  if (!keys_) return;
  std::string text = "\x1b[H\x1b[2J";
  text += report_;
  if (!report_.empty() && !report_.ends_with("\n\n")) text += "\n";
  if (report_.empty() && !missing_) text += "Checking " + shown_path(file_) + "\n";
  if (!report_.empty() || missing_) text += conclusion_text();
  if (!aside_.empty()) text += "\n" + aside_;
  text += "\n";
  std::fputs(text.c_str(), stdout);
  draw_last_line();
}

void Watch::draw_last_line() {
  if (!keys_) return;
  const std::string line = check_ ? "q quit   " + running_text()
                                  : "h hint   c look for a repair   n next lab   "
                                    "r run again   q quit";
  const std::string shown = shorten(line, look_.columns - 1);
  fmt::print("\r\x1b[K{}", paint(look_, Tone::strong, shown));
  std::fflush(stdout);
}

void Watch::show_hint() {
  try {
    const Hint& hint = hint_for(lab_, "", env_.state_dir);
    const std::size_t level = next_level(lab_, hint, env_.state_dir);
    note_hint(env_.state_dir, lab_.id, hint.part, level);
    aside_ = hint_text(look_, lab_, hint, level);
    aside_ += level < hint.levels.size()
                  ? "\nPress h again for more.\n"
                  : fmt::format(
                        "\nThis is the last hint for this part.  From the first again: "
                        "./gridlock hint {} {} 1\n",
                        lab_.number, hint.part);
  } catch (const UsageError& none) {
    aside_ = fmt::format("{}\n", none.what());
  }
  draw();
}

void Watch::go_to_next() {
  const Lab* next = next_lab(labs_, env_.state_dir, lab_.id);
  if (next) turn_to(*next);
  aside_ = next ? three_steps(*next) : "All other labs have all their points.\n";
  draw();
}

bool Watch::obey(char key) {
  if (key == 'h') show_hint();
  if (key == 'c') begin_check(true);
  if (key == 'n') go_to_next();
  if (key == 'r') begin_check();
  return key != 'q';
}

void Watch::wait() const {
  std::array<pollfd, 5> events{{
      {interrupt_descriptor(), POLLIN, 0},
      {files_->descriptor(), POLLIN, 0},
      {keys_ ? keys_->descriptor() : -1, POLLIN, 0},
      {check_ ? check_->output_descriptor() : -1, POLLIN, 0},
      {check_ ? check_->record_descriptor() : -1, POLLIN, 0},
  }};
  auto patience = files_->patience();
  if (check_) patience = std::min(patience, std::chrono::milliseconds(100));
  ::poll(events.data(), events.size(), static_cast<int>(patience.count()));
}

void Watch::run() {
  for (;;) {
    stop_if_interrupted();
    wait();
    if (keys_ && keys_->wants_redraw()) {
      look_ = look_of_stdout();
      draw();
    }
    while (const auto key = keys_ ? keys_->pressed() : std::nullopt)
      if (!obey(*key)) return;
    if (files_->changed()) files_changed();
    if (!check_) continue;
    if (const auto end = check_->take()) {
      end_of_check(*end);
    } else if (keys_) {
      draw_last_line();
    } else if (check_->elapsed() >= next_sign_) {
      say_in_plain_lines(running_text());
      next_sign_ += kPlainSign;
    }
  }
}

int watch(const WatchOptions& options, const Environment& env) {
  auto labs = find_labs(env.root);
  const Lab* lab =
      options.lab.empty() ? next_lab(labs, env.state_dir) : &find_lab(labs, options.lab);
  if (!lab) {
    std::fputs(all_done_text(labs.size()).c_str(), stdout);
    return 0;
  }
  const Lab first = *lab;
  Watch session(options, env, std::move(labs), first);
  try {
    session.run();
  } catch (const Interrupted&) {
    std::fputs("\n", stdout);
    throw;
  }
  std::fputs("\n", stdout);
  return 0;
}

}  // namespace

void add_watch(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "watch", "Check a lab whenever its files are saved, until you quit");
  const auto options = std::make_shared<WatchOptions>();
  add_option(*command, "LAB", options->lab, "The lab (default: the next unfinished one)");
  command->add_option("--on", options->on, "Where to run (default: sim)")
      ->check(CLI::IsMember({"sim", "gpu", "all"}));
  command->add_flag("--plain", options->plain,
                    "Plain lines, one result after the other, and no keys; the default "
                    "without a terminal");
  command->callback(
      [options, &environment, &exit_code] { exit_code = watch(*options, environment); });
}

}  // namespace gridlock
