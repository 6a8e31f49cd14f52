// gridlock trace: draws an interleaving.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "checker/interrupt.h"
#include "checker/replay.h"
#include "cli/save.h"
#include "cli/subject.h"
#include "common/files.h"
#include "common/subprocess.h"
#include "report/failure_text.h"
#include "report/finding_text.h"
#include "report/layout.h"
#include "report/trace_json.h"
#include "report/trace_svg.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

/// More rows than this are unreadable on a slide; Perfetto scrolls.
constexpr std::size_t kPictureRowsMax = 14;
constexpr std::size_t kJsonRowsMax = 1000;

struct TraceOptions {
  SubjectOptions subject;
  std::string schedule;
  std::string only;
  std::vector<std::string> out;
  bool demo = false;  ///< What solutions/NN_topic/demo.toml names.
};

// --- What to draw ---------------------------------------------------------------------

/// In a strict check, the advice that fails it is the finding of its schedule.
const PlacedFinding* finding_of(const ReplayRecord& record, CheckKind kind) {
  if (!record.findings.empty()) return &record.findings.front();
  if (kind != CheckKind::strict) return nullptr;
  for (const PlacedFinding& advice : record.advice)
    if (!advice.interleaving.empty()) return &advice;
  return nullptr;
}

TraceSubject replayed(const TraceOptions& options, const std::string& text,
                      const Environment& env) {
  const ScheduleString schedule = parse_schedule(text);
  const Subject subject = subject_of(options.subject, schedule, env);
  const ReplayRecord record = replay(schedule, subject.module, subject.submission_name,
                                     subject.arguments, env.tools);
  if (record.fate)
    throw UsageError(
        fmt::format("There is nothing to draw: it does not run to its end: {}",
                    one_line(record.fate->message)));
  TraceSubject drawn;
  drawn.title = subject.title;
  drawn.main_file = subject.submission_name;
  drawn.steps = record.steps;
  if (const PlacedFinding* finding = finding_of(record, schedule.kind)) {
    drawn.finding = *finding;
    if (!finding->interleaving.empty()) drawn.steps = finding->interleaving;
  } else {
    drawn.note = shorten("It returned " + one_line(record.returned), 160);
  }
  return drawn;
}

TraceSubject recorded(TraceOptions options, const Environment& env) {
  const RecordedSchedule kept = find_schedule(env.state_dir, options.schedule);
  options.subject.use_submission_of(kept);
  return replayed(options, kept.text, env);
}

/// The first execution, of something that did not fail.
TraceSubject first_of(const TraceOptions& options, const std::string& schedule,
                      std::uint64_t explored, const Environment& env) {
  if (schedule.empty())
    throw UsageError("No execution came to its end, so there is nothing to draw.");
  TraceSubject drawn = replayed(options, schedule, env);
  drawn.note =
      fmt::format("Nothing failed in {} {}; this is the first.", with_commas(explored),
                  explored == 1 ? "schedule" : "schedules");
  return drawn;
}

const CheckRun* sim_run(const GradeResult& result) {
  for (const LabResult& lab : result.labs)
    for (const CheckResult& check : lab.checks)
      for (const CheckRun& run : check.runs)
        if (run.executor == ExecutorKind::sim && run.verdict != Verdict::skipped)
          return &run;
  return nullptr;
}

TraceSubject failed(const CheckRun& run, const RegisteredCheck& check, const Lab& lab,
                    const TraceOptions& options, const Environment& env) {
  TraceSubject drawn;
  drawn.title = fmt::format("{}  {}", check.part, check.title);
  drawn.main_file = lab.submission_name;
  drawn.steps = run.interleaving;
  drawn.finding = run.finding;
  if (!run.finding) drawn.complaint = gist_of(run);
  // A report leaves them out where the result is wrong under every schedule.
  if (drawn.steps.empty() && !run.replay.empty())
    drawn.steps = replayed(options, run.replay, env).steps;
  if (drawn.steps.empty())
    throw UsageError(fmt::format("There are no steps to draw: {}: {}", name(run.verdict),
                                 gist_of(run)));
  return drawn;
}

/// Runs the checks one by one, as `check` does, up to the first that fails.
TraceSubject lab_drawn(const TraceOptions& options, const Environment& env) {
  const auto labs = find_labs(env.root);
  const Lab& lab = find_lab(labs, options.subject.target);
  GradeRequest request;
  request.labs = {lab};
  request.submission = [&](const Lab& its) {
    return options.subject.submission.file_for(its);
  };
  request.submission(lab);  // Throws early.
  request.gpu = Use::no;
  request.include_dirs = env.include_dirs();
  request.cache_dir = env.cache_dir();
  std::string first;
  std::uint64_t explored = 0;
  for (const RegisteredCheck& check : selected_checks(lab, options.only)) {
    if (check.on == On::gpu) continue;
    request.only = check.title;
    GradeListener silent;
    const GradeResult result = grade(request, env.tools, silent);
    if (result.interrupted) throw Interrupted();
    const CheckRun* run = sim_run(result);
    if (!run) continue;
    if (run->verdict != Verdict::passed) return failed(*run, check, lab, options, env);
    explored += run->schedules;
    if (first.empty()) first = run->first;
  }
  if (explored == 0)
    throw UsageError(
        fmt::format("No check of {} for the simulator has \"{}\" in its title.", lab.id,
                    options.only));
  return first_of(options, first, explored, env);
}

