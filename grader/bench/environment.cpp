#include "bench/environment.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <array>
#include <cstdlib>
#include <ctime>
#include <thread>

#include "common/files.h"
#include "common/subprocess.h"
#include "common/text.h"

namespace gridlock {
namespace {

std::string date_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  std::array<char, 32> text{};
  return {text.data(),
          std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc)};
}

std::string processor() {
  std::string info;
  try {
    info = read_file("/proc/cpuinfo");
  } catch (const std::exception&) {
    return "unknown";
  }
  for (const std::string_view line : split_lines(info)) {
    const std::size_t colon = line.find(':');
    if (line.starts_with("model name") && colon != line.npos)
      return fmt::format("{}, {} cores", trim(line.substr(colon + 1)),
                         std::thread::hardware_concurrency());
  }
  return "unknown";
}

std::string system_name() {
  utsname system{};
  if (::uname(&system) != 0) return "unknown";
  return fmt::format("{} {} {}", system.sysname, system.release, system.machine);
}

std::string load() {
  double minute = 0;
  if (::getloadavg(&minute, 1) != 1) return "unknown";
  return fmt::format("{:.1f}", minute);
}

std::string commit(const std::filesystem::path& root) {
  const std::string said = ask_program(
      {"git", "-C", root.string(), "describe", "--always", "--dirty", "--abbrev=12"});
  return said.empty() ? "unknown" : std::string(trim(said));
}

}  // namespace

BenchEnvironment bench_environment(const std::filesystem::path& root) {
  return {
      {"date", date_now()}, {"processor", processor()},      {"system", system_name()},
      {"load", load()},     {"compiler", GRIDLOCK_COMPILER}, {"commit", commit(root)}};
}

}  // namespace gridlock
