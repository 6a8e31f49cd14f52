// gridlock doctor: what works on this machine, and what to install for more.
#include <fmt/format.h>

#include <array>
#include <cstdio>

#include "checker/gpu_presence.h"
#include "cli/command.h"
#include "common/subprocess.h"
#include "common/text.h"
#include "report/layout.h"

namespace gridlock {
namespace {

/// What the program says; "" if it is missing or fails.
std::string ask(const std::vector<std::string>& argv) {
  ProcessRequest request;
  request.argv = argv;
  request.wall_limit = std::chrono::seconds(20);
  const ProcessResult result = run_process(request);
  return result.ok() ? result.output : "";
}

std::string first_line(const std::string& text) {
  const auto lines = split_lines(text);
  return lines.empty() ? "" : one_line(lines.front());
}

/// The line of `text` that holds `word`.
std::string line_with(const std::string& text, std::string_view word) {
  for (const std::string_view line : split_lines(text))
    if (line.find(word) != line.npos) return one_line(line);
  return {};
}

/// One thing that is looked at.
struct Diagnosis {
  bool ok = false;
  std::string text;
  std::string advice;  ///< What to do, if it is not ok.
};

Diagnosis compiler() {
  constexpr std::array kNames{"clang++",    "clang++-20", "clang++-19", "clang++-18",
                              "clang++-17", "clang++-16", "clang++-15", "clang++-14"};
  for (const char* name : kNames)
    if (const std::string version = first_line(ask({name, "--version"}));
        !version.empty())
      return {true, version, ""};
  return {false, "clang++ is missing", "Install it: apt-get install clang"};
}

Diagnosis worker(const std::filesystem::path& program, const char* what) {
  std::error_code error;
  if (std::filesystem::exists(program, error)) return {true, what, ""};
  return {false, fmt::format("{} is missing", program.string()),
          "Build again: ./gridlock list"};
}

Diagnosis nvcc() {
  const std::string release = line_with(ask({"nvcc", "--version"}), "release");
  if (!release.empty()) return {true, "nvcc: " + release, ""};
  return {
      false, "nvcc is missing",
      "Install the CUDA Toolkit (https://developer.nvidia.com/cuda-downloads) and put "
      "its bin folder into PATH."};
}

Diagnosis device() {
  if (const std::string why = why_no_gpu(); !why.empty())
    return {
        false, why,
        "The simulator needs none.  On a machine with a GPU, its checks run as well."};
  const std::string devices =
      ask({"nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"});
  if (devices.empty())
    return {false, "there is a device file, but nvidia-smi does not answer",
            "Look at the driver: nvidia-smi"};
  std::string text;
  for (const std::string_view line : split_lines(devices))
    text += (text.empty() ? "" : "; ") + one_line(line);
  return {true, text, ""};
}

void show(const Look& look, const Diagnosis& found) {
  const std::string mark =
      found.ok ? paint(look, Tone::good, "ok     ") : paint(look, Tone::warn, "missing");
  fmt::print("  {}  {}", mark, wrap(look, 11, found.text).substr(11));
  if (!found.advice.empty()) std::fputs(wrap(look, 11, found.advice).c_str(), stdout);
}

int doctor(const Environment& env) {
  const Look look = look_of_stdout();
  const Diagnosis clang = compiler();
  const Diagnosis sim = worker(env.tools.workers.sim, "the simulator's worker");
  fmt::print("{}\n",
             paint(look, Tone::strong, "Simulator: judges every lab, needs no GPU"));
  show(look, clang);
  show(look, sim);
  fmt::print("\n{}\n",
             paint(look, Tone::strong, "GPU: runs the same checks on the real thing"));
  const Diagnosis toolkit = nvcc();
  const Diagnosis gpu = device();
  show(look, toolkit);
  show(look, gpu);
  const bool simulator_works = clang.ok && sim.ok;
  fmt::print("\n{}\n", !simulator_works ? "The simulator does not work yet; see above."
                       : toolkit.ok && gpu.ok ? "Everything is here."
                                              : "You can do every lab on the simulator.");
  return simulator_works ? 0 : 1;
}

}  // namespace

void add_doctor(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("doctor", "What works on this machine, and what is missing");
  command->callback([&environment, &exit_code] { exit_code = doctor(environment); });
}

}  // namespace gridlock
