// gridlock doctor: what works on this machine, and what to install for more.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "checker/gpu_presence.h"
#include "class/own_gpu.h"
#include "cli/command.h"
#include "cli/commands/doctor_sandbox.h"
#include "cli/programs.h"
#include "common/subprocess.h"
#include "common/text.h"
#include "isolation/box.h"
#include "report/layout.h"

namespace gridlock {
namespace {

std::string first_line(std::vector<std::string> argv) {
  return one_line(line_with(ask_program(std::move(argv))));
}

enum class State { ok, missing, note };

struct Diagnosis {
  State state = State::missing;
  std::string text;
  std::string advice{};    ///< An explanation, or what to do.
  std::string packages{};  ///< Debian packages to install, if that helps.

  bool ok() const { return state == State::ok; }
};

Diagnosis compiler() {
  constexpr std::array kNames{"clang++",    "clang++-20", "clang++-19", "clang++-18",
                              "clang++-17", "clang++-16", "clang++-15", "clang++-14"};
  for (const char* name : kNames)
    if (const std::string version = first_line({name, "--version"}); !version.empty())
      return {State::ok, "compiler: " + version};
  return {State::missing, "the compiler, clang++",
          "The simulator compiles your file with it.", "clang"};
}

Diagnosis worker(const std::filesystem::path& program, const char* what) {
  std::error_code error;
  if (std::filesystem::exists(program, error)) return {State::ok, what};
  return {State::missing, fmt::format("{} ({})", what, program.string()),
          "Build again: ./gridlock list"};
}

// ---- The GPU -----------------------------------------------------------------------

/// What nvidia-smi says of a GPU.
struct Gpu {
  std::string name;
  std::string driver;  ///< "580.159.04"
  bool shows_a_display = false;
};

std::vector<Gpu> gpus() {
  std::vector<Gpu> found;
  const std::string answer =
      ask_program({"nvidia-smi", "--query-gpu=name,driver_version,display_active",
                   "--format=csv,noheader"});
  for (const std::string_view line : split_lines(answer)) {
    const std::size_t second = line.rfind(", ");
    const std::size_t first =
        second == line.npos ? line.npos : line.rfind(", ", second - 1);
    if (first == line.npos) continue;
    found.push_back({one_line(line.substr(0, first)),
                     one_line(line.substr(first + 2, second - first - 2)),
                     line.substr(second + 2).starts_with("Enabled")});
  }
  return found;
}

Diagnosis toolkit() {
  const std::string release =
      one_line(line_with(ask_program({"nvcc", "--version"}), "release"));
  if (!release.empty()) return {State::ok, "CUDA Toolkit: nvcc, " + release};
  return {State::missing, "the CUDA Toolkit (nvcc)",
          "To run on a GPU, install it (https://developer.nvidia.com/cuda-downloads) and "
          "put its bin folder into PATH."};
}

Diagnosis devices(const std::vector<Gpu>& found) {
  if (!found.empty()) {
    std::vector<std::string> names;
    for (const Gpu& gpu : found) names.push_back(gpu.name);
    return {
        State::ok,
        fmt::format("{}: {}",
                    found.size() == 1 ? "one GPU" : fmt::format("{} GPUs", found.size()),
                    fmt::join(names, ", ")),
        found.size() == 1
            ? "Work that needs two devices runs on the simulator, which models two."
            : ""};
  }
  if (const std::string why = why_no_gpu(); !why.empty())
    return {State::missing, "a GPU: " + why,
            "Nothing needs one.  If there is one, the checks run on it as well."};
  return {State::missing, "there is a device file, but nvidia-smi does not answer",
          "Check the driver: nvidia-smi"};
}

Diagnosis driver(const std::vector<Gpu>& found) {
  const std::string header =
      one_line(line_with(ask_program({"nvidia-smi"}), "CUDA Version:"));
  const std::size_t at = header.find("CUDA Version:");
  std::string runs;
  if (at != header.npos) {
    const std::size_t begin = at + std::string_view("CUDA Version: ").size();
    runs = fmt::format(", for programs up to CUDA {}",
                       header.substr(begin, header.find(' ', begin) - begin));
  }
  return {State::ok, fmt::format("driver {}{}", found.front().driver, runs)};
}

Diagnosis watchdog(const std::vector<Gpu>& found) {
  for (const Gpu& gpu : found)
    if (gpu.shows_a_display)
      return {
          State::note, fmt::format("watchdog: {} drives a display", gpu.name),
          "The driver ends a kernel there after a few seconds; until then, a kernel that "
          "hangs freezes the display."};
  return {State::ok, "watchdog: no GPU drives a display, so no kernel is cut short"};
}

/// Under CUDA's Multi-Process Service, programs on the GPU can end each other.
Diagnosis multi_process_service() {
  const pid_t daemon = mps_daemon();
  if (daemon == 0)
    return {
        State::ok,
        "MPS: not running, so a kernel's fault ends only the program that launched it"};
  return {
      State::note,
      fmt::format("MPS: CUDA's Multi-Process Service runs (process {})", daemon),
      "With it, a fault in one program's kernel ends all programs on the GPU, so class "
      "grades nobody on the GPU here.  If nobody else uses it, this ends it: "
      "echo quit | nvidia-cuda-mps-control"};
}

// ---- More programs, and the sandbox ------------------------------------------------

Diagnosis program(const char* name, const char* use, const char* packages) {
  const std::string version = first_line({name, "--version"});
  const bool says_its_name = version.find(name) != version.npos;
  if (!version.empty())
    return {State::ok,
            fmt::format("{}{}, for {}", says_its_name ? "" : fmt::format("{} ", name),
                        version, use)};
  return {State::missing, fmt::format("{}, for {}", name, use), "", packages};
}

Diagnosis matplotlib() {
  const auto python = find_python_with_matplotlib();
  if (!python.empty())
    return {State::ok, fmt::format("matplotlib ({}), for plot", python.string())};
  return {State::missing, "Python's matplotlib, for plot", "", "python3-matplotlib"};
}

Diagnosis node() {
  const std::string node = first_line({"node", "--version"});
  const std::string npm = first_line({"npm", "--version"});
  if (!node.empty() && !npm.empty())
    return {State::ok, fmt::format("node {} and npm {}, for slides and test", node, npm)};
  return {State::missing,
          fmt::format("{}, for slides and test", !node.empty()  ? "npm"
                                                 : !npm.empty() ? "node"
                                                                : "node and npm"),
          "", "nodejs npm"};
}

/// Chromium under the names that slides and trace look for.
Diagnosis chromium() {
  constexpr const char* kUse = "for slides --pdf and --images";
  const char* path = std::getenv("CHROME_PATH");
  if (path && *path) return {State::ok, fmt::format("$CHROME_PATH ({}), {}", path, kUse)};
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"})
    if (const std::string version = first_line({name, "--version"}); !version.empty())
      return {State::ok, fmt::format("{}, {}", version, kUse)};
  return {
      State::missing, fmt::format("Chromium, {}", kUse),
      "Slides in HTML need no browser; with one, slides also reports what does not fit.",
      "chromium"};
}

/// What turns an SVG into a PNG: rsvg-convert or Chromium.
Diagnosis png_converter() {
  for (const char* name :
       {"rsvg-convert", "chromium", "chromium-browser", "google-chrome"})
    if (const std::string version = first_line({name, "--version"}); !version.empty())
      return {State::ok, fmt::format("{}, for trace --out FILE.png", version)};
  return {State::missing, "rsvg-convert or Chromium, for trace --out FILE.png", "",
          "librsvg2-bin"};
}

/// Some distributions install clang-format without the version in its name.
Diagnosis clang_format() {
  for (const char* name : {"clang-format-19", "clang-format"})
    if (const std::string version = first_line({name, "--version"});
        version.find("version 19.") != version.npos)
      return {State::ok, version + ", for test"};
  return {State::missing, "clang-format 19, for test", "", "clang-format-19"};
}

Diagnosis sandbox(const Environment& env) {
  const Box box = Box::strongest(env.root);
  if (box.is_closed())
    return {State::ok, first_line({"bwrap", "--version"}) +
                           fmt::format(", a box for other people's files (tier {})",
                                       name(box.tier()))};
  if (first_line({"bwrap", "--version"}).empty())
    return {State::missing, "a box (bubblewrap)",
            "You need one only to run other people's files.", "bubblewrap"};
  return {State::note, "bubblewrap is here, but may make no box",
          "What to do: ./gridlock doctor --sandbox"};
}

// ---- The report --------------------------------------------------------------------

class DoctorReport {
 public:
  void heading(const char* text) {
    fmt::print("{}{}\n", begun_ ? "\n" : "", paint(look_, Tone::strong, text));
    begun_ = true;
  }

