#include "build/code/instrument.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "build/code/debug_nodes.h"
#include "build/code/reader.h"
#include "build/code/symbols.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// The rest of the function.
std::string_view rest_of_function(std::string_view behind) {
  return behind.substr(0, behind.find("\n}"));
}

/// The values, such as `%5`, that the code names anywhere but where it makes them.
std::set<std::string_view> values_used_in(std::string_view code) {
  std::set<std::string_view> used;
  for (std::size_t at = code.find('%'), end; at != code.npos; at = code.find('%', end)) {
    const bool quoted = code.substr(at).starts_with("%\"");
    end = quoted ? code.find('"', at + 2) + 1 : at + 1;
    while (!quoted && end < code.size() &&
           (std::isalnum(static_cast<unsigned char>(code[end])) ||
            std::string_view("._-$").find(code[end]) != std::string_view::npos))
      ++end;
    if (!code.substr(end).starts_with(" = ")) used.insert(code.substr(at, end - at));
  }
  return used;
}

/// The first place where the text has this value, not only as the start of a longer name.
std::size_t find_value(std::string_view text, std::string_view value) {
  for (std::size_t at = text.find(value); at != text.npos;
       at = text.find(value, at + 1)) {
    const std::size_t end = at + value.size();
    const bool longer =
        end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) ||
                              text[end] == '.' || text[end] == '_');
    if (!longer) return at;
  }
  return text.npos;
}

/// Whether the code is this operation with `value` as its first operand, `and i32 %6,
/// -8`.
/// \param constant whether its second operand must be a constant
bool applies(std::string_view code, std::string_view operation, std::string_view type,
             std::string_view value, bool constant) {
  for (const std::string_view word : {operation, type, value}) {
    if (!skip_word(code, word) || code.empty()) return false;
    code.remove_prefix(1);  // A space or a comma.
  }
  return !constant || code.find('%') == code.npos;
}

/// Whether the load begins an assignment to a bit-field: all operations on its value
/// clear bits, set others instead, and store the result at the same address.  Clang gives
/// these four instructions one source location and one pointer; a program's own `word =
/// word & ~7 | bits` has several locations.
/// \param behind the text after the load
bool assigns_bits(std::string_view load, std::string_view behind) {
  const auto read = parse_access(load);
  if (!read || read->writes || read->atomic || read->location.empty()) return false;
  std::string_view value = take_result(load);
  const std::string_view loaded = value;
  for (const std::string_view operation : {"and", "or"}) {
    std::string_view code, result;
    do {
      code = take_line(behind);
      if (!code.ends_with(read->location)) return false;
      result = take_result(code);
    } while (find_value(code, value) == code.npos);
    if (!applies(code, operation, read->type, value, operation == "and")) return false;
    value = result;
  }
  // Code that uses the assignment's value loads the word again; it does not use `loaded`.
  constexpr std::size_t kMost = 4096;
  std::string_view line;
  do {
    line = take_line(behind);
    if (!line.ends_with(read->location)) return false;
  } while (!line.starts_with("  store "));
  const auto stored = parse_access(line);
  return stored && stored->pointer == read->pointer &&
         find_value(line, value) != line.npos &&
         find_value(rest_of_function(behind.substr(0, kMost)), loaded) == behind.npos;
}

/// The memory order of a call of a processor's fence intrinsic; 0 for other calls.
int order_of_processor_fence(std::string_view intrinsic) {
  if (intrinsic.starts_with("x86.sse2.mfence")) return number_of_order("seq_cst");
  if (intrinsic.starts_with("x86.sse.sfence")) return number_of_order("release");
  return intrinsic.starts_with("x86.sse2.lfence") ? number_of_order("acquire") : 0;
}

/// The memory order of a line such as `  fence seq_cst`; 0 for other lines, and for a
/// fence that only orders signal handlers.
int order_of_fence(std::string_view line) {
  if (!skip_word(line, "  fence ") || line.starts_with("syncscope(")) return 0;
  return number_of_order(line.substr(0, line.find(',')));
}

bool is_named_as_atomic(std::string_view function) {
  if (!skip_word(function, "_Z")) return false;
  const std::size_t name = function.find_first_not_of("0123456789");
  return name != function.npos && function.substr(name).starts_with("atomic");
}

