#include "build/code/instrument.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>
#include <optional>
#include <set>

namespace gridlock {
namespace {

/// The first of the characters that is not in brackets or quotes.
std::size_t find_outside(std::string_view text, std::string_view characters) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') i = std::min(text.find('"', i + 1), text.size() - 1);
    if (c == '<' || c == '{' || c == '[' || c == '(') ++depth;
    if (c == '>' || c == '}' || c == ']' || c == ')') --depth;
    if (depth == 0 && characters.find(c) != characters.npos) return i;
  }
  return text.size();
}

/// The end of the type at the beginning of `text`: `i24`, `%struct.P*`, `<3 x float>`,
/// `{ i64, i32 }`, `[4 x i8]*`.
std::size_t end_of_type(std::string_view text) { return find_outside(text, " ,"); }

/// `i24` is 24.
std::optional<int> integer_bits(std::string_view type) {
  int bits = 0;
  if (!type.starts_with("i")) return std::nullopt;
  const auto parsed = std::from_chars(type.data() + 1, type.data() + type.size(), bits);
  if (parsed.ec != std::errc() || parsed.ptr != type.data() + type.size())
    return std::nullopt;
  return bits;
}

/// The bytes of a scalar type; nothing for a type that the code generator does not
/// load or store in one piece.
std::optional<std::size_t> scalar_bytes(std::string_view type) {
  if (const auto bits = integer_bits(type))
    return (static_cast<std::size_t>(*bits) + 7) / 8;
  if (type == "half" || type == "bfloat") return 2;
  if (type == "float") return 4;
  if (type == "double" || type == "ptr" || type.ends_with("*")) return 8;
  if (type == "x86_fp80") return 10;
  if (type == "fp128") return 16;
  return std::nullopt;
}

/// The same for vectors, `<3 x float>`, too.
std::optional<std::size_t> access_bytes(std::string_view type) {
  if (!type.starts_with("<")) return scalar_bytes(type);
  std::size_t count = 0;
  const char* end = type.data() + type.size();
  const auto parsed = std::from_chars(type.data() + 1, end, count);
  const std::string_view rest(parsed.ptr, static_cast<std::size_t>(end - parsed.ptr));
  if (parsed.ec != std::errc() || !rest.starts_with(" x ")) return std::nullopt;
  const auto element = scalar_bytes(rest.substr(3, rest.size() - 4));
  if (!element) return std::nullopt;
  return count * *element;
}

/// Whether the sanitizer announces an access of this size.
bool is_hooked(std::size_t bytes) { return bytes <= 16 && (bytes & (bytes - 1)) == 0; }

/// A load, a store or an atomic instruction, taken apart.
struct MemoryAccess {
  bool reads = false, writes = false;
  bool atomic = false;
  bool opaque = false;        ///< The pointer is of type `ptr`.
  std::string_view type;      ///< What is loaded or stored.
  std::string_view pointer;   ///< `%4`, `@x` or a constant expression.
  std::string_view location;  ///< `, !dbg !12`, or "".
  int order = 0;              ///< Of an atomic instruction, as the simulator counts.
};

/// The simulator's number for an order in LLVM's words.
int number_of_order(std::string_view word) {
  constexpr std::string_view kOrders[] = {"monotonic", "acquire", "release", "acq_rel",
                                          "seq_cst"};
  const auto found = std::find(std::begin(kOrders), std::end(kOrders), word);
  return found == std::end(kOrders) ? 0 : static_cast<int>(found - kOrders);
}

std::string_view take_last_word(std::string_view& text) {
  const std::size_t space = text.rfind(' ');
  const std::string_view word = text.substr(space == text.npos ? 0 : space + 1);
  text = text.substr(0, space == text.npos ? 0 : space);
  return word;
}

/// The order at the end of an atomic instruction: `seq_cst, align 4`, and what comes
/// behind.  A compare-exchange has another one for the case that it fails, `release
/// acquire`; whether it will fail is not known yet, so the result is both of them.
void parse_order(std::string_view line, bool two, MemoryAccess& access) {
  line = line.substr(0, line.size() - access.location.size());
  line = line.substr(0, line.rfind(", align "));
  access.order = number_of_order(take_last_word(line));
  if (!two) return;
  const int failing = access.order;
  access.order = number_of_order(take_last_word(line));
  const bool release_and_acquire =
      access.order == number_of_order("release") && failing == number_of_order("acquire");
  access.order =
      release_and_acquire ? number_of_order("acq_rel") : std::max(access.order, failing);
}

