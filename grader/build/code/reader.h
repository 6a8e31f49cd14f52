/// \file
/// Reads LLVM's intermediate code in its textual form, with typed or opaque pointers.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace gridlock {

/// CUDA's built-in variables.
inline constexpr std::array<std::string_view, 5> kBuiltinVariables = {
    "@threadIdx", "@blockIdx", "@blockDim", "@gridDim", "@warpSize"};

/// Takes the first line off the text.
std::string_view take_line(std::string_view& text);

/// Takes `word` off the text if it begins with it.
bool skip_word(std::string_view& text, std::string_view word);

/// Takes the text up to a comma outside of brackets, and the comma and the blank behind
/// it, off the text.
std::string_view take_part(std::string_view& text);

/// The first of the characters that is not in brackets or quotes.
std::size_t find_outside(std::string_view text, std::string_view characters);

/// The end of the type at the beginning of `text`: `i24`, `%struct.P*`, `<3 x float>`,
/// `i32 (i8*, ...)*`, `[4 x i8]*`.
std::size_t end_of_type(std::string_view text);

/// The bytes of a scalar or a vector; nothing for structs and arrays.
std::optional<std::size_t> bytes_of_type(std::string_view type);

/// The value that an instruction defines: `  %7 = and i32 %6, -8` is `%7`, and the line
/// is left with `and i32 %6, -8`; "" for other lines.
std::string_view take_result(std::string_view& line);

/// The name that the text begins with: `strlen(`, `"a b"(`.
std::string_view name_at(std::string_view text);

/// The name of the variable or alias that the line defines; "" for other lines.
std::string_view variable_in(std::string_view line);

/// The section of the variable that the line defines, `gl_device`; or "".
std::string_view section_of(std::string_view line);

/// The place in the source: `, !dbg !12`, or "".
std::string_view location_of(std::string_view line);

/// A load, a store or an atomic instruction, taken apart.
struct MemoryAccess {
  bool reads = false, writes = false;
  bool atomic = false, is_volatile = false;
  bool opaque = false;        ///< The pointer is of type `ptr`.
  std::string_view type;      ///< The loaded or stored type.
  std::string_view pointer;   ///< `%4`, `@x` or a constant expression.
  std::string_view location;  ///< `, !dbg !12`, or "".
  std::string_view tag;       ///< The alias information of the type: `12`, or "".
  std::size_t alignment = 0;
  int order = 0;  ///< The simulator's number for an atomic's order.
};

/// The simulator's number for an order in LLVM's words.
int number_of_order(std::string_view word);

/// Reads one line of a function's code; nothing if it is no access.
/// \throws std::runtime_error for an access in a form that this does not know: no access
///   may go unseen.
std::optional<MemoryAccess> parse_access(std::string_view line);

/// A call of a function, or of assembly.
struct Call {
  std::string_view callee;     ///< Without its `@`; `asm` for assembly.
  std::string_view address;    ///< `%7`, if it has one instead of a name.
  std::string_view result;     ///< The text in front of the address: `noundef i32`.
  std::string_view arguments;  ///< The text in the brackets.
};

/// The call in a line of a function's code, if it has one.
std::optional<Call> parse_call(std::string_view line);

/// Facts from the declarations of the code.
class Declarations {
 public:
  explicit Declarations(std::string_view ir);

  /// Whether the function, a line that begins with `define` or `declare`, has the
  /// attribute.
  bool has_attribute(std::string_view function, std::string_view attribute) const;
  /// Whether the function is declared, and defined elsewhere.
  bool declares(std::string_view name) const { return declared_.contains(name); }
  /// Whether an intrinsic function computes and does nothing else.
  bool is_pure(std::string_view name) const { return pure_.contains(name); }
  /// Whether what has this tag is an object's pointer to its virtual functions.
  bool is_of_table(std::string_view tag) const { return !tag.empty() && tag == table_; }
  /// The elements of a struct type: `%struct.P` has `i8` and `i32`.
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

/// A function's own variables, and their members and elements at constant places.
class OwnVariables {
 public:
  explicit OwnVariables(const Declarations& declarations) : declarations_(declarations) {}

  void clear() { types_.clear(), whole_.clear(); }
  /// Notes what the line defines, if that is a variable or a part of one.
  void note(std::string_view line);
  /// Whether the access lies in one of them, whatever happens at run time.
  bool hold(const MemoryAccess& access) const;
  /// Whether the pointer is the address of one of them.
  bool has(std::string_view pointer) const { return whole_.contains(pointer); }

 private:
  void note_part(std::string_view result, std::string_view code);
  std::string_view element(std::string_view type, std::string_view index) const;

  const Declarations& declarations_;
  std::unordered_map<std::string_view, std::string_view> types_;
  std::unordered_set<std::string_view> whole_;
};

}  // namespace gridlock
