#include "build/nvcc.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "common/text.h"

namespace gridlock {
namespace {

constexpr std::string_view kPrompt = "#$ ";
constexpr std::string_view kMakeId = "--gen_module_id_file ";
constexpr std::string_view kIdFile = "--module_id_file_name \"";
/// A fixed module id, as ids only distinguish modules that are linked together.  The
/// constants after kModuleId mark steps in nvcc's output.
constexpr std::string_view kModuleId = "_00000000_8_gridlock_00000000";
constexpr std::string_view kEmbed = "--embedded-fatbin=\"";
constexpr std::string_view kCompile = " -c -x c++ ";
constexpr std::string_view kHostCode = ".cudafe1.cpp\" -o \"";

/// Embeds device code in host code as fatbinary would, but lets the assembler read the
/// bytes, so that only the assembler has to wait for them.
constexpr std::string_view kEmbedded = R"(#include "fatbinary_section.h"
asm(".section .nv_fatbin, \"a\"\n.align 8\nfatbinData:\n"
    ".incbin \"{}\"\n.text\n");
extern "C" {{
extern const unsigned long long fatbinData[];
static const __fatBinC_Wrapper_t __fatDeviceText
    __attribute__((aligned(8), section(".nvFatBinSegment"))) = {{
        FATBINC_MAGIC, FATBINC_VERSION, fatbinData, 0}};
}}
)";

std::string quoted_after(std::string_view before, std::string_view line) {
  const std::size_t at = line.find(before);
  if (at == line.npos) return "";
  line.remove_prefix(at + before.size());
  return std::string(line.substr(0, line.find('"')));
}

bool is_assignment(std::string_view line) {
  const std::size_t end = line.find('=');
  return end != line.npos && end > 0 &&
         std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(end),
                     [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

std::string exported(std::string_view assignment) {
  const std::size_t end = assignment.find('=');
  return fmt::format("export {}='{}'\n", assignment.substr(0, end),
                     replace_all(assignment.substr(end + 1), "'", "'\\''"));
}

/// The steps for one module, in nvcc's order.
struct Steps {
  /// Flags with which the preprocessor writes the dependencies.
  std::string dependencies;
  std::string variables = {}, rest = {}, id_file = {};
  std::string to_ptx = {}, to_bytes = {};  ///< Commands for device code.
  /// Commands for host code; only the assembler needs the bytes of the device code.
  std::string to_cpp = {}, to_assembly = {}, to_object = {};
  std::string embedded = {};  ///< The file with device code that host code includes.

  void add(std::string line) {
    const std::string_view program = std::string_view(line).substr(0, line.find(' '));
    const bool preprocesses = contains(line, " -E ");
    const bool is_for_device = contains(line, "-D__CUDA_ARCH__=");
    if (is_assignment(line)) {
      variables += exported(line);
    } else if (program == "rm") {
      rest += "rm -f" + line.substr(2) + "\n";
    } else if (preprocesses && !is_for_device) {
      to_cpp += line + dependencies + "\n";
    } else if (program == "cudafe++") {
      add_front_end(std::move(line));
    } else if (program == "fatbinary" && !contains(line, " -link ")) {
      add_device_code(std::move(line));
    } else if (contains(line, kHostCode)) {
      add_host_code(std::move(line), program);
    } else if (preprocesses || contains(program, "cicc")) {
      to_ptx += line + "\n";
    } else if (program == "ptxas") {
      to_bytes += line + "\n";
    } else {
      rest += line + "\n";
    }
  }

  /// Changes the step so that it writes only the bytes; the script writes `embedded`.
  void add_device_code(std::string line) {
    embedded = quoted_after(kEmbed, line);
    if (embedded.empty()) return;
    line.replace(line.find(kEmbed), kEmbed.size() + embedded.size(),
                 "--create=\"" + device_code());
    to_bytes += line + "\n";
  }

  std::string device_code() const { return embedded + ".bytes"; }

  /// Divides the step: the compiler writes assembly, which is assembled later.
  void add_host_code(std::string line, std::string_view compiler) {
    const std::size_t compiles = line.find(kCompile);
    const std::string object = quoted_after(kHostCode, line);
    if (compiles == line.npos || object.empty()) return;
    to_object =
        fmt::format("{0} -c -x assembler \"{1}.s\" -o \"{1}\"\n", compiler, object);
    line.insert(line.find(kHostCode) + kHostCode.size() + object.size(), ".s");
    to_assembly = line.replace(compiles, 3, " -S") + "\n";
  }

  bool has_all() const {
    return !id_file.empty() && !embedded.empty() && !to_object.empty() && !rest.empty();
  }

  /// cudafe++ would generate the module's id, and the device's compiler would have to
  /// wait for it.  So the script first writes a fixed id.
  void add_front_end(std::string line) {
    const std::size_t made = line.find(kMakeId);
    const std::size_t named = line.find(kIdFile);
    if (made == line.npos || named == line.npos) return;
    const std::size_t begin = named + kIdFile.size();
    id_file = line.substr(begin, line.find('"', begin) - begin);
    line.erase(made, kMakeId.size());
    to_cpp += line + "\n";
  }
};

}  // namespace

std::optional<std::string> nvcc_script(std::string_view printed,
                                       const std::string& dependencies) {
  Steps steps{.dependencies = " -MD -MF " + dependencies};
  for (const std::string_view line : split_lines(printed))
    if (line.starts_with(kPrompt)) steps.add(std::string(line.substr(kPrompt.size())));
  if (!steps.has_all()) return std::nullopt;
  // cicc also writes a file that the host's compiler reads.
  return fmt::format(
      "set -e\n{}printf {} > \"{}\"\ncat > \"{}\" <<'END'\n{}END\n"
      "(\nset -e\n{}) &\n{}wait $!\n(\nset -e\n{}) &\n{}wait $!\n{}{}",
      steps.variables, kModuleId, steps.id_file, steps.embedded,
      fmt::format(kEmbedded, steps.device_code()), steps.to_ptx, steps.to_cpp,
      steps.to_bytes, steps.to_assembly, steps.to_object, steps.rest);
}

}  // namespace gridlock
