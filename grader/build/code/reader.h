/// \file
/// Reads LLVM IR in its textual form, with typed or opaque pointers.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace gridlock {

inline constexpr std::array<std::string_view, 5> kBuiltinVariables = {
    "@threadIdx", "@blockIdx", "@blockDim", "@gridDim", "@warpSize"};

std::string_view take_line(std::string_view& text);

/// If the text begins with `word`, removes it.  Returns whether it did.
bool skip_word(std::string_view& text, std::string_view word);

/// Removes the text up to a comma outside of brackets and returns it; also removes the
/// comma and the space after it.
std::string_view take_part(std::string_view& text);

/// The position of the first of these characters outside of brackets and quotes.
std::size_t find_outside(std::string_view text, std::string_view characters);

/// The end of the type at the beginning of `text`: `i24`, `%struct.P*`, `<3 x float>`,
/// `i32 (i8*, ...)*`, `[4 x i8]*`.
std::size_t end_of_type(std::string_view text);

/// The size in bytes of a scalar or a vector; nothing for structs and arrays.
std::optional<std::size_t> bytes_of_type(std::string_view type);

/// The name of the value that an instruction defines: for `  %7 = and i32 %6, -8` it is
/// `%7`, and `and i32 %6, -8` remains in `line`; "" for other lines.
std::string_view take_result(std::string_view& line);

/// The name at the beginning of the text, such as `strlen(` or `"a b"(`.
std::string_view name_at(std::string_view text);

/// The name of the variable or alias that the line defines; "" for other lines.
std::string_view variable_in(std::string_view line);

/// The section of the variable that the line defines, such as `gl_device`; or "".
std::string_view section_of(std::string_view line);

/// The line's source location: `, !dbg !12`, or "".
std::string_view location_of(std::string_view line);

struct MemoryAccess {
  bool reads = false, writes = false;
  bool atomic = false, is_volatile = false;
  bool opaque = false;        ///< The pointer is of type `ptr`.
  std::string_view type;      ///< The loaded or stored type.
  std::string_view pointer;   ///< `%4`, `@x` or a constant expression.
  std::string_view location;  ///< `, !dbg !12`, or "".
  std::string_view tag;       ///< The alias information of the access: `12`, or "".
  std::size_t alignment = 0;
  int order = 0;  ///< The simulator's number of an atomic's memory order.
};

/// The simulator's number of a memory order with this LLVM name.
int number_of_order(std::string_view word);

/// Parses one line of a function's code; nothing if it is not an access.
/// \throws std::runtime_error for an access in an unknown form: no access may be missed
std::optional<MemoryAccess> parse_access(std::string_view line);

/// A call of a function, or an assembly statement.
struct Call {
  std::string_view callee;     ///< Without its `@`; `asm` for assembly.
  std::string_view address;    ///< `%7` or a constant, if the call is by address.
  std::string_view result;     ///< The text before the address: `noundef i32`.
  std::string_view arguments;  ///< The text in the parentheses.
};

std::optional<Call> parse_call(std::string_view line);

/// Facts from the declarations of the code.
class Declarations {
 public:
  explicit Declarations(std::string_view ir);

  /// Whether the function has the attribute; `function` is its line, which begins with
  /// `define` or `declare`.
  bool has_attribute(std::string_view function, std::string_view attribute) const;
  /// Whether the function is declared but not defined here.
  bool declares(std::string_view name) const { return declared_.contains(name); }
  /// Whether an intrinsic only computes, without accessing memory.
  bool is_pure(std::string_view name) const { return pure_.contains(name); }
  /// Whether the alias information with this tag is that of vtable pointers.
  bool is_of_table(std::string_view tag) const { return !tag.empty() && tag == table_; }
  /// The element types of a struct type: `i8` and `i32` for `%struct.P`.
  const std::vector<std::string_view>* elements(std::string_view type) const;

 private:
  void note_type(std::string_view line);
  void note_function(std::string_view line);
  void find_table(std::string_view ir);

  std::unordered_map<std::string_view, std::string_view> attributes_;
  std::unordered_map<std::string_view, std::vector<std::string_view>> types_;
  std::unordered_set<std::string_view> declared_, pure_;
  std::string_view table_;
};

/// A function's local variables, and their parts: members and elements at constant
/// offsets.
class OwnVariables {
 public:
  explicit OwnVariables(const Declarations& declarations) : declarations_(declarations) {}

  void clear() { types_.clear(), whole_.clear(); }
  /// Notes the local variable, or the part of one, that the line defines.
  void note(std::string_view line);
  /// Whether the access is to exactly one variable or part.
  bool hold(const MemoryAccess& access) const;
  /// Whether the pointer is the address of a whole variable.
  bool has(std::string_view pointer) const { return whole_.contains(pointer); }
  /// The type of the variable or part at this pointer; "" if it points to neither.
  std::string_view type(std::string_view pointer) const {
    const auto found = types_.find(pointer);
    return found == types_.end() ? std::string_view() : found->second;
  }

 private:
  void note_part(std::string_view result, std::string_view code);
  std::string_view element(std::string_view type, std::string_view index) const;

  const Declarations& declarations_;
  std::unordered_map<std::string_view, std::string_view> types_;
  std::unordered_set<std::string_view> whole_;
};

}  // namespace gridlock