bool skip_word(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

/// Behind `load ` or `store `: `i24 %7, i24* %4, align 4`, `i24, i24* %4, align 4`,
/// `atomic i32 %7, i32* %4 release, align 4`, each perhaps with `, !dbg !61`.
bool parse_load_or_store(std::string_view rest, MemoryAccess& access) {
  access.atomic = skip_word(rest, "atomic ");
  skip_word(rest, "volatile ");
  access.type = rest.substr(0, end_of_type(rest));
  rest.remove_prefix(access.type.size());
  const std::size_t align = rest.rfind(", align ");
  if (align == rest.npos) return false;
  rest = rest.substr(0, align);
  if (access.atomic)  // Without its scope and order.
    rest = rest.substr(0, std::min(rest.rfind(" syncscope("), rest.rfind(' ')));
  // A store's value may hold commas, a pointer may be an expression; but the pointer's
  // type comes once, and the pointer is the rest.
  const std::string typed = ", " + std::string(access.type) + "* ";
  access.opaque = rest.find(typed) == rest.npos;
  const std::string separator = access.opaque ? ", ptr " : typed;
  const std::size_t pointer = rest.find(separator);
  if (pointer == rest.npos) return false;
  access.pointer = rest.substr(pointer + separator.size());
  return true;
}

/// Behind `atomicrmw add ` or `cmpxchg `: `i32* %3, i32 %4 monotonic, align 4`, or with
/// `ptr %3`.
bool parse_atomic(std::string_view rest, MemoryAccess& access) {
  access.atomic = true;
  access.opaque = skip_word(rest, "ptr ");
  if (!access.opaque) rest.remove_prefix(std::min(end_of_type(rest) + 1, rest.size()));
  const std::size_t comma = find_outside(rest, ",");
  if (comma + 2 >= rest.size()) return false;
  access.pointer = rest.substr(0, comma);
  rest.remove_prefix(comma + 2);
  access.type = rest.substr(0, end_of_type(rest));
  return true;
}

/// Reads one line of a function's code.
std::optional<MemoryAccess> parse_access(std::string_view line) {
  MemoryAccess access;
  if (const std::size_t debug = line.rfind(", !dbg !"); debug != line.npos)
    access.location = line.substr(debug);
  std::string_view rest = line.substr(2);
  if (skip_word(rest, "store ")) {
    access.writes = true;
    if (!parse_load_or_store(rest, access)) return std::nullopt;
    if (access.atomic) parse_order(line, false, access);
    return access;
  }
  const std::size_t assigned = rest.find(" = ");
  if (!rest.starts_with('%') || assigned == rest.npos) return std::nullopt;
  rest.remove_prefix(assigned + 3);
  access.reads = true;
  if (skip_word(rest, "load ")) {
    if (!parse_load_or_store(rest, access)) return std::nullopt;
    if (access.atomic) parse_order(line, false, access);
    return access;
  }
  access.writes = true;
  const bool may_fail = rest.starts_with("cmpxchg ");
  if (skip_word(rest, "atomicrmw ")) {
    skip_word(rest, "volatile ");
    rest.remove_prefix(std::min(rest.find(' ') + 1, rest.size()));  // The operation.
  } else if (skip_word(rest, "cmpxchg ")) {
    skip_word(rest, "weak ");
    skip_word(rest, "volatile ");
  } else {
    return std::nullopt;
  }
  if (!parse_atomic(rest, access)) return std::nullopt;
  parse_order(line, may_fail, access);
  return access;
}

/// The value that an instruction defines: `  %7 = and i32 %6, -8` is `%7`, and the line
/// is left with `and i32 %6, -8`; "" if it defines none.
std::string_view take_result(std::string_view& line) {
  const std::size_t assigned = line.find(" = ");
  if (!line.starts_with("  %") || assigned == line.npos) return "";
  const std::string_view result = line.substr(2, assigned - 2);
  line.remove_prefix(assigned + 3);
  return result;
}

/// The first place at which the text names the value, and not one with a longer name.
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

/// Takes the first line off the text.
std::string_view take_line(std::string_view& text) {
  const std::size_t newline = text.find('\n');
  const std::string_view line = text.substr(0, newline);
  text.remove_prefix(newline == text.npos ? text.size() : newline + 1);
  return line;
}

/// Whether the code is this operation, with `value` first and a constant or a value next:
/// `and i32 %6, -8`.
bool applies(std::string_view code, std::string_view operation, std::string_view type,
             std::string_view value, bool constant) {
  for (const std::string_view word : {operation, type, value}) {
    if (!skip_word(code, word) || code.empty()) return false;
    code.remove_prefix(1);  // A blank or a comma.
  }
  return !constant || code.find('%') == code.npos;
}

/// Whether the load begins an assignment to a bit-field: all that is done with its value
/// is to clear bits of it, to set others in their place, and to store the result where it
/// came from.  Clang gives these four instructions one place in the source and one
/// pointer; what a program itself writes as `word = word & ~7 | bits` has several places.
/// \param behind what follows the load
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
  std::string_view line;
  do {
    line = take_line(behind);
    if (!line.ends_with(read->location)) return false;
  } while (!line.starts_with("  store "));
  const auto stored = parse_access(line);
  const std::string_view rest = behind.substr(0, behind.find("\n}"));
  return stored && stored->pointer == read->pointer &&
         find_value(line, value) != line.npos && find_value(rest, loaded) == rest.npos;
}

