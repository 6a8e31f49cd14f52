#include "build/code/initialisers.h"

#include <cstdlib>

namespace gridlock {
namespace {

/// What follows `key` in a node of the debug information, up to a comma or bracket.
std::string_view value_of(std::string_view node, std::string_view key) {
  const std::size_t at = node.find(key);
  if (at == node.npos) return {};
  const std::string_view value = node.substr(at + key.size());
  return value.substr(0, value.find_first_of(",)"));
}

/// The name in a node such as `!3 = !DIFile(filename: "last_block.cu", ...)`.
std::string file_name(std::string_view ir, std::string_view id) {
  const std::string begin = "\n" + std::string(id) + " = !DIFile(";
  const std::size_t at = ir.find(begin);
  if (at == ir.npos) return {};
  const std::string_view node = ir.substr(at + 1, ir.find('\n', at + 1) - at - 1);
  const std::string_view quoted = value_of(node, "filename: ");
  return quoted.size() < 2 ? "" : std::string(quoted.substr(1, quoted.size() - 2));
}

}  // namespace

std::vector<Initialiser> dynamic_initialisers(std::string_view ir) {
  constexpr std::string_view kNode = "!DISubprogram(name: \"__cxx_global_var_init\"";
  std::vector<Initialiser> found;
  for (std::size_t at = ir.find(kNode); at != ir.npos; at = ir.find(kNode, at + 1)) {
    const std::string_view node = ir.substr(at, ir.find('\n', at) - at);
    found.push_back({file_name(ir, value_of(node, "file: ")),
                     std::atoi(std::string(value_of(node, " line: ")).c_str())});
  }
  return found;
}

}  // namespace gridlock
