#include "build/code/initialisers.h"

#include <cstdlib>

#include "build/code/debug_nodes.h"

namespace gridlock {
namespace {

/// What follows `key` in a node of the debug information, up to a comma or bracket.
std::string_view value_of(std::string_view node, std::string_view key) {
  const std::size_t at = node.find(key);
  if (at == node.npos) return {};
  const std::string_view value = node.substr(at + key.size());
  return value.substr(0, value.find_first_of(",)"));
}

/// The id that follows `key` in a node, without its '!'.
std::string_view id_of(std::string_view node, std::string_view key) {
  const std::string_view id = value_of(node, key);
  return id.substr(id.starts_with('!') ? 1 : 0);
}

/// The name in a DIFile.
std::string file_name(std::string_view node) {
  const std::string_view quoted = value_of(node, "filename: ");
  return quoted.size() < 2 ? "" : std::string(quoted.substr(1, quoted.size() - 2));
}

/// The first place with a line among those of a function's steps.
std::string_view first_place(const DebugNodes& nodes, std::string_view body) {
  constexpr std::string_view kKey = "!dbg !";
  std::string_view place;
  for (std::size_t at = body.find(kKey); at != body.npos; at = body.find(kKey, at + 1)) {
    const std::string_view id = body.substr(at + kKey.size());
    place = nodes[id.substr(0, id.find_first_of(" ,\n"))];
    if (value_of(place, "line: ") != "0") break;
  }
  return place;
}

}  // namespace

std::vector<Initialiser> dynamic_initialisers(std::string_view ir) {
  constexpr std::string_view kBegin = "define internal void @__cxx_global_var_init";
  std::vector<Initialiser> found;
  const DebugNodes nodes(ir);
  for (std::size_t at = ir.find(kBegin); at != ir.npos; at = ir.find(kBegin, at + 1)) {
    const std::string_view function = ir.substr(at, ir.find("\n}", at) - at);
    // The rewriter registers each kernel by a variable of this name.
    if (function.find("gridlock_kernel_") != function.npos) continue;
    // The function itself has no place; the first thing that it does has.
    const std::string_view body = function.substr(function.find('\n'));
    const std::string_view place = first_place(nodes, body);
    const std::string_view file = id_of(nodes[id_of(place, "scope: ")], "file: ");
    const std::string line(value_of(place, "line: "));
    found.push_back({file_name(nodes[file]), std::atoi(line.c_str())});
  }
  return found;
}

}  // namespace gridlock