bool reads_builtin(const MemoryAccess& access) {
  if (access.writes) return false;
  std::string_view pointer = access.pointer;
  if (skip_word(pointer, "getelementptr inbounds (%struct.")) {
    // In `uint3, %struct.uint3* @blockIdx, i32 0, i32 1)`, the access is to a member.
    const std::size_t at = pointer.find('@');
    const std::size_t end = pointer.find(',', at);
    if (end == pointer.npos) return false;
    const std::string_view indices = pointer.substr(end);
    if (indices != ", i32 0, i32 0)" && indices != ", i32 0, i32 1)" &&
        indices != ", i32 0, i32 2)")
      return false;
    pointer = pointer.substr(at, end - at);
  }
  const auto& names = kBuiltinVariables;
  return std::ranges::find(names, pointer) != names.end() && access.type == "i32";
}

/// Whether the function is one of CUDA's runtime, such as cudaFree().
bool is_of_runtime(std::string_view function) {
  return skip_word(function, "cuda") && !function.empty() &&
         std::isupper(static_cast<unsigned char>(function[0]));
}

/// The type after a result's attributes, as in `noundef align 8 i32*`.
std::string_view type_of_result(std::string_view text) {
  for (;;) {
    const std::size_t end = find_outside(text, " ");
    const bool is_last = end == text.size() || text[end + 1] == '(';
    if (is_last) return text;
    text.remove_prefix(end + 1);
  }
}

bool is_of_grader(std::string_view name) {
  return name.starts_with("_ZN8gridlock") || name.starts_with("_ZNK8gridlock");
}

/// What the debug information says of places in the code.
class Places {
 public:
  explicit Places(std::string_view ir) : ir_(ir) {}

  /// Whether the code at this location was written in a function outside of the grader's
  /// headers, even if the compiler has moved it into a function of the grader.
  /// \param location as from location_of()
  bool are_of_others(std::string_view location) {
    if (location.empty()) return false;
    if (!nodes_) nodes_.emplace(ir_);
    std::string_view id = location.substr(location.find('!', 3) + 1);
    for (std::string_view node = (*nodes_)[id]; !node.empty(); node = (*nodes_)[id]) {
      if (node.find("!DISubprogram(") != node.npos)
        return !is_of_grader(debug_field(node, "linkageName"));
      id = debug_field(node, "scope");
    }
    return false;
  }

 private:
  std::string_view ir_;
  std::optional<DebugNodes> nodes_;  ///< Made on first use: few functions need them.
};

/// Whether an intrinsic orders nothing, and accesses no memory of the program except
/// through its arguments.
bool is_harmless_intrinsic(std::string_view name) {
  static const std::vector<std::string> kBegins = split_list(
      "dbg., lifetime., invariant., assume, expect, trap, debugtrap, ubsantrap, "
      "stacksave, stackrestore, va_end, eh., prefetch, donothing, launder., strip., "
      "experimental.noalias, experimental.constrained, threadlocal.address, "
      "objectsize, flt.rounds, get.rounding, fake.use");
  return starts_with_any(name, kBegins);
}

bool is_memory_function(std::string_view name) {
  return name.starts_with("memcpy.") || name.starts_with("memmove.") ||
         name.starts_with("memset.");
}

struct Operand {
  std::string_view type;
  std::string_view value;  ///< `%4`, `16`, `@x` or a constant expression.
  std::size_t alignment = 1;
};

/// Takes an argument apart, such as `i8* noundef nonnull align 16 %4`.
Operand read_operand(std::string_view argument) {
  static const std::vector<std::string> kAttributes = split_list(
      "captures(, dereferenceable, noalias, nocapture, nonnull, noundef, readonly, "
      "writeonly");
  Operand operand{.type = argument.substr(0, end_of_type(argument))};
  for (argument.remove_prefix(operand.type.size());;) {
    argument.remove_prefix(1);  // A space.
    if (skip_word(argument, "align "))
      operand.alignment = std::strtoul(argument.data(), nullptr, 10);
    else if (std::none_of(kAttributes.begin(), kAttributes.end(),
                          [&](const std::string& a) { return argument.starts_with(a); }))
      break;
    argument.remove_prefix(find_outside(argument, " "));
  }
  operand.value = argument;
  return operand;
}

