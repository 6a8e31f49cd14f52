#include "bench/samples.h"

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

std::string csv_field(const std::string& value) {
  if (value.find_first_of(",\"\r\n") == value.npos) return value;
  return '"' + replace_all(value, "\"", "\"\"") + '"';
}

std::string csv_line(const std::vector<std::string>& values) {
  std::string line;
  for (const std::string& value : values)
    line += (line.empty() ? "" : ",") + csv_field(value);
  return line + '\n';
}

}  // namespace

BenchEnvironment bench_environment(const std::filesystem::path& root) {
  return {
      {"date", date_now()}, {"processor", processor()},      {"system", system_name()},
      {"load", load()},     {"compiler", GRIDLOCK_COMPILER}, {"commit", commit(root)}};
}

std::string csv_text(const SampleTable& table) {
  std::string text = "# bench: " + table.bench + '\n';
  for (const auto& [name, value] : table.environment)
    text += "# " + name + ": " + replace_all(value, "\n", " ") + '\n';
  text += csv_line(table.columns);
  for (const auto& row : table.rows) text += csv_line(row);
  return text;
}

}  // namespace gridlock
