#include "build/code/layouts.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <vector>

#include "build/code/debug_nodes.h"
#include "common/layout.h"

namespace gridlock {
namespace {

constexpr std::size_t kLayoutMax = 4000;  ///< Characters; larger types are leaves.
constexpr int kDepthMax = 12;             ///< Of types in types.

/// The value of `key: value` in a node, without quotes and without the '!' of a node.
std::string_view field(std::string_view node, const std::string& key) {
  for (const std::string& before : {"(" + key + ": ", ", " + key + ": "}) {
    const std::size_t at = node.find(before);
    if (at == node.npos) continue;
    std::string_view value = node.substr(at + before.size());
    if (value.starts_with('"'))
      return value.substr(1, std::min(value.find('"', 1), value.size()) - 1);
    if (value.starts_with('!')) value.remove_prefix(1);
    return value.substr(0, value.find_first_of(",)"));
  }
  return {};
}

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::uint64_t bytes_of(std::string_view node) { return number(field(node, "size")) / 8; }

/// Calls `visit(node)` for those that a list names, "!{!3, !5}".
template <class Visit>
void for_each(const DebugNodes& nodes, std::string_view list, Visit visit) {
  for (std::size_t at = list.find('!', 1); at != list.npos; at = list.find('!', at + 1))
    visit(nodes[list.substr(at + 1, list.find_first_of(",}", at) - at - 1)]);
}

/// The type without its typedefs and qualifiers.
std::string_view bare_type(const DebugNodes& nodes, std::string_view id) {
  std::string_view node = nodes[id];
  for (int i = 0; i < 100; ++i) {
    const std::string_view tag = field(node, "tag");
    if (tag != "DW_TAG_typedef" && tag != "DW_TAG_const_type" &&
        tag != "DW_TAG_volatile_type" && tag != "DW_TAG_atomic_type")
      break;
    node = nodes[field(node, "baseType")];
  }
  return node;
}

bool is_for_users(std::string_view name) {
  return !name.starts_with('_') && !name.ends_with('_');
}

std::string layout_of(const DebugNodes& nodes, std::string_view type, int depth);

std::string layout_of_array(const DebugNodes& nodes, std::string_view type, int depth) {
  const std::string_view element = bare_type(nodes, field(type, "baseType"));
  std::vector<std::uint64_t> counts;
  for_each(nodes, nodes[field(type, "elements")], [&](std::string_view range) {
    counts.push_back(number(field(range, "count")));
  });
  std::uint64_t bytes = bytes_of(type);
  std::string layout;
  for (const std::uint64_t count : counts) {
    if (count == 0 || bytes / count == 0) return ".";
    bytes /= count;
    layout += fmt::format("[{} {}", count, bytes);
  }
  return layout + layout_of(nodes, element, depth + 1);
}

std::string layout_of_record(const DebugNodes& nodes, std::string_view type, int depth) {
  std::string layout = "{";
  for_each(nodes, nodes[field(type, "elements")], [&](std::string_view member) {
    const std::string_view tag = field(member, "tag"), name = field(member, "name");
    if (tag != "DW_TAG_member" && tag != "DW_TAG_inheritance") return;
    if (member.find("DIFlagStaticMember") != member.npos) return;
    if (member.find("DIFlagBitField") != member.npos || !is_for_users(name)) return;
    const std::string_view part = bare_type(nodes, field(member, "baseType"));
    const std::uint64_t bytes = std::max(bytes_of(member), bytes_of(part));
    layout += fmt::format("{} {} {}{};", name.empty() ? "-" : name,
                          number(field(member, "offset")) / 8, bytes,
                          layout_of(nodes, part, depth + 1));
  });
  return layout + "}";
}

std::string layout_of(const DebugNodes& nodes, std::string_view type, int depth) {
  const std::string_view tag = field(type, "tag");
  if (depth > kDepthMax) return ".";
  if (tag == "DW_TAG_array_type") return layout_of_array(nodes, type, depth);
  if (tag == "DW_TAG_structure_type" || tag == "DW_TAG_class_type")
    return layout_of_record(nodes, type, depth);
  return ".";
}

/// Lines "symbol layout\n" of all variables in a section of ours that have parts.
std::string layouts_in(std::string_view ir) {
  const DebugNodes nodes(ir);
  std::string lines;
  for (std::size_t begin = 0; begin < ir.size();) {
    const std::size_t end = std::min(ir.find('\n', begin), ir.size());
    const std::string_view line = ir.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t is = line.find(" = "), debug = line.find(", !dbg !");
    if (!line.starts_with('@') || is == line.npos || debug == line.npos) continue;
    if (line.find(", section \"gl_") == line.npos) continue;
    const std::string_view id = line.substr(debug + 8);
    const std::string_view variable =
        nodes[field(nodes[id.substr(0, id.find(','))], "var")];
    const std::string layout =
        layout_of(nodes, bare_type(nodes, field(variable, "type")), 0);
    if (layout == "." || layout.size() > kLayoutMax) continue;
    lines.append(line.substr(1, is - 1)).append(" ").append(layout).append("\n");
  }
  return lines;
}

}  // namespace

std::string with_layouts(std::string ir) {
  const std::string lines = layouts_in(ir);
  if (lines.empty()) return ir;
  std::string text;
  for (const char c : lines) {
    const bool plain = c >= ' ' && c <= '~' && c != '"' && c != '\\';
    text += plain ? std::string(1, c)
                  : fmt::format("\\{:02X}", static_cast<unsigned char>(c));
  }
  ir += fmt::format(
      "\n@gridlock.layouts = internal constant [{} x i8] c\"{}\", section \"{}\"\n",
      lines.size(), text, kLayoutSection);
  return ir;
}

}  // namespace gridlock
