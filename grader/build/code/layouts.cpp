#include "build/code/passes.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <utility>

#include "build/code/debug_nodes.h"
#include "common/type_layout.h"

namespace gridlock {
namespace {

/// The longest layout, in characters; larger types are not divided into parts.
constexpr std::size_t kLayoutMax = 4000;
constexpr int kDepthMax = 12;  ///< The deepest nesting of types.

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::uint64_t bytes_of(std::string_view node) {
  return number(debug_field(node, "size")) / 8;
}

/// Calls `visit(node)` for each node of a list, "!{!3, !5}".
template <class Visit>
void for_each(const DebugNodes& nodes, std::string_view list, Visit visit) {
  for (std::size_t at = list.find('!', 1); at != list.npos; at = list.find('!', at + 1))
    visit(nodes[list.substr(at + 1, list.find_first_of(",}", at) - at - 1)]);
}

/// The type without its typedefs and qualifiers.
std::string_view bare_type(const DebugNodes& nodes, std::string_view id) {
  std::string_view node = nodes[id];
  for (int i = 0; i < 100; ++i) {
    const std::string_view tag = debug_field(node, "tag");
    if (tag != "DW_TAG_typedef" && tag != "DW_TAG_const_type" &&
        tag != "DW_TAG_volatile_type" && tag != "DW_TAG_atomic_type")
      break;
    node = nodes[debug_field(node, "baseType")];
  }
  return node;
}

bool is_for_users(std::string_view name) {
  return !name.starts_with('_') && !name.ends_with('_');
}

/// Writes the layout of a type.  A layout that gets too long is dropped, because nested
/// types can have very many parts.
class Layout {
 public:
  explicit Layout(const DebugNodes& nodes) : nodes_(nodes) {}

  /// The type's layout; "." if it has no parts or too many.
  std::string of(std::string_view type) {
    add(type, 0);
    return is_too_long() ? "." : std::move(text_);
  }

 private:
  bool is_too_long() const { return text_.size() > kLayoutMax; }

  void add(std::string_view type, int depth) {
    const std::string_view tag = debug_field(type, "tag");
    const bool is_record = tag == "DW_TAG_structure_type" || tag == "DW_TAG_class_type";
    if (depth <= kDepthMax && tag == "DW_TAG_array_type") return add_array(type, depth);
    if (depth <= kDepthMax && is_record) return add_record(type, depth);
    text_ += ".";
  }

  void add_array(std::string_view type, int depth) {
    std::string counts;
    std::uint64_t bytes = bytes_of(type);
    bool is_empty = false;
    for_each(nodes_, nodes_[debug_field(type, "elements")], [&](std::string_view range) {
      const std::uint64_t count = number(debug_field(range, "count"));
      is_empty = is_empty || count == 0 || bytes / count == 0;
      if (is_empty) return;
      bytes /= count;
      counts += fmt::format("[{} {}", count, bytes);
    });
    text_ += is_empty ? "." : counts;
    if (!is_empty) add(bare_type(nodes_, debug_field(type, "baseType")), depth + 1);
  }

  void add_record(std::string_view type, int depth) {
    text_ += "{";
    for_each(nodes_, nodes_[debug_field(type, "elements")], [&](std::string_view member) {
      const std::string_view tag = debug_field(member, "tag"),
                             name = debug_field(member, "name");
      if (is_too_long() || (tag != "DW_TAG_member" && tag != "DW_TAG_inheritance"))
        return;
      if (member.find("DIFlagStaticMember") != member.npos) return;
      if (member.find("DIFlagBitField") != member.npos || !is_for_users(name)) return;
      const std::string_view part = bare_type(nodes_, debug_field(member, "baseType"));
      text_ += fmt::format("{} {} {}", name.empty() ? "-" : name,
                           number(debug_field(member, "offset")) / 8,
                           std::max(bytes_of(member), bytes_of(part)));
      add(part, depth + 1);
      text_ += ";";
    });
    text_ += "}";
  }

  const DebugNodes& nodes_;
  std::string text_;
};

/// Lines "symbol layout\n" for all variables in one of our sections that have parts.
std::string layouts_in(std::string_view ir) {
  const DebugNodes nodes(ir);
  std::string lines;
  while (!ir.empty()) {
    const std::string_view line = take_line(ir);
    std::string_view id = location_of(line);
    if (!section_of(line).starts_with("gl_") || !skip_word(id, ", !dbg !")) continue;
    const std::string_view variable = nodes[debug_field(nodes[id], "var")];
    const std::string layout =
        Layout(nodes).of(bare_type(nodes, debug_field(variable, "type")));
    if (layout == ".") continue;
    lines.append(variable_in(line)).append(" ").append(layout).append("\n");
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
