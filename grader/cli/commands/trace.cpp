// gridlock trace: draws an interleaving.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "cli/save.h"
#include "cli/trace/subjects.h"
#include "common/files.h"
#include "common/own_tree.h"
#include "common/scratch_folder.h"
#include "common/subprocess.h"
#include "report/layout.h"
#include "report/pictures.h"
#include "report/progress_line.h"
#include "report/story_json.h"

namespace gridlock {
namespace {

/// More rows than this are unreadable on a slide; Perfetto scrolls.
constexpr std::size_t kPictureRowsMax = 14;
constexpr std::size_t kJsonRowsMax = 1000;

struct TraceOptions {
  TraceRequest request;
  std::vector<std::string> out;
  std::string repaired;  ///< A file without the fault.
  bool cure = false;
  bool demo = false;  ///< Whether to draw what solutions/NN_topic/demo.toml names.
  PictureLook look;
};

// --- Writing a picture --------------------------------------------------------------

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

bool save_png(const fs::path& out, const std::string& svg) {
  const ScratchFolder folder("gridlock-trace");
  const fs::path between = folder.path() / "trace.svg";
  write_file_atomic(between, svg);
  const fs::path target = fs::absolute(out);
  std::error_code error;
  const ProcessResult result = run_process(conversion(between, target));
  if (result.ok() && fs::exists(target, error)) return true;
  const std::string said = quoted(look_of_stdout(), 0, result.errors, 10);
  std::fprintf(stderr, "gridlock: the picture was not made: %s\n%s",
               result.how_it_ended().c_str(), said.c_str());
  return false;
}

enum class Form { svg, png, page, story, perfetto };

Form form_of(const std::string& out) {
  const std::vector<std::pair<std::string, Form>> kForms{{".svg", Form::svg},
                                                         {".png", Form::png},
                                                         {".html", Form::page},
                                                         {".story.json", Form::story},
                                                         {".json", Form::perfetto}};
  for (const auto& [end, form] : kForms)
    if (out.size() > end.size() && out.ends_with(end)) return form;
  throw UsageError(fmt::format(
      "\"{}\" is no name for a picture; it must end with .svg or .png, with .html for a "
      "page to step through, or with .json for Perfetto.",
      out));
}

std::optional<Repair> repair_of(const TraceOptions& options, const Drawn& drawn,
                                const Environment& env, ProgressLine& progress,
                                std::string& why_none) {
  if (!options.repaired.empty())
    return repaired_by_file(options.request, drawn, options.repaired, env);
  if (!options.cure) return std::nullopt;
  return repaired_by_cure(options.request, drawn, env, progress, why_none);
}

/// Writes an interleaving to files, in the form that each file's name asks for.
class Picture {
 public:
  Picture(const Drawn& drawn, const std::optional<Repair>& repair,
          const PictureLook& look)
      : drawn_(drawn), repair_(repair), look_(look) {}

  bool save(const std::string& out) const {
    switch (form_of(out)) {
      case Form::svg:
        return save_for_user(out, svg());
      case Form::png:
        return save_png(out, svg());
      case Form::page:
        return save_for_user(out, page());
      case Form::story:
        return save_for_user(out, story_json(story_of(drawn_), repair_));
      case Form::perfetto:
        return save_for_user(out, trace_json(trace_of(drawn_.subject, kJsonRowsMax)));
    }
    return false;
  }

 private:
  std::string svg() const {
    return trace_svg(look_.hide.empty() ? trace_of(drawn_.subject, kPictureRowsMax)
                                        : story_of(drawn_).trace,
                     look_);
  }
  std::string page() const {
    const fs::path player = own_tree() / "grader/player";
    return story_page(read_file(player / "story.html"), read_file(player / "player.js"),
                      drawn_.subject.title, story_json(story_of(drawn_), repair_));
  }

  const Drawn& drawn_;
  const std::optional<Repair>& repair_;
  const PictureLook& look_;
};

int draw(TraceOptions options, const Environment& outside) {
  for (const std::string& out : options.out) form_of(out);  // Throws before any work.
  const Environment env = options.request.subject.submission.environment(outside);
  if (options.demo) {
    const auto labs = find_labs(env.root);
    const Lab& lab = find_lab(labs, options.request.subject.target);
    need_solutions(env.root, "trace --demo");
    const auto demo = read_demo(lab);
    if (!demo)
      throw UsageError(fmt::format("There is no {} in this tree.",
                                   (lab.solution_folder / "demo.toml").string()));
    options.request.subject.submission.use(demo->wrong);
    options.request.only = demo->check;
  }
  ProgressLine progress;
  progress.say("running it until something fails ...");
  Drawn found = drawn(options.request, env);
  std::string why_none;
  const std::optional<Repair> repair = repair_of(options, found, env, progress, why_none);
  progress.clear();
  if (options.demo) found.file.clear();  // A sheet must not give away the solution.
  const Picture picture(found, repair, options.look);
  for (const std::string& out : options.out)
    if (!picture.save(out)) return 3;
  const Trace trace = trace_of(found.subject, kPictureRowsMax);
  fmt::print("{}{}\n", trace.title,
             trace.verdict.empty() ? "" : fmt::format(" ({})", trace.verdict));
  for (const std::string& words : {trace.message, trace.missing, trace.note})
    if (!words.empty()) std::fputs(wrap(look_of_stdout(), 2, words).c_str(), stdout);
  if (repair)
    fmt::print("Repaired: {}\n", repair->words);
  else if (!why_none.empty())
    std::fputs(wrap(look_of_stdout(), 0, "Not repaired: " + why_none).c_str(), stdout);
  for (const std::string& out : options.out) fmt::print("{}\n", out);
  return 0;
}

}  // namespace

void add_trace(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command = add_of_all(app, "trace");
  const auto options = std::make_shared<TraceOptions>();
  options->request.subject.add_target_to(*command);
  options->request.subject.add_to(*command);
  add_option(*command, "--schedule SCHEDULE", options->request.schedule,
             "The schedule to draw, as check or run named it (default: the first "
             "that fails)");
  add_option(*command, "--only TEXT", options->request.only,
             "Only the checks of this part, or with this text in their title");
  command->add_flag("--demo", options->demo, "Draw the mistake of the lab's demo");
  add_option(*command, "--out FILE", options->out,
             "A page to step through (.html), a picture (.svg, .png), or data for "
             "ui.perfetto.dev (.json); you may give several")
      ->required()
      ->take_all()
      ->allow_extra_args(false)
      ->check(why_no_file);
  add_option(*command, "--repaired FILE", options->repaired,
             "Another file without the fault, for a switch on the page");
  command->add_flag("--cure", options->cure,
                    "Look for a change that repairs it, for a switch on the page");
  command->add_flag("--slide", options->look.slide,
                    "A picture without title and sentences, which the slide has");
  add_option(*command, "--hide TEXT", options->look.hide,
             "Leave out the picture's rows with this text; you may give several")
      ->take_all()
      ->allow_extra_args(false);
  add_option(*command, "--say \"TEXT = REMARK\"", options->look.say,
             "A remark below the picture's first row with this text; you may give "
             "several")
      ->take_all()
      ->allow_extra_args(false);
  command->callback([options, &environment, &exit_code] {
    try {
      exit_code = draw(*options, environment);
    } catch (const BadScheduleString& error) {
      throw UsageError(error.what());
    } catch (const std::invalid_argument& error) {
      throw UsageError(error.what());
    }
  });
}

}  // namespace gridlock
