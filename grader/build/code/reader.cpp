#include "build/code/reader.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>
#include <stdexcept>

#include "common/text.h"

namespace gridlock {
namespace {

/// The number after the prefix: 24 for `i24`.
std::optional<std::size_t> number_behind(std::string_view text, std::string_view prefix) {
  std::size_t number = 0;
  if (!skip_word(text, prefix)) return std::nullopt;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size())
    return std::nullopt;
  return number;
}

std::optional<std::size_t> bits_of_scalar(std::string_view type) {
  if (type == "half" || type == "bfloat") return 16;
  if (type == "float") return 32;
  if (type == "double") return 64;
  // The module is for the machine that the grader runs on.
  if (type == "ptr" || type.ends_with("*")) return 8 * sizeof(void*);
  if (type == "x86_fp80") return 80;
  if (type == "fp128") return 128;
  return number_behind(type, "i");
}

std::string_view take_type(std::string_view& text) {
  const std::string_view type = text.substr(0, end_of_type(text));
  text.remove_prefix(std::min(type.size() + 1, text.size()));
  return type;
}

std::string_view take_last_word(std::string_view& text) {
  const std::size_t space = text.rfind(' ');
  const std::string_view word = text.substr(space == text.npos ? 0 : space + 1);
  text = text.substr(0, space == text.npos ? 0 : space);
  return word;
}

/// Removes the memory order from the end of an atomic instruction.  A compare-exchange
/// has a second one for its failure, `release acquire`; the result combines both, as the
/// outcome is not known yet.
int take_order(std::string_view& text, bool two) {
  const int last = number_of_order(take_last_word(text));
  const int first = two ? number_of_order(take_last_word(text)) : last;
  text = text.substr(0, text.rfind(" syncscope("));
  if (first == number_of_order("release") && last == number_of_order("acquire"))
    return number_of_order("acq_rel");
  return std::max(first, last);
}

/// Parses the pointer with its type at the beginning of the text: `i32* %4`, `ptr %4`.
void parse_pointer(std::string_view text, MemoryAccess& access) {
  access.opaque = take_type(text) == "ptr";
  access.pointer = text;
}

/// Parses what follows `load `: `i24, i24* %4`, `atomic i32, i32* %4 acquire`.
void parse_load(std::string_view rest, MemoryAccess& access) {
  access.reads = true;
  if (access.atomic) access.order = take_order(rest, false);
  access.type = take_part(rest);
  parse_pointer(rest.substr(0, find_outside(rest, ",")), access);
}

/// Parses what follows `store `: `i24 %7, i24* %4`, `atomic i32 %7, i32* %4 release`.
void parse_store(std::string_view rest, MemoryAccess& access) {
  access.writes = true;
  if (access.atomic) access.order = take_order(rest, false);
  access.type = rest.substr(0, end_of_type(rest));
  take_part(rest);
  parse_pointer(rest, access);
}

/// Parses what follows `atomicrmw add ` or `cmpxchg `: `i32* %3, i32 %4 monotonic`.
void parse_atomic(std::string_view rest, bool may_fail, MemoryAccess& access) {
  access.reads = access.writes = access.atomic = true;
  access.order = take_order(rest, may_fail);
  parse_pointer(take_part(rest), access);
  access.type = rest.substr(0, end_of_type(rest));
}

/// Parses the instruction itself.  Returns false if it is not an access.
bool parse_instruction(std::string_view rest, MemoryAccess& access) {
  const bool loads = skip_word(rest, "load "), stores = skip_word(rest, "store ");
  access.atomic = (loads || stores) && skip_word(rest, "atomic ");
  const bool changes = skip_word(rest, "atomicrmw ");
  const bool compares = skip_word(rest, "cmpxchg ");
  if (compares) skip_word(rest, "weak ");
  access.is_volatile = skip_word(rest, "volatile ");
  if (changes) rest.remove_prefix(std::min(rest.find(' ') + 1, rest.size()));
  if (loads)
    parse_load(rest, access);
  else if (stores)
    parse_store(rest, access);
  else if (changes || compares)
    parse_atomic(rest, compares, access);
  return loads || stores || changes || compares;
}

}  // namespace

std::string_view take_line(std::string_view& text) {
  const std::size_t newline = text.find('\n');
  const std::string_view line = text.substr(0, newline);
  text.remove_prefix(newline == text.npos ? text.size() : newline + 1);
  return line;
}

bool skip_word(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

std::string_view take_part(std::string_view& text) {
  const std::size_t end = find_outside(text, ",");
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 2, text.size()));
  return part;
}

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

std::size_t end_of_type(std::string_view text) {
  std::size_t end = 0;
  do end += find_outside(text.substr(end), " ,") + 1;
  while (end < text.size() && text[end - 1] == ' ' && text[end] == '(');
  return std::min(end - 1, text.size());
}