class Instrumenter {
 public:
  explicit Instrumenter(std::string_view ir) : ir_(ir), declarations_(ir) {}

  std::string run() {
    result_.reserve(ir_.size() + ir_.size() / 4);
    for (behind_ = ir_; !behind_.empty();) {
      const std::string_view line = take_line(behind_);
      take(line);
      if (!std::exchange(replaced_, false)) result_.append(line).append("\n");
    }
    return std::move(result_.append(further_));
  }

 private:
  void take(std::string_view line) {
    if (line.starts_with("define ")) {
      variables_.clear();
      used_.reset();
      function_is_watched_ = declarations_.has_attribute(line, "sanitize_thread");
      function_is_of_grader_ =
          is_of_grader(name_at(line.substr(std::min(line.find('@') + 1, line.size()))));
    }
    if (!line.starts_with("  ")) return;
    variables_.note(line);
    location_ = location_of(line);
    const bool is_moved = (function_is_of_grader_ || !function_is_watched_) &&
                          places_.are_of_others(location_);
    is_watched_ = function_is_watched_ || is_moved;
    is_of_grader_ = function_is_of_grader_ && !is_moved;
    if (is_watched_ && line.find(" = alloca ") != line.npos) announce_growth(line);
    if (is_watched_ && line.starts_with("  unreachable")) call("gridlock_unreachable");
    if (const int order = order_of_fence(line)) return announce_fence(order);
    if (const auto called = parse_call(line)) return take_call(line, *called);
    if (const auto access = parse_access(line)) take_access(line, *access);
  }

  void take_access(std::string_view line, const MemoryAccess& access) {
    opaque_ = access.opaque;
    if (access.atomic) {
      if (!variables_.has(access.pointer)) announce_atomic(access);
    } else if (is_watched_ && !variables_.hold(access) && !reads_builtin(access)) {
      if (access.reads && assigns_bits(line, behind_)) announce_bits(access);
      announce(access);
    }
  }

  void take_call(std::string_view line, const Call& called) {
    if (is_named_as_atomic(called.callee) && drops_result(line, called.callee))
      return call("gridlock_result_unused");
    if (!is_watched_) return;
    if (is_of_runtime(called.callee) && drops_result(line, called.callee))
      call("gridlock_drops_result");
    if (!is_of_grader_) {
      if (!called.address.empty()) announce_call(called);
      announce_given(called);
    }
    for (std::string_view rest = called.arguments; !rest.empty();)
      take_argument(take_part(rest));
    if (is_of_submission(called.callee)) announce_lent(called);
    if (!called.address.empty() || is_of_libraries(called.callee))
      call("gridlock_forgets");
    take_intrinsic(called);
  }

  /// Handles an asm statement or an intrinsic of the compiler: announces its accesses or
  /// its order, or refuses it if these are unknown.
  void take_intrinsic(const Call& called) {
    std::string_view name = called.callee;
    if (name != "asm" && !skip_word(name, "llvm.")) return;
    if (const int order = order_of_processor_fence(name)) return announce_fence(order);
    if (is_memory_function(name)) return replace_memory_function(name, called);
    const bool copies = name.starts_with("va_copy");
    if (copies || name.starts_with("va_start")) {
      std::string_view rest = called.arguments;
      const std::string_view list = take_part(rest);
      constexpr std::string_view kBytes = "24";
      if (copies) touch(rest, kBytes, false);
      return touch(list, kBytes, true);
    }
    if (!is_harmless_intrinsic(name) && !declarations_.is_pure(called.callee))
      refuse_in_device_code(called.callee);
  }

  /// Handles an argument such as `%struct.P* byval(%struct.P) align 8 %5`, which the call
  /// itself copies.
  void take_argument(std::string_view argument) {
    constexpr std::string_view kCopied = " byval(";
    const std::size_t at = argument.find(kCopied);
    if (at == argument.npos || variables_.has(last_word(argument))) return;
    const std::string_view type = argument.substr(at + kCopied.size());
    opaque_ = argument.starts_with("ptr");
    const MemoryAccess access{.opaque = opaque_,
                              .type = type.substr(0, type.find(')')),
                              .pointer = last_word(argument)};
    touch(pointer_type() + " " + address_of(access), size_of(access.type), false);
  }
  static std::string_view last_word(std::string_view argument) {
    return argument.substr(argument.rfind(' ') + 1);
  }