/// What a line of code orders without touching memory: `fence seq_cst`, or a call of one
/// of the processor's own fences.  0 if nothing; a fence against signals is none.
int order_of_fence(std::string_view line) {
  if (line.find("call void @llvm.x86.sse2.mfence(") != line.npos)
    return number_of_order("seq_cst");
  if (line.find("call void @llvm.x86.sse.sfence(") != line.npos)
    return number_of_order("release");
  if (line.find("call void @llvm.x86.sse2.lfence(") != line.npos)
    return number_of_order("acquire");
  line.remove_prefix(2);
  if (!skip_word(line, "fence ") || line.starts_with("syncscope(")) return 0;
  return number_of_order(line.substr(0, line.find(',')));
}

/// Goes through the code line by line.
class Instrumenter {
 public:
  std::string run(std::string_view ir) {
    result_.reserve(ir.size() + ir.size() / 16);
    whole_ = ir;
    while (!ir.empty()) {
      const std::size_t newline = ir.find('\n');
      behind_ = newline == ir.npos ? "" : ir.substr(newline);
      const std::string_view line = ir.substr(0, newline);
      take(line);
      result_.append(line).append("\n");
      ir.remove_prefix(newline == ir.npos ? ir.size() : newline + 1);
    }
    declare_hooks();
    return std::move(result_);
  }

 private:
  void take(std::string_view line) {
    if (line.starts_with("define ")) own_variables_.clear();
    if (!line.starts_with("  ")) return;
    if (const std::size_t is = line.find(" = alloca "); is != line.npos) {
      own_variables_.emplace(line.substr(2, is - 2));
      return;
    }
    if (const int order = order_of_fence(line)) {
      const std::size_t debug = line.rfind(", !dbg !");
      result_ += "  call void @gridlock_host_fence(i32 " + std::to_string(order) + ")";
      result_.append(debug == line.npos ? "" : line.substr(debug)).append("\n");
      declarations_.insert("void @gridlock_host_fence(i32)");
      return;
    }
    if (is_atomic_without_use(line)) {
      result_ += "  call void @gridlock_result_unused()\n";
      declarations_.insert("void @gridlock_result_unused()");
      return;
    }
    take_hook(line);
    const auto access = parse_access(line);
    if (!access || own_variables_.contains(access->pointer)) return;
    const auto bytes = access_bytes(access->type);
    if (!bytes || (is_hooked(*bytes) && !access->atomic)) return;
    opaque_ = access->opaque;
    std::string address(access->pointer);
    if (!opaque_) {
      address = value("bitcast " + std::string(access->type) + "* " + address + " to i8*",
                      access->location);
    }
    if (access->atomic) {
      announce_atomic(address, *bytes, *access);
    } else {
      if (access->reads && assigns_bits(line, behind_.substr(1)))
        announce_bits(pointer_type() + " " + address, std::to_string(*bytes),
                      access->location);
      if (access->reads) hook("unaligned_read", address, *bytes, *access);
      if (access->writes) hook("unaligned_write", address, *bytes, *access);
    }
  }