TraceSubject program_drawn(const TraceOptions& options, const Environment& env) {
  ProgramRequest request = options.subject.program_request(env);
  request.device.devices = 2;  // As for run.
  request.exploration.schedules = kProgramSchedulesDefault;
  const ProgramRecord record = run_program(request, env.tools);
  if (record.interrupted) throw Interrupted();
  if (record.verdict == Verdict::passed)
    return first_of(options, record.first, record.summary.schedules, env);
  TraceSubject drawn;
  drawn.title = drawn.main_file = request.file.filename().string();
  drawn.steps = record.interleaving;
  if (!record.findings.empty()) drawn.finding = record.findings.front();
  drawn.complaint = record.message;
  if (drawn.steps.empty())
    throw UsageError(fmt::format("There are no steps to draw: {}: {}",
                                 name(record.verdict), one_line(record.message)));
  return drawn;
}

// --- How to write it ------------------------------------------------------------------

fs::path find_chromium() {
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"})
    if (fs::path found = find_program(name); !found.empty()) return found;
  return {};
}

/// Turns an SVG file into a PNG of twice its size.
ProcessRequest conversion(const fs::path& svg, const fs::path& png) {
  ProcessRequest request;
  request.wall_limit = std::chrono::minutes(2);
  if (const fs::path rsvg = find_program("rsvg-convert"); !rsvg.empty()) {
    request.argv = {rsvg.string(), "--zoom", "2", "--output", png.string(), svg.string()};
    return request;
  }
  const fs::path chromium = find_chromium();
  if (chromium.empty())
    throw UsageError(
        "A .png needs rsvg-convert or Chromium; on Debian and Ubuntu: "
        "apt-get install librsvg2-bin.  An .svg needs neither.");
  const auto [width, height] = svg_size(read_file(svg));
  request.argv = {chromium.string(),
                  "--headless=new",
                  "--hide-scrollbars",
                  "--force-device-scale-factor=2",
                  fmt::format("--window-size={},{}", width, height),
                  "--screenshot=" + png.string(),
                  "file://" + svg.string()};
  if (::geteuid() == 0) request.argv.insert(request.argv.begin() + 1, "--no-sandbox");
  return request;
}

/// A temporary file, removed whether or not the picture could be made.
struct BetweenFile {
  fs::path path =
      fs::temp_directory_path() / fmt::format("gridlock-trace-{}.svg", ::getpid());
  ~BetweenFile() {
    std::error_code error;
    fs::remove(path, error);
  }
};

bool save_png(const fs::path& out, const std::string& svg) {
  const BetweenFile between;
  write_file_atomic(between.path, svg);
  const fs::path target = fs::absolute(out);
  std::error_code error;
  const ProcessResult result = run_process(conversion(between.path, target));
  if (result.ok() && fs::exists(target, error)) return true;
  const std::string said = quoted(look_of_stdout(), 0, result.errors, 10);
  std::fprintf(stderr, "gridlock: the picture was not made: %s\n%s",
               result.how_it_ended().c_str(), said.c_str());
  return false;
}

std::string extension_of(const std::string& out) {
  const std::string extension = fs::path(out).extension().string();
  if (extension == ".svg" || extension == ".png" || extension == ".json")
    return extension;
  throw UsageError(fmt::format(
      "\"{}\" is no name for a picture; it must end with .svg or .png, or with .json for "
      "Perfetto.",
      out));
}

bool save(const Trace& trace, const std::string& out, const std::string& extension) {
  if (extension == ".json") return save_for_user(out, trace_json(trace));
  if (extension == ".svg") return save_for_user(out, trace_svg(trace));
  return save_png(out, trace_svg(trace));
}

int draw(TraceOptions options, const Environment& env) {
  bool all_rows = true;
  for (const std::string& out : options.out) all_rows &= extension_of(out) == ".json";
  if (options.demo) {
    const auto labs = find_labs(env.root);
    const Lab& lab = find_lab(labs, options.subject.target);
    need_solutions(env.root, "trace --demo");
    const auto demo = read_demo(lab);
    if (!demo)
      throw UsageError(fmt::format("There is no {} in this tree.",
                                   (lab.solution_folder / "demo.toml").string()));
    options.subject.submission.use(demo->wrong);
    options.only = demo->check;
  }
  const TraceSubject subject = !options.schedule.empty() ? recorded(options, env)
                               : options.subject.is_program()
                                   ? program_drawn(options, env)
                                   : lab_drawn(options, env);
  const Trace trace = trace_of(subject, all_rows ? kJsonRowsMax : kPictureRowsMax);
  for (const std::string& out : options.out)
    if (!save(trace, out, extension_of(out))) return 3;
  fmt::print("{}{}\n", trace.title,
             trace.verdict.empty() ? "" : fmt::format(" ({})", trace.verdict));
  if (!trace.note.empty()) fmt::print("{}\n", trace.note);
  for (const std::string& out : options.out) fmt::print("{}\n", out);
  return 0;
}

}  // namespace

void add_trace(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "trace", "Draw a failing interleaving: LAB|FILE.cu --out FILE.svg|.png|.json");
  const auto options = std::make_shared<TraceOptions>();
  options->subject.add_target_to(*command);
  options->subject.add_to(*command);
  command
      ->add_option("--schedule", options->schedule,
                   "The schedule to draw, as check or run named it (default: the first "
                   "that fails)")
      ->type_name("SCHEDULE");
  command
      ->add_option("--only", options->only,
                   "Only the checks of this part, or with this text in their title")
      ->type_name("TEXT");
  command->add_flag("--demo", options->demo, "Draw the mistake of the lab's demo");
  command
      ->add_option(
          "--out", options->out,
          "The picture: .svg or .png, or .json for ui.perfetto.dev; you may give "
          "several")
      ->required()
      ->take_all()
      ->allow_extra_args(false)
      ->type_name("FILE");
  command->callback([options, &environment, &exit_code] {
    try {
      exit_code = draw(*options, environment);
    } catch (const BadScheduleString& error) {
      throw UsageError(error.what());
    }
  });
}

}  // namespace gridlock