  /// Whether the code does not use the result of the call in this line.  Calls of
  /// functions that the program defines itself do not count.
  bool drops_result(std::string_view line, std::string_view callee) {
    const std::string_view value = take_result(line);
    if (value.empty() || !declarations_.declares(callee)) return false;
    if (!used_) used_ = values_used_in(rest_of_function(behind_));
    return !used_->contains(value);
  }

  /// Announces a call by address.  If pointers have types, puts the function's type
  /// together from the call.
  void announce_call(const Call& called) {
    const std::string address(called.address);
    if (!is_typed_) return call("gridlock_calls", "ptr " + address);
    std::string type(type_of_result(called.result));
    if (!type.ends_with(')')) {
      std::string types;
      for (std::string_view rest = called.arguments; !rest.empty();) {
        const std::string_view argument = take_part(rest);
        types += types.empty() ? "" : ", ";
        types += argument.substr(0, end_of_type(argument));
      }
      type += " (" + types + ")";
    }
    call("gridlock_calls",
         "i8* " + value("bitcast " + type + "* " + address + " to i8*"));
  }

  /// Whether this is a library function without hooks.
  bool is_of_libraries(std::string_view callee) {
    if (!declarations_.declares(callee) || callee.starts_with("llvm.")) return false;
    const auto [known, is_new] = of_libraries_.try_emplace(callee);
    if (is_new) known->second = needs_guard(std::string(callee), false);
    return known->second;
  }

  /// Announces a line such as `%9 = alloca i32, i64 %8`: the frame that it extends could
  /// leave the thread's stack.
  void announce_growth(std::string_view line) {
    take_result(line);
    if (!skip_word(line, "alloca ")) return;
    const std::string_view type = take_part(line), count = take_part(line);
    if (!count.starts_with("i64 %")) return;
    opaque_ = !is_typed_;
    call("gridlock_grows", std::string(count) + ", i64 " + size_of(type));
  }

  /// The value that an argument passes, or its constant expression, such as an address of
  /// a function plus a number; "" for any other constant.
  static std::string pointer_in(std::string_view argument, std::string_view type) {
    const bool may_be_constant = type.ends_with(")*") || type == "ptr";
    std::string constant(may_be_constant ? constant_in(argument) : "");
    if (!constant.empty()) return constant;
    const std::string_view pointer = last_word(argument);
    return pointer.starts_with('%') && !pointer.ends_with(')') ? std::string(pointer)
                                                               : "";
  }

  /// Announces pointers passed to code without hooks, which may write through them.
  void announce_given(const Call& called) {
    const bool is_named = called.address.empty();
    if (is_named &&
        (!declarations_.declares(called.callee) || called.callee.starts_with("llvm.") ||
         called.callee.starts_with("gridlock_") || is_named_as_atomic(called.callee)))
      return;
    for (std::string_view rest = called.arguments; !rest.empty();) {
      const std::string_view argument = take_part(rest);
      const std::string_view type = argument.substr(0, end_of_type(argument));
      const std::string pointer = pointer_in(argument, type);
      if (pointer.empty() || variables_.has(pointer)) continue;
      if (type.ends_with('*'))
        call("gridlock_gives",
             "i8* " + value("bitcast " + std::string(type) + " " + pointer + " to i8*"));
      else if (type == "ptr")
        call("gridlock_gives", "ptr " + pointer);
    }
  }

  bool is_of_submission(std::string_view callee) {
    if (callee.empty() || !declarations_.declares(callee) || callee.starts_with("llvm."))
      return false;
    const auto [known, is_new] = of_submission_.try_emplace(callee);
    if (is_new) known->second = !is_provided(std::string(callee));
    return known->second;
  }