  bool show(const Diagnosis& diagnosis) {
    const auto [word, tone] =
        diagnosis.state == State::ok     ? std::pair("ok     ", Tone::good)
        : diagnosis.state == State::note ? std::pair("note   ", Tone::warn)
                                         : std::pair("missing", Tone::warn);
    fmt::print("  {}  {}", paint(look_, tone, word),
               wrap(look_, 11, diagnosis.text).substr(11));
    if (!diagnosis.advice.empty())
      std::fputs(wrap(look_, 11, diagnosis.advice).c_str(), stdout);
    if (!diagnosis.packages.empty()) packages_.push_back(diagnosis.packages);
    return diagnosis.ok();
  }

  void say_what_to_install() const {
    if (packages_.empty()) return;
    fmt::print(
        "\nTo install what is missing on Debian and Ubuntu (as root, or with sudo):\n"
        "  apt-get install {}\n",
        fmt::join(packages_, " "));
  }

 private:
  Look look_ = look_of_stdout();
  bool begun_ = false;
  std::vector<std::string> packages_;
};

int doctor(const Environment& env) {
  DoctorReport report;
  report.heading("Simulator: judges every lab, needs no GPU");
  const bool has_compiler = report.show(compiler());
  const bool has_worker =
      report.show(worker(env.tools.workers.sim, "the simulator's worker"));
  report.heading("GPU: runs the same checks on real hardware");
  const bool has_toolkit = report.show(toolkit());
  const std::vector<Gpu> found = gpus();
  const bool has_gpu = report.show(devices(found));
  if (has_gpu) {
    report.show(driver(found));
    report.show(watchdog(found));
    report.show(multi_process_service());
  }
  report.heading("Optional, each for one or two commands");
  report.show(program("gdb", "replay --debug", "gdb"));
  report.show(matplotlib());
  report.show(program("doxygen", "docs", "doxygen"));
  report.show(program("sphinx-build", "docs",
                      "python3-sphinx python3-myst-parser furo python3-sphinx-copybutton "
                      "libjs-lunr"));
  report.show(node());
  report.show(chromium());
  report.show(png_converter());
  report.show(clang_format());
  report.show(program("black", "test", "black"));
  report.show(sandbox(env));
  report.say_what_to_install();
  const bool simulator_works = has_compiler && has_worker;
  fmt::print("\n{}\n", !simulator_works ? "The simulator does not work yet; see above."
                       : has_toolkit && has_gpu
                           ? "You can do every lab here, on the simulator and on the GPU."
                           : "You can do every lab here, on the simulator.");
  return simulator_works ? 0 : 1;
}

}  // namespace

void add_doctor(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command = add_of_all(app, "doctor");
  const auto sandbox = std::make_shared<bool>(false);
  command->add_flag("--sandbox", *sandbox,
                    "Try small attacks in the box for other people's files");
  command->callback([sandbox, &environment, &exit_code] {
    exit_code = *sandbox ? try_attacks(environment) : doctor(environment);
  });
}

}  // namespace gridlock
