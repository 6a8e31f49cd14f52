/// The layout of a variable: the parts of its type and their offsets, as text that a
/// module carries, so that reports can name the parts.
///
///     layout  = leaf | array | record
///     leaf    = "."                                   no named parts
///     array   = "[" count " " element bytes layout    layout of one element
///     record  = "{" { name " " offset " " bytes layout ";" } "}"
///
/// All numbers are decimal, offsets count bytes.  `struct { int head; float slots[4]; }`
/// is `{head 0 4.;slots 4 16[4 4.;}`.  The name of a base class or of an anonymous
/// member is "-".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gridlock {

/// The section of a module that holds, for each variable, a line "symbol layout\n".
constexpr std::string_view kLayoutSection = "gridlock_layouts";

/// The suffix of a variable's name for the part at this offset: "[3]", ".slots[2]",
/// ", byte 6", or "" for a variable without parts.  An offset past the end of an array
/// counts on: "[40]".  A damaged layout counts as a leaf.
std::string path_in(std::string_view layout, std::size_t offset);

}  // namespace gridlock