  /// Announces the caller's variables that a function of the submission may write.
  void announce_lent(const Call& called) {
    constexpr const char* kUnknown = "32";  // The most bytes of a result.
    call("gridlock_lends_nothing");
    opaque_ = !is_typed_;
    for (std::string_view rest = called.arguments; !rest.empty();) {
      const std::string_view argument = take_part(rest);
      const std::string_view type = argument.substr(0, end_of_type(argument));
      const std::string_view pointer = last_word(argument);
      const bool is_pointer = type == "ptr" || (type.ends_with('*') && type[0] != '(');
      if (!is_pointer || !pointer.starts_with('%') ||
          argument.find(" byval(") != argument.npos)
        continue;
      const std::string_view held = variables_.type(pointer);
      const std::string given =
          opaque_ ? "ptr " + std::string(pointer)
                  : "i8* " + value("bitcast " + std::string(type) + " " +
                                   std::string(pointer) + " to i8*");
      call("gridlock_lends",
           given + ", i64 " + (held.empty() ? kUnknown : size_of(held)));
    }
  }

  /// The constant expression at the end of an argument; "" if there is none.
  static std::string_view constant_in(std::string_view argument) {
    std::size_t at = argument.npos;
    for (const std::string_view word : {" getelementptr ", " bitcast (", " inttoptr ("})
      at = std::min(at, argument.find(word));
    return at == argument.npos ? "" : argument.substr(at + 1);
  }

  void announce_fence(int order) {
    call("gridlock_host_fence", "i32 " + std::to_string(order));
  }

  /// Replaces an intrinsic that copies or sets bytes by a call of its hook.  Announces
  /// the alignment that a type asks for: a GPU moves an int4 at once.
  void replace_memory_function(std::string_view name, const Call& called) {
    const bool sets = name.starts_with("memset");
    std::string_view rest = called.arguments;
    std::string arguments;
    for (int i = 0; i < 3; ++i) {
      const Operand operand = read_operand(take_part(rest));
      std::string typed = std::string(operand.type).append(" ").append(operand.value);
      const bool is_address = i == 0 || (i == 1 && !sets);
      if (is_address && operand.alignment > 1 && !variables_.has(operand.value))
        call("gridlock_aligned", typed + ", i32 " + std::to_string(operand.alignment) +
                                     (i == 0 ? ", i32 1" : ", i32 0"));
      if (i == 1 && sets) typed = "i32 " + value("zext " + typed + " to i32");
#ifdef __wasm__
      // The size of a copy of an argument, which the optimizer adds, has 64 bits.
      if (i == 2) typed = "i32 " + std::string(operand.value);
#endif
      arguments += (i == 0 ? "" : ", ") + typed;
    }
    const std::string pointer = is_typed_ ? "i8*" : "ptr";
    const std::string hook = "__tsan_" + std::string(name.substr(0, name.find('.')));
    value("call " + pointer + " @" + hook + "(" + arguments + ")");
    declare(pointer, hook, arguments);
    replaced_ = true;
  }

  void announce_bits(const MemoryAccess& access) {
    const auto bytes = bytes_of_type(access.type);
    call("gridlock_assigns_bits", pointer_type() + " " + address_of(access) + ", i32 " +
                                      std::to_string(bytes.value_or(0)));
  }

  /// Announces an atomic instruction with one call, for its read, its write and its
  /// order.
  void announce_atomic(const MemoryAccess& access) {
    const auto bytes = bytes_of_type(access.type);
    const bool guards_static = access.pointer.find("@_ZGV") != access.pointer.npos;
    const int does =
        (access.reads ? 1 : 0) + (access.writes ? 2 : 0) + (guards_static ? 4 : 0);
    std::string arguments = pointer_type() + " " + address_of(access);
    for (const int number : {static_cast<int>(bytes.value_or(0)), does, access.order})
      arguments += ", i32 " + std::to_string(number);
    call("gridlock_host_atomic", arguments);
  }

  void announce(const MemoryAccess& access) {
    const std::string begin = address_of(access);
    const auto bytes = bytes_of_type(access.type);
    if (!bytes)
      return touch(pointer_type() + " " + begin, size_of(access.type), access.writes);
    if (access.reads && declarations_.is_of_table(access.tag))
      return call("__tsan_vptr_read", pointer_type() + " " + begin);
    std::string form = "__tsan_";
    const bool aligned = access.alignment >= 8 || access.alignment % *bytes == 0;
    if (!aligned) form += "unaligned_";
    if (access.is_volatile) form += "volatile_";
    form += access.writes ? "write" : "read";
    announce_parts(form, begin, *bytes);
  }

