// gridlock demo: a wrong kernel, what the tools say about it, the fix, step by step.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "build/overlay/overlay.h"
#include "checker/interrupt.h"
#include "cli/bank/code_diff.h"
#include "cli/bank/demo_script.h"
#include "cli/bank/expectation.h"
#include "cli/command.h"
#include "cli/loop/terminal_keys.h"
#include "common/files.h"
#include "common/text.h"
#include "report/terminal.h"

namespace gridlock {
namespace {

constexpr std::size_t kContextLines = 3;
constexpr const char* kClear = "\x1b[H\x1b[2J";

struct Demo {
  const Environment& env;
  const Lab& lab;
  DemoScript script;
  Look look;
  int exit_code = 0;  ///< 3 as soon as something is not as it must be.
};

/// A step: its word for --step, its heading, and its function.
struct Step {
  const char* name;
  const char* title;
  void (*show)(Demo&);
};

void say(const Demo& demo, const std::string& text) {
  std::fputs(wrap(demo.look, 0, text).c_str(), stdout);
}

std::string relative_to_root(const Demo& demo, const fs::path& path) {
  return path.lexically_relative(demo.env.root).string();
}

/// Reports that the demo does not show what it should: that is our fault.
void broken(Demo& demo, const std::string& what) {
  std::fflush(stdout);
  std::fprintf(stderr, "gridlock: the demo of %s is broken: %s\n", demo.lab.id.c_str(),
               what.c_str());
  demo.exit_code = 3;
}

/// The script's functions that the wrong file defines or, with `left_out`, takes from the
/// reference.
std::vector<std::string> functions_of(const Demo& demo, bool left_out) {
  const auto wrong = code_lines(read_file(demo.script.wrong));
  std::vector<std::string> functions;
  for (const std::string& function : demo.script.functions)
    if (definitions_of(wrong, {function}).empty() == left_out)
      functions.push_back(function);
  return functions;
}

/// The lines of a file, numbered as in the file.  Dots of an overlay are replaced by the
/// reference's lines, which have number 0.
std::vector<CodeLine> lines_of(const Demo& demo, const fs::path& file) {
  const std::string text = read_file(file);
  if (overlay_head(text).line == 0) return code_lines(text);
  const Expansion whole = expand_overlay(text, read_file(demo.lab.solution()));
  if (!whole.problem.empty())
    throw UsageError(fmt::format("{}:{}: {}.", relative_to_root(demo, file),
                                 whole.problem_line, whole.problem));
  std::string source;
  for (const ExpandedLine& line : whole.lines) source.append(line.text).append("\n");
  std::vector<CodeLine> lines = code_lines(source);
  for (CodeLine& line : lines) {
    const ExpandedLine& from = whole.lines[static_cast<std::size_t>(line.number) - 1];
    line.number = from.of_reference ? 0 : from.number;
  }
  return lines;
}

std::vector<CodeLine> code_of(const Demo& demo, const fs::path& file,
                              const std::vector<std::string>& functions) {
  if (functions.empty())
    return {};  // Without a name, the result would be the whole file.
  return definitions_of(lines_of(demo, file), functions);
}

/// The row's line number in the wrong file; "" for a line that the fix adds, and for the
/// reference's lines in place of dots.
std::string number_of(const ListingRow& row) {
  return row.number == 0 || row.mark == '+' ? "" : std::to_string(row.number);
}

void print_rows(const Demo& demo, const std::vector<ListingRow>& rows) {
  for (const ListingRow& row : rows) {
    const std::string line =
        row.mark == '.' ? "         ..."
        : row.text.empty()
            ? ""
            : fmt::format("{:>6} {} {}", number_of(row), row.mark, row.text);
    const Tone tone = row.mark == '-'   ? Tone::bad
                      : row.mark == '+' ? Tone::good
                                        : Tone::plain;
    fmt::print("{}\n", paint(demo.look, tone, line));
  }
}

// ---- The steps ---------------------------------------------------------------------

void show_code(Demo& demo) {
  // Show no path: the file's name is the answer.
  print_rows(demo,
             listing_rows(code_of(demo, demo.script.wrong, functions_of(demo, false))));
  const auto rest = code_of(demo, demo.lab.solution(), functions_of(demo, true));
  if (!rest.empty() && overlay_head(read_file(demo.script.wrong)).line > 0) {
    fmt::print("\nThe right version, {}:\n\n",
               relative_to_root(demo, demo.lab.solution()));
    print_rows(demo, listing_rows(rest));
  }
  fmt::print("\n");
  for (const std::string& question : demo.script.ask)
    std::fputs(wrap(demo.look, 2, question, 0).c_str(), stdout);
}

void show_record(Demo& demo) {
  const auto records = gpu_records(demo.script.wrong);
  if (records.empty())
    say(demo,
        "No GPU result has been recorded for this file yet.  To record one, on a "
        "machine with a GPU:");
  for (const GpuRecord& record : records) {
    say(demo, fmt::format("Recorded: {}.", record.machine));
    say(demo,
        fmt::format("On the GPU alone, {} of the {} checks of that day failed: verdict "
                    "{}, {} points.",
                    record.checks_failed, record.checks, record.verdict, record.score));
  }
  if (records.empty())
    fmt::print("  ./gridlock check {} --on gpu --submission {}\n", demo.lab.number,
               relative_to_root(demo, demo.script.wrong));
}

/// Grades `file` with the demo's check and prints the report.
LabResult check_file(Demo& demo, const fs::path& file, ExecutorKind executor) {
  const bool gpu = executor == ExecutorKind::gpu;
  GradeRequest request;
  request.labs = {demo.lab};
  request.submission = [&file](const Lab&) { return file; };
  request.sim = gpu ? Use::no : Use::yes;
  request.gpu = gpu ? Use::yes : Use::no;
  request.only = demo.script.check;
  request.cache_dir = demo.env.cache_dir();
  const std::string submission =
      file == demo.lab.solution()
          ? " --solution"
          : " --submission " + shell_quoted(relative_to_root(demo, file));
  const std::string on = gpu ? " --on gpu" : " --on sim";
  fmt::print("{}\n\n",
             paint(demo.look, Tone::dim,
                   fmt::format("$ ./gridlock check {}{}{} --only {}", demo.lab.number,
                               submission, on, shell_quoted(demo.script.check))));
  TerminalReport report(stdout, demo.look, {demo.env.root, {}, submission, on}, false);
  const GradeResult result = grade(request, demo.env.tools, report);
  report.finish(result, 0);  // Only the times of several labs are printed.
  stop_if_interrupted();
  return result.labs.front();
}

void show_report(Demo& demo) {
  const Expectation expected = read_expectation(demo.script.wrong);
  const Verdict verdict =
      check_file(demo, demo.script.wrong, ExecutorKind::sim).verdict();
  const auto& right = expected.verdicts;
  if (verdict == Verdict::passed || std::ranges::find(right, verdict) == right.end())
    broken(demo, fmt::format("{} should get {}, and gets {}",
                             relative_to_root(demo, demo.script.wrong), expected.text(),
                             name(verdict)));
}

void show_fix(Demo& demo) {
  say(demo, demo.script.because);
  fmt::print("\n");
  const auto functions = functions_of(demo, false);
  const auto rows =
      diff_rows(code_of(demo, demo.script.wrong, functions),
                code_of(demo, demo.lab.solution(), functions), kContextLines);
  print_rows(demo, rows);
  if (rows.empty()) broken(demo, "the functions that it shows do not differ");
}

void show_pass(Demo& demo) {
  const Verdict verdict =
      check_file(demo, demo.lab.solution(), ExecutorKind::sim).verdict();
  if (verdict != Verdict::passed)
    broken(demo, fmt::format("the reference solution gets {}", name(verdict)));
}

/// Grades the wrong file and the solution on the GPU, to show that a wrong kernel may
/// pass there.
void show_gpu(Demo& demo) {
  if (const std::string why = demo.env.tools.why_no_gpu(); !why.empty()) {
    say(demo, fmt::format("Skipped: {}.", why));
    return;
  }
  check_file(demo, demo.script.wrong, ExecutorKind::gpu);
  fmt::print("\n");
  check_file(demo, demo.lab.solution(), ExecutorKind::gpu);
}

constexpr std::array kSteps{
    Step{"code", "What is wrong here?", show_code},
    Step{"record", "What a GPU says", show_record},
    Step{"report", "What the simulator says", show_report},
    Step{"fix", "The fix", show_fix},
    Step{"pass", "Check it again", show_pass},
    Step{"gpu", "The wrong one and the right one on this machine's GPU", show_gpu},
};

// ---- The command -------------------------------------------------------------------

void show_all(Demo& demo) {
  KeyPresses keys;
  const std::string prompt =
      "\n" + paint(demo.look, Tone::dim, "Enter or space: next    b: back    q: quit");
  bool first = true;
  for (std::size_t i = 0; i < kSteps.size();) {
    const char* before = std::exchange(first, false) ? "" : "\n";
    fmt::print("{}{}\n\n", keys.possible() ? kClear : before,
               paint(demo.look, Tone::strong,
                     fmt::format("Lab {}, step {} of {}: {}", demo.lab.number, i + 1,
                                 kSteps.size(), kSteps[i].title)));
    kSteps[i].show(demo);
    std::fflush(stdout);
    stop_if_interrupted();
    const bool asks = keys.possible() && i + 1 < kSteps.size();
    const Turn turn = asks ? keys.turn(prompt) : Turn::forward;
    if (turn == Turn::quit) return;
    if (turn == Turn::forward)
      ++i;
    else if (i > 0)
      --i;
  }
}

int demo_command(const std::string& word, const std::string& step,
                 const Environment& env) {
  const auto labs = find_labs(env.root);
  const Lab& lab = find_lab(labs, word);
  need_solutions(env.root, "demo");
  Demo demo{env, lab, read_demo_script(lab), look_of_stdout()};
  if (step.empty()) show_all(demo);
  for (const Step& known : kSteps)
    if (known.name == step) known.show(demo);
  return demo.exit_code;
}

}  // namespace

void add_demo(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command = add_of_all(app, "demo");
  struct Options {
    std::string lab;
    std::string step;
  };
  const auto options = std::make_shared<Options>();
  add_option(*command, "LAB", options->lab, "1, 01, last_block or 01_last_block")
      ->required();
  std::vector<std::string> names;
  for (const Step& step : kSteps) names.emplace_back(step.name);
  add_option(*command, "--step NAME", options->step, "Only this step")
      ->check(CLI::IsMember(names));
  command->callback([options, &environment, &exit_code] {
    exit_code = demo_command(options->lab, options->step, environment);
  });
}

}  // namespace gridlock
