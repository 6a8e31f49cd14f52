#include "build/code/passes.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "build/code/reader.h"
#include "common/comparison_hook.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// Removes the first word and the separator after it; returns the word.
std::string_view take_word(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of(" ,("), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(text.find_first_not_of(" ,", end), text.size()));
  return word;
}

/// The size in bytes of an integer type for which comparisons are reported; 0 for other
/// types.
int integer_bytes(std::string_view type) {
  if (type == "i8") return 1;
  if (type == "i16") return 2;
  if (type == "i32") return 4;
  return type == "i64" ? 8 : 0;
}

/// An instruction with a result, such as `load i32, i32* %5, align 4`.
struct Instruction {
  std::string_view name;
  std::string_view rest;
};

/// A value and its type: `i32 %7`.
struct Typed {
  std::string_view type;
  std::string_view value;
  std::string_view from{};  ///< For a load: the pointer, `i32* %5`; "" if unknown.
};

/// Two operands of the same type: `i32 %7, %8`.
struct Pair {
  std::string_view type, left, right;
};

Pair pair_of(std::string_view rest) {
  Pair pair;
  do pair.type = take_word(rest);
  while (pair.type == "nuw" || pair.type == "nsw" || pair.type == "exact");
  pair.left = take_word(rest);
  pair.right = take_word(rest);
  return pair;
}

/// Whether `word` is a value or a number, not the first word of a constant expression.
bool is_operand(std::string_view word) {
  return !word.empty() && (word[0] == '%' || word[0] == '-' ||
                           std::isdigit(static_cast<unsigned char>(word[0])));
}

bool is_cast(std::string_view name) {
  return is_any_of(name, {"zext", "sext", "trunc", "bitcast", "freeze"});
}

bool is_arithmetic(std::string_view name) {
  return is_any_of(name, {"add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "and",
                          "or", "xor", "shl", "lshr", "ashr"});
}

/// Whether the C++ library or CUDA's headers define the function.
bool is_of_library(std::string_view function) {
  return starts_with_any(function, {"_ZN8gridlock", "_ZNK8gridlock", "_ZN4cuda",
                                    "_ZNK4cuda", "_ZSt", "_ZNSt", "_ZNKSt"});
}

class Function {
 public:
  explicit Function(const std::vector<std::string_view>& lines) {
    for (const std::string_view line : lines) note(line);
    for (int i = 0; i < kDepthMax && look_for_more_kept(); ++i) {
    }
  }

  /// The value, from memory or from a call, that `value` is computed from, if any.
  /// \param variables whether the origin may have passed through a local variable
  std::optional<Typed> origin(std::string_view value, bool variables) const {
    return origin(value, variables, kDepthMax);
  }

  /// The instruction that computes the value; null for a constant or a parameter.
  const Instruction* instruction(std::string_view value) const {
    const auto found = instructions_.find(value);
    return found == instructions_.end() ? nullptr : &found->second;
  }

 private:
  static constexpr int kDepthMax = 8;

  void note(std::string_view line) {
    line = line.substr(0, line.find(", !dbg "));
    if (skip_word(line, "  store ")) return note_store(line);
    const std::string_view result = take_result(line);
    if (result.empty()) return;
    Instruction instruction{take_word(line), {}};
    if (instruction.name == "tail") instruction.name = take_word(line);
    instruction.rest = line;
    if (instruction.name == "alloca") variables_.insert(result);
    instructions_.emplace(result, instruction);
  }

  /// Notes what follows `store `: `i32 %7, i32* %4, align 4`.
  void note_store(std::string_view line) {
    if (take_word(line) == "volatile") return;
    const std::string_view value = take_word(line);
    take_word(line);  // The pointer's type.
    stored_.emplace_back(take_word(line), value);
  }

  std::optional<Typed> origin(std::string_view value, bool variables, int depth) const {
    const Instruction* made = instruction(value);
    if (!made || depth == 0) return std::nullopt;
    std::string_view rest = made->rest;
    if (made->name == "load") return origin_of_load(value, rest, variables);
    if (made->name == "call" || made->name == "invoke") {
      const std::string_view result = rest.substr(0, rest.find_first_of("@("));
      for (std::string_view words = result; !words.empty();)
        if (const std::string_view type = take_word(words); integer_bytes(type) != 0)
          return Typed{type, value};
      return std::nullopt;
    }
    if (is_cast(made->name)) {
      take_word(rest);
      return origin(take_word(rest), variables, depth - 1);
    }
    if (!is_arithmetic(made->name)) return std::nullopt;
    const Pair pair = pair_of(rest);
    const auto left = origin(pair.left, variables, depth - 1);
    return left ? left : origin(pair.right, variables, depth - 1);
  }

  /// Whether the pointer is to a built-in variable, such as threadIdx.
  static bool is_index(std::string_view pointer) {
    return std::any_of(
        kBuiltinVariables.begin(), kBuiltinVariables.end(),
        [&](std::string_view name) { return pointer.find(name) != pointer.npos; });
  }

