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

/// What the debug information has for an id, such as `!DIFile(filename: "a.cu", ...)`
/// for "!3".
std::string_view node_of(std::string_view ir, std::string_view id) {
  const std::string begin = "\n" + std::string(id) + " = ";
  const std::size_t at = ir.find(begin);
  if (at == ir.npos) return {};
  return ir.substr(at + 1, ir.find('\n', at + 1) - at - 1);
}

/// The name in a DIFile.
std::string file_name(std::string_view node) {
  const std::string_view quoted = value_of(node, "filename: ");
  return quoted.size() < 2 ? "" : std::string(quoted.substr(1, quoted.size() - 2));
}

/// The first place with a line among those of a function's steps.
std::string_view first_place(std::string_view ir, std::string_view body) {
  constexpr std::string_view kKey = "!dbg ";
  std::string_view place;
  for (std::size_t at = body.find(kKey); at != body.npos; at = body.find(kKey, at + 1)) {
    const std::string_view id = body.substr(at + kKey.size());
    place = node_of(ir, id.substr(0, id.find_first_of(" ,\n")));
    if (value_of(place, "line: ") != "0") break;
  }
  return place;
}

}  // namespace

std::vector<Initialiser> dynamic_initialisers(std::string_view ir) {
  constexpr std::string_view kBegin = "define internal void @__cxx_global_var_init";
  std::vector<Initialiser> found;
  for (std::size_t at = ir.find(kBegin); at != ir.npos; at = ir.find(kBegin, at + 1)) {
    const std::string_view function = ir.substr(at, ir.find("\n}", at) - at);
    // The rewriter registers each kernel by a variable of this name.
    if (function.find("gridlock_kernel_") != function.npos) continue;
    // The function itself has no place; the first thing that it does has.
    const std::string_view body = function.substr(function.find('\n'));
    const std::string_view place = first_place(ir, body);
    const std::string_view file =
        value_of(node_of(ir, value_of(place, "scope: ")), "file: ");
    const std::string line(value_of(place, "line: "));
    found.push_back({file_name(node_of(ir, file)), std::atoi(line.c_str())});
  }
  return found;
}

}  // namespace gridlock