std::optional<std::size_t> bytes_of_type(std::string_view type) {
  std::size_t count = 1;
  if (skip_word(type, "<")) {
    const std::size_t times = type.find(" x ");
    const auto elements = number_behind(type.substr(0, times), "");
    if (times == type.npos || !elements || !type.ends_with('>')) return std::nullopt;
    count = *elements;
    type = type.substr(times + 3, type.size() - times - 4);
  }
  const auto bits = bits_of_scalar(type);
  if (!bits) return std::nullopt;
  return (count * *bits + 7) / 8;
}

std::string_view take_result(std::string_view& line) {
  const std::size_t assigned = line.find(" = ");
  if (!line.starts_with("  %") || assigned == line.npos) return "";
  const std::string_view result = line.substr(2, assigned - 2);
  line.remove_prefix(assigned + 3);
  return result;
}

std::string_view name_at(std::string_view text) {
  if (text.starts_with('"')) return text.substr(1, text.find('"', 1) - 1);
  const auto is_of_name = [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '.' || c == '$' || c == '-';
  };
  const auto end = std::find_if_not(text.begin(), text.end(), is_of_name);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

std::string_view variable_in(std::string_view line) {
  const std::size_t is = line.find(" = ");
  return line.starts_with('@') && is != line.npos ? line.substr(1, is - 1) : "";
}

std::string_view section_of(std::string_view line) {
  constexpr std::string_view kKey = ", section ";
  const std::size_t at = variable_in(line).empty() ? line.npos : line.rfind(kKey);
  return at == line.npos ? "" : name_at(line.substr(at + kKey.size()));
}

std::string_view location_of(std::string_view line) {
  constexpr std::string_view kKey = ", !dbg !";
  const std::size_t begin = line.rfind(kKey);
  if (begin == line.npos) return "";
  const std::size_t end = line.find(',', begin + kKey.size());
  return line.substr(begin, end == line.npos ? end : end - begin);
}

int number_of_order(std::string_view word) {
  constexpr std::string_view kOrders[] = {"monotonic", "acquire", "release", "acq_rel",
                                          "seq_cst"};
  const auto found = std::find(std::begin(kOrders), std::end(kOrders), word);
  return found == std::end(kOrders) ? 0 : static_cast<int>(found - kOrders);
}

std::optional<MemoryAccess> parse_access(std::string_view line) {
  if (!line.starts_with("  ")) return std::nullopt;
  constexpr std::string_view kAlign = ", align ";
  MemoryAccess access;
  access.location = location_of(line);
  std::string_view rest = line;
  if (take_result(rest).empty()) rest.remove_prefix(2);
  const std::size_t align = rest.rfind(kAlign);
  const std::string_view behind =
      align == rest.npos ? "" : rest.substr(align + kAlign.size());
  constexpr std::string_view kTag = ", !tbaa !";
  if (const std::size_t tag = behind.find(kTag); tag != behind.npos)
    access.tag = behind.substr(tag + kTag.size(), behind.find(',', tag + 1) - tag);
  access.tag = access.tag.substr(0, access.tag.find_first_not_of("0123456789"));
  access.alignment = number_behind(behind.substr(0, behind.find(',')), "").value_or(0);
  if (!parse_instruction(rest.substr(0, align), access)) return std::nullopt;
  if (access.alignment == 0 || access.pointer.empty() || access.type.empty())
    throw std::runtime_error("an access of memory has a form that is not known: " +
                             std::string(line));
  return access;
}

namespace {

/// Whether the called address is a constant expression: a function cast to another type,
/// an offset from a function, a number.
bool begins_constant(std::string_view function) {
  return starts_with_any(function, {"bitcast (", "getelementptr ", "inttoptr (",
                                    "select (", "blockaddress("});
}

/// The text after `call` or `invoke` in the line; "" if it has neither.
std::string_view behind_call(std::string_view line) {
  if (!line.starts_with("  ")) return "";
  if (take_result(line).empty()) line.remove_prefix(2);
  for (const std::string_view word : {"tail ", "musttail ", "notail "})
    if (skip_word(line, word)) break;
  return skip_word(line, "call ") || skip_word(line, "invoke ") ? line : "";
}

}  // namespace

std::optional<Call> parse_call(std::string_view line) {
  line = behind_call(line);
  for (std::size_t at = 0; at < line.size();
       at += find_outside(line.substr(at), " ") + 1) {
    const std::string_view rest = line.substr(at);
    if (rest.starts_with("asm ")) return Call{.callee = "asm"};
    const bool is_quoted = rest.starts_with("@\"") || rest.starts_with("%\"");
    std::size_t open = rest.find('(', is_quoted ? rest.find('"', 2) : 0);
    if (open == rest.npos) break;
    if (begins_constant(rest))  // It has parentheses of its own.
      open += find_outside(rest.substr(open), ")") + 1;
    else if (find_outside(rest, " ") < open || (rest[0] != '%' && rest[0] != '@'))
      continue;
    const std::size_t end = open + find_outside(rest.substr(open), " ,");
    Call call{.arguments = rest.substr(open + 1, end - open - 2)};
    if (rest[0] == '@') {
      call.callee = name_at(rest.substr(1));
    } else {
      call.address = rest.substr(0, open);
      call.result = line.substr(0, at == 0 ? 0 : at - 1);
    }
    return call;
  }
  return std::nullopt;
}

// -------------------------------------------------------------------- declarations

Declarations::Declarations(std::string_view ir) {
  find_table(ir);
  std::vector<std::string_view> functions;
  while (!ir.empty()) {
    std::string_view line = take_line(ir);
    if (line.starts_with('%')) note_type(line);
    if (line.starts_with("declare ")) functions.push_back(line);
    if (!skip_word(line, "attributes #")) continue;
    const std::size_t is = line.find(" = ");
    attributes_.emplace(line.substr(0, is), line.substr(std::min(is, line.size())));
  }
  for (const std::string_view line : functions) note_function(line);
}

/// Finds the tag of vtable pointers, from lines such as `!12 = !{!13, !13, i64 0}` and
/// `!13 = !{!"vtable pointer", !14, i64 0}`.
void Declarations::find_table(std::string_view ir) {
  const auto id_before = [&](const std::string& text) -> std::string_view {
    const std::size_t at = ir.find(" = " + text);
    if (at == ir.npos) return "";
    const std::size_t begin = ir.rfind('!', at) + 1;
    return ir.substr(begin, at - begin);
  };
  const std::string type(id_before("!{!\"vtable pointer\""));
  if (!type.empty()) table_ = id_before("!{!" + type + ", !" + type + ", i64 0}");
}

/// Notes a struct type from `%struct.P = type { i8, [3 x i32] }`, also with `<{` and
/// `}>`.
void Declarations::note_type(std::string_view line) {
  const std::size_t is = line.find(" = type ");
  if (is == line.npos) return;
  std::string_view body = line.substr(is + 8);
  const std::size_t open = body.find("{ "), close = body.rfind(" }");
  if (open > 1 || close == body.npos || close < open + 2) return;
  body = body.substr(open + 2, close - open - 2);
  auto& elements = types_[line.substr(0, is)];
  while (!body.empty()) elements.push_back(take_part(body));
}

void Declarations::note_function(std::string_view line) {
  const std::string_view name = name_at(line.substr(line.find('@') + 1));
  declared_.insert(name);
  if (!name.starts_with("llvm.")) return;
  if (has_attribute(line, "readnone") || has_attribute(line, "memory(none)"))
    pure_.insert(name);
}

bool Declarations::has_attribute(std::string_view function,
                                 std::string_view attribute) const {
  const std::size_t named = function.rfind(" #");
  if (named == function.npos) return false;
  const std::string_view id = function.substr(named + 2);
  const auto found = attributes_.find(id.substr(0, id.find(' ')));
  return found != attributes_.end() && found->second.find(attribute) != attribute.npos;
}

const std::vector<std::string_view>* Declarations::elements(std::string_view type) const {
  const auto found = types_.find(type);
  return found == types_.end() ? nullptr : &found->second;
}

// -------------------------------------------------------------------- own variables

void OwnVariables::note(std::string_view line) {
  const std::string_view result = take_result(line);
  if (result.empty()) return;
  if (skip_word(line, "getelementptr ")) {
    skip_word(line, "inbounds ");
    skip_word(line, "nuw ");
    note_part(result, line);
  }
  if (!skip_word(line, "alloca ")) return;
  whole_.insert(result);
  const std::string_view type = take_part(line);
  // With a count, as in `i8, i64 %6`, the variable may have any size.
  if (line.starts_with("align ")) types_.emplace(result, type);
}

/// Notes a member or element from `%struct.P, %struct.P* %12, i32 0, i32 1`.
void OwnVariables::note_part(std::string_view result, std::string_view code) {
  code = code.substr(0, code.find(", !dbg "));
  std::string_view type = take_part(code);
  const std::string_view pointer = take_part(code);
  const auto base = types_.find(pointer.substr(pointer.rfind(' ') + 1));
  if (base == types_.end() || base->second != type) return;
  bool first = true;
  while (!code.empty()) {
    const std::string_view index = take_part(code);
    const std::string_view number = index.substr(index.rfind(' ') + 1);
    if (!first) type = element(type, number);
    if (type.empty() || (first && number != "0")) return;
    first = false;
  }
  types_.emplace(result, type);
}

/// The type of an element; "" if the index is out of range or unknown.
std::string_view OwnVariables::element(std::string_view type,
                                       std::string_view index) const {
  const auto number = number_behind(index, "");
  if (!number) return "";
  if (const auto* elements = declarations_.elements(type))
    return *number < elements->size() ? (*elements)[*number] : "";
  const std::size_t times = type.find(" x ");
  if (!type.starts_with('[') || times == type.npos) return "";
  const auto count = number_behind(type.substr(0, times), "[");
  if (!count || *number >= *count) return "";
  return type.substr(times + 3, type.size() - times - 4);
}

bool OwnVariables::hold(const MemoryAccess& access) const {
  const auto found = types_.find(access.pointer);
  return found != types_.end() && found->second == access.type;
}

}  // namespace gridlock