  /// Parses what follows `load `: `volatile i32, i32* %5, align 4`.
  std::optional<Typed> origin_of_load(std::string_view value, std::string_view rest,
                                      bool variables) const {
    std::string_view type = take_word(rest);
    const bool is_volatile = type == "volatile";
    if (is_volatile) type = take_word(rest);
    const std::string_view from = rest.substr(0, rest.rfind(", align "));
    take_word(rest);
    const std::string_view pointer = take_word(rest);
    if (integer_bytes(type) == 0 || is_index(from)) return std::nullopt;
    if (is_volatile || !variables_.contains(pointer)) return Typed{type, value, from};
    if (variables && kept_.contains(pointer)) return Typed{type, value};
    return std::nullopt;
  }

  /// Finds more variables for `kept_`.  Returns whether there were any.
  bool look_for_more_kept() {
    const std::size_t before = kept_.size();
    for (const auto& [variable, value] : stored_)
      if (variables_.contains(variable) && !kept_.contains(variable) &&
          origin(value, true))
        kept_.insert(variable);
    return kept_.size() != before;
  }

  std::unordered_map<std::string_view, Instruction> instructions_;
  std::unordered_set<std::string_view> variables_;
  /// The pointers of all stores, with the stored values.
  std::vector<std::pair<std::string_view, std::string_view>> stored_;
  /// Variables that hold loaded values, results of calls, or values computed from these.
  std::unordered_set<std::string_view> kept_;
};

class ComparisonHooks {
 public:
  std::string run(std::string_view ir) {
    result_.reserve(ir.size() + ir.size() / 16);
    std::vector<std::string_view> lines;
    bool inside = false;
    for (const std::string_view line : split_lines(ir)) {
      const std::size_t name = line.find('@');
      if (line.starts_with("define ") && name != line.npos)
        inside = !is_of_library(line.substr(name + 1));
      if (!inside) {
        result_.append(line).append("\n");
        continue;
      }
      lines.push_back(line);
      if (line != "}") continue;
      take(lines);
      lines.clear();
      inside = false;
    }
    for (const std::string_view line : lines) result_.append(line).append("\n");
    if (is_used_) result_ += "declare void @gridlock_compares(i64, i64, i64, i64, i32)\n";
    return std::move(result_);
  }

 private:
  void take(const std::vector<std::string_view>& lines) {
    const Function function(lines);
    for (const std::string_view line : lines) {
      if (const std::size_t at = line.find(" = icmp "); at != line.npos)
        hook(function, line, line.substr(at + 8));
      result_.append(line).append("\n");
    }
  }

  /// Hooks a comparison; `rest` follows `icmp `: `slt i32 %7, %8, !dbg !12`.
  void hook(const Function& function, std::string_view line, std::string_view rest) {
    std::string_view predicate = take_word(rest);
    if (predicate == "samesign") predicate = take_word(rest);
    Pair pair = pair_of(rest);
    const int bytes = integer_bytes(pair.type);
    if (bytes == 0) return;
    location_ = location_of(line);
    bool is_signed = predicate.starts_with('s');
    if (const Instruction* made = function.instruction(pair.left);
        pair.right == "0" && made && made->name == "sub") {
      pair = pair_of(made->rest);
      is_signed = false;
    }
    if (!is_operand(pair.left) || !is_operand(pair.right)) return;
    const auto origin = [&](std::string_view value) {
      const auto direct = function.origin(value, false);
      return direct ? direct : function.origin(value, true);
    };
    const auto left = origin(pair.left), right = origin(pair.right);
    const int how = bytes + (is_signed ? comparison_hook::kSigned : 0);
    if (left) call(*left, {pair.type, pair.left}, pair.right, how);
    if (right) call(*right, {pair.type, pair.right}, pair.left, how);
  }

  void call(const Typed& read, const Typed& compared, std::string_view with, int how) {
    const std::string from =
        read.from.empty() ? "0" : value("ptrtoint " + std::string(read.from) + " to i64");
    const std::string first = wide(read), second = wide(compared);
    const std::string third = wide({compared.type, with});
    if (with == "0") how += comparison_hook::kZero;
    result_ += "  call void @gridlock_compares(i64 " + from + ", i64 " + first +
               ", i64 " + second + ", i64 " + third + ", i32 " + std::to_string(how) +
               ")";
    result_.append(location_).append("\n");
    is_used_ = true;
  }

  /// The value as an i64, zero-extended.
  std::string wide(const Typed& typed) {
    if (typed.type == "i64") return std::string(typed.value);
    return value("zext " + std::string(typed.type) + " " + std::string(typed.value) +
                 " to i64");
  }

  std::string value(const std::string& expression) {
    std::string name = "%gridlock.compared." + std::to_string(values_++);
    result_ += "  " + name + " = " + expression;
    result_.append(location_).append("\n");
    return name;
  }

  std::string result_;
  std::string_view location_;  ///< Location of the comparison: `, !dbg !12`, or "".
  int values_ = 0;
  bool is_used_ = false;
};

}  // namespace

std::string hook_comparisons(std::string_view ir) { return ComparisonHooks().run(ir); }

}  // namespace gridlock