  /// Announces an access in parts of 1, 2, 4, 8 or 16 bytes, the sizes of the hooks: 3
  /// bytes are 2 and 1.
  void announce_parts(const std::string& form, const std::string& begin,
                      std::size_t bytes) {
    for (std::size_t done = 0; done < bytes;) {
      std::size_t part = 16;
      while (part > bytes - done) part /= 2;
      std::string address = begin;
      if (done > 0)
        address = value("getelementptr i8, " + pointer_type() + " " + begin + ", i64 " +
                        std::to_string(done));
      call(form + std::to_string(part), pointer_type() + " " + address);
      done += part;
    }
  }

  /// \param pointer with its type, `i8* %13`
  void touch(std::string_view pointer, std::string_view bytes, bool write) {
    call("gridlock_touches", std::string(pointer.substr(0, end_of_type(pointer)))
                                 .append(pointer.substr(pointer.rfind(' ')))
                                 .append(", i64 ")
                                 .append(bytes)
                                 .append(write ? ", i32 1" : ", i32 0"));
  }

  /// The size of any type in bytes, as a constant expression.
  std::string size_of(std::string_view type) const {
    const std::string pointer = opaque_ ? "ptr" : std::string(type) + "*";
    return "ptrtoint (" + pointer + " getelementptr (" + std::string(type) + ", " +
           pointer + " null, i32 1) to i64)";
  }

  void refuse_in_device_code(std::string_view name) {
    const std::string array = "[" + std::to_string(name.size() + 1) + " x i8]";
    const std::string text = "@gridlock.unwatched." + std::to_string(values_++);
    further_.append(text).append(" = private unnamed_addr constant ").append(array);
    further_.append(" c\"").append(name).append("\\00\"\n");
    call("gridlock_unwatched",
         is_typed_ ? "i8* bitcast (" + array + "* " + text + " to i8*)" : "ptr " + text);
  }

  std::string address_of(const MemoryAccess& access) {
    std::string address(access.pointer);
    if (access.opaque) return address;
    return value("bitcast " + std::string(access.type) + "* " + address + " to i8*");
  }

  std::string value(const std::string& expression) {
    std::string name = "%gridlock." + std::to_string(values_++);
    result_ += "  " + name + " = " + expression;
    result_.append(location_).append("\n");
    return name;
  }

  void call(const std::string& hook, std::string_view arguments = "") {
    result_ += "  call void @" + hook + "(";
    result_.append(arguments).append(")").append(location_).append("\n");
    declare("void", hook, arguments);
  }

  /// Declares a hook, unless the code or an earlier call has declared it.
  void declare(const std::string& result, const std::string& hook,
               std::string_view arguments) {
    if (declarations_.declares(hook) || !declared_.insert(hook).second) return;
    std::string types;
    while (!arguments.empty()) {
      const std::string_view argument = take_part(arguments);
      types += types.empty() ? "" : ", ";
      types += argument.substr(0, end_of_type(argument));
    }
    further_ += "declare " + result + " @" + hook + "(" + types + ")\n";
  }

  std::string pointer_type() const { return opaque_ ? "ptr" : "i8*"; }

  std::string_view ir_;
  Declarations declarations_;
  OwnVariables variables_{declarations_};
  std::string result_;
  std::string further_;      ///< Text to append to the code.
  std::string_view behind_;  ///< Text after the current line.
  /// Values that the rest of the function uses; found when first asked for.
  std::optional<std::set<std::string_view>> used_;
  std::string_view location_;  ///< Source location of the current line.
  std::set<std::string> declared_;
  std::map<std::string_view, bool> of_libraries_, of_submission_;
  Places places_{ir_};
  bool function_is_watched_ = false, function_is_of_grader_ = false;
  bool is_watched_ = false;  ///< Accesses of the current line are announced.
  bool is_of_grader_ = false;
  bool opaque_ = false;
  bool replaced_ = false;  ///< The hooks do what the current line does.
  bool is_typed_ = ir_.find("i8*") != ir_.npos;  ///< Pointers have types.
  int values_ = 0;
};

}  // namespace

std::string hook_accesses(std::string_view ir) { return Instrumenter(ir).run(); }

}  // namespace gridlock
