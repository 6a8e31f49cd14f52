#include "build/nvcc_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "common/text.h"

namespace gridlock {
namespace {

constexpr std::string_view kPrompt = "#$ ";
constexpr std::string_view kMakeId = "--gen_module_id_file ";
constexpr std::string_view kIdFile = "--module_id_file_name \"";
/// Tells the names of a module's hidden variables from those of others.  A module of ours
/// is linked with no other.
constexpr std::string_view kModuleId = "_00000000_8_gridlock_00000000";

/// Whether the line sets a variable: NAME=...
bool is_assignment(std::string_view line) {
  const std::size_t end = line.find('=');
  return end != line.npos && end > 0 &&
         std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(end),
                     [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

std::string exported(std::string_view assignment) {
  const std::size_t end = assignment.find('=');
  std::string value;
  for (const char c : assignment.substr(end + 1)) {
    if (c == '\'')
      value += "'\\''";
    else
      value += c;
  }
  return fmt::format("export {}='{}'\n", assignment.substr(0, end), value);
}

/// The steps of one module, in nvcc's order.
struct Steps {
  /// Flags that make the preprocessor write the dependencies.
  std::string dependencies;
  std::string variables = {}, device = {}, host = {}, rest = {}, id_file = {};
  bool has_device_code = false;

  void add(std::string line) {
    const std::string_view program = std::string_view(line).substr(0, line.find(' '));
    const bool preprocesses = contains(line, " -E ");
    const bool is_for_device = contains(line, "-D__CUDA_ARCH__=");
    if (is_assignment(line)) {
      variables += exported(line);
    } else if (program == "rm") {
      rest += "rm -f" + line.substr(2) + "\n";
    } else if (preprocesses && !is_for_device) {
      host += line + dependencies + "\n";
    } else if (program == "cudafe++") {
      add_front_end(std::move(line));
    } else if (preprocesses || contains(program, "cicc") || program == "ptxas" ||
               (program == "fatbinary" && !has_device_code)) {
      has_device_code |= program == "fatbinary";
      device += line + "\n";
    } else {
      rest += line + "\n";
    }
  }

  /// cudafe++ would generate the module's id, and the device's compiler would have to
  /// wait for it.  So the script writes a fixed id first.
  void add_front_end(std::string line) {
    const std::size_t made = line.find(kMakeId);
    const std::size_t named = line.find(kIdFile);
    if (made == line.npos || named == line.npos) return;
    const std::size_t begin = named + kIdFile.size();
    id_file = line.substr(begin, line.find('"', begin) - begin);
    line.erase(made, kMakeId.size());
    host += line + "\n";
  }
};

}  // namespace

std::optional<std::string> nvcc_script(std::string_view printed,
                                       const std::string& dependencies) {
  Steps steps{.dependencies = " -MD -MF " + dependencies};
  for (const std::string_view line : split_lines(printed))
    if (line.starts_with(kPrompt)) steps.add(std::string(line.substr(kPrompt.size())));
  if (steps.id_file.empty() || !steps.has_device_code || steps.rest.empty())
    return std::nullopt;
  return fmt::format("set -e\n{}printf {} > \"{}\"\n(\nset -e\n{}) &\n{}wait $!\n{}",
                     steps.variables, kModuleId, steps.id_file, steps.device, steps.host,
                     steps.rest);
}

}  // namespace gridlock