  /// Whether the line calls one of CUDA's atomics, atomicAdd(..) and its kin, and nothing
  /// in the rest of the function uses what it returns.
  bool is_atomic_without_use(std::string_view line) const {
    const std::size_t assigned = line.find(" = call ");
    if (!line.starts_with("  %") || assigned == line.npos) return false;
    const std::size_t callee = line.find("@_Z");
    if (callee == line.npos) return false;
    const std::string_view function =
        line.substr(callee, line.find('(', callee) - callee);
    const std::size_t name = function.find_first_not_of("0123456789", 3);
    if (name == function.npos || !function.substr(name).starts_with("atomic"))
      return false;
    // One that the program defines itself is another.
    if (!is_declared(function)) return false;
    return !is_used(line.substr(2, assigned - 2));
  }
  bool is_declared(std::string_view function) const {
    const std::string call = " " + std::string(function) + "(";
    for (std::size_t at = whole_.find(call); at != whole_.npos;
         at = whole_.find(call, at + 1)) {
      const std::size_t begin = whole_.rfind('\n', at) + 1;
      if (whole_.substr(begin).starts_with("declare ")) return true;
    }
    return false;
  }
  bool is_used(std::string_view value) const {
    const std::string_view rest = behind_.substr(0, behind_.find("\n}"));
    return find_value(rest, value) != rest.npos;
  }

  /// If the line is the hook of a read that begins an assignment to a bit-field, says so
  /// in front of it.
  void take_hook(std::string_view line) {
    std::string_view code = line.substr(2);
    for (const std::string_view word : {"call void @__tsan_", "unaligned_", "volatile_"})
      if (!skip_word(code, word) && word.starts_with("call")) return;
    if (!skip_word(code, "read")) return;
    std::string_view behind = behind_.substr(1);
    const std::string_view load = take_line(behind);
    if (!assigns_bits(load, behind)) return;
    const std::size_t open = code.find('('), close = code.rfind(')');
    announce_bits(code.substr(open + 1, close - open - 1), code.substr(0, open),
                  code.substr(close + 1));
  }
  /// \param pointer with its type, `i8* %13`
  void announce_bits(std::string_view pointer, std::string_view bytes,
                     std::string_view location) {
    result_.append("  call void @gridlock_assigns_bits(").append(pointer);
    result_.append(", i32 ").append(bytes).append(")").append(location).append("\n");
    declarations_.insert("void @gridlock_assigns_bits(" +
                         std::string(pointer.substr(0, pointer.find(' '))) + ", i32)");
  }

  /// One call for the whole: it reads, writes or does both, and orders.
  void announce_atomic(const std::string& address, std::size_t bytes,
                       const MemoryAccess& access) {
    const int does = (access.reads ? 1 : 0) + (access.writes ? 2 : 0);
    result_ += "  call void @gridlock_host_atomic(" + pointer_type() + " " + address;
    for (const int argument : {static_cast<int>(bytes), does, access.order})
      result_ += ", i32 " + std::to_string(argument);
    result_.append(")").append(access.location).append("\n");
    declarations_.insert("void @gridlock_host_atomic(" + pointer_type() +
                         ", i32, i32, i32)");
  }

  /// One hook for each part of the access.
  void hook(const std::string& form, const std::string& begin, std::size_t bytes,
            const MemoryAccess& access) {
    for (std::size_t done = 0; done < bytes;) {
      std::size_t part = 16;
      while (part > bytes - done) part /= 2;
      std::string address = begin;
      if (done > 0)
        address = value("getelementptr i8, " + pointer_type() + " " + begin + ", i64 " +
                            std::to_string(done),
                        access.location);
      const std::string name = "__tsan_" + form + std::to_string(part);
      result_ += "  call void @" + name + "(" + pointer_type() + " " + address + ")";
      result_.append(access.location).append("\n");
      declarations_.insert("void @" + name + "(" + pointer_type() + ")");
      done += part;
    }
  }

  /// A new value, computed by this expression.
  std::string value(const std::string& expression, std::string_view location) {
    std::string name = "%gridlock." + std::to_string(values_++);
    result_ += "  " + name + " = " + expression;
    result_.append(location).append("\n");
    return name;
  }

  std::string pointer_type() const { return opaque_ ? "ptr" : "i8*"; }

  void declare_hooks() {
    for (const std::string& declaration : declarations_) {
      const std::string name = declaration.substr(0, declaration.find('(') + 1);
      if (result_.find("declare " + name) == result_.npos)
        result_ += "declare " + declaration + "\n";
    }
  }

  std::string result_;
  std::string_view whole_;
  std::string_view behind_;  ///< What follows the line that is taken.
  std::set<std::string_view> own_variables_;
  std::set<std::string> declarations_;  ///< Of the hooks that were put in.
  bool opaque_ = false;
  int values_ = 0;
};

}  // namespace

std::string hook_odd_accesses(std::string_view ir) { return Instrumenter().run(ir); }

}  // namespace gridlock
