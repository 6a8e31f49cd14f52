#include "build/code/passes.h"

#include <cstdlib>

#include "build/code/debug_nodes.h"

namespace gridlock {
namespace {

/// The first location with a line in a function's body; for inlined code, the call's.
std::string_view first_place(const DebugNodes& nodes, std::string_view body) {
  constexpr std::string_view kKey = "!dbg !";
  std::string_view place;
  for (std::size_t at = body.find(kKey); at != body.npos; at = body.find(kKey, at + 1)) {
    const std::string_view id = body.substr(at + kKey.size());
    place = nodes[id.substr(0, id.find_first_of(" ,\n"))];
    for (std::string_view call = debug_field(place, "inlinedAt"); !call.empty();
         call = debug_field(place, "inlinedAt"))
      place = nodes[call];
    if (debug_field(place, "line") != "0") break;
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
    // The rewriter registers each kernel with a variable that has this name.
    if (function.find("gridlock_kernel_") != function.npos) continue;
    const std::string_view place =  // The function itself has none.
        first_place(nodes, function.substr(function.find('\n')));
    const std::string_view scope = nodes[debug_field(place, "scope")];
    const std::string_view file = nodes[debug_field(scope, "file")];
    const std::string line(debug_field(place, "line"));
    found.push_back(
        {std::string(debug_field(file, "filename")), std::atoi(line.c_str())});
  }
  return found;
}

}  // namespace gridlock
