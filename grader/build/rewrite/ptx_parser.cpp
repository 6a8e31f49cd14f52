#include "build/rewrite/ptx_parser.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "common/text.h"

namespace gridlock {
namespace {

/// More statements than any snippet has.
constexpr std::size_t kStatementsMax = 2000;
/// The largest range of registers, such as `.reg .u32 t<8>`.
constexpr long long kRangeMax = 256;

struct Problem {
  std::string text;
  std::size_t at;
};

bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool is_decimal(char c) { return c >= '0' && c <= '9'; }

/// Whether this is a special register's name, without its `.x`.
bool is_special(std::string_view name) {
  static const std::vector<std::string> kNames = split_list(
      "tid, ntid, ctaid, nctaid, laneid, warpid, nwarpid, smid, nsmid, gridid, clock, "
      "clock_hi, clock64, globaltimer, globaltimer_lo, globaltimer_hi, lanemask_eq, "
      "dynamic_smem_size, total_smem_size, current_graph_exec");
  return is_any_of(name, kNames) ||
         starts_with_any(name, {"lanemask_", "cluster", "ncluster", "is_explicit_cluster",
                                "envreg", "pm"});
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  PtxText parse() {
    PtxText result;
    try {
      for (skip_space(); at_ < text_.size(); skip_space()) {
        if (take(';')) continue;  // It is an empty statement.
        result.statements.push_back(statement());
        if (result.statements.size() > kStatementsMax) fail("The text is too long.");
      }
    } catch (const Problem& problem) {
      result.problem = problem.text;
      result.problem_at = problem.at;
    }
    return result;
  }

 private:
  [[noreturn]] void fail(std::string text) { throw Problem{std::move(text), at_}; }

  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    skip_space();
    return true;
  }
  void expect(char c) {
    if (!take(c)) {
      const std::string found =
          at_ < text_.size() ? "'" + std::string(1, peek()) + "'" : "the end of the text";
      fail(std::string("'") + c + "' is missing before " + found + ".");
    }
  }

  void skip_space() {
    while (at_ < text_.size()) {
      if (peek() == ' ' || (peek() >= '\t' && peek() <= '\r')) {
        ++at_;
      } else if (peek() == '/' && peek(1) == '/') {
        while (at_ < text_.size() && peek() != '\n') ++at_;
      } else if (peek() == '/' && peek(1) == '*') {
        const std::size_t end = text_.find("*/", at_ + 2);
        at_ = end == text_.npos ? text_.size() : end + 2;
      } else {
        return;
      }
    }
  }

  PtxStatement statement() {
    PtxStatement made;
    made.at = at_;
    if (take('{')) {
      made.kind = PtxStatement::Kind::open;
    } else if (take('}')) {
      made.kind = PtxStatement::Kind::close;
    } else if (peek() == '.') {
      registers(made);
    } else {
      label_or_instruction(made);
    }
    return made;
  }

  void registers(PtxStatement& made) {
    const std::string directive = dotted_name();
    if (directive != ".reg")
      fail("The directive " + directive + " cannot stand in inline assembly here.");
    made.kind = PtxStatement::Kind::registers;
    made.name = dotted_name().substr(1);
    do {
      PtxOperand name;
      name.text = register_name();
      long long count = 0;
      if (take('<')) {
        count = integer();
        if (count < 1 || count > kRangeMax) fail("There are too many registers.");
        expect('>');
      }
      const std::string stem = name.text;
      for (long long i = 0; i < count || i == 0; ++i) {
        if (count) name.text = stem + std::to_string(i);
        made.operands.push_back(name);
      }
    } while (take(','));
    expect(';');
  }

  void label_or_instruction(PtxStatement& made) {
    if (take('@')) {
      const bool negated = take('!');
      made.guard.push_back(operand());
      made.guard.front().negated = negated;
    }
    if (!begins_word(peek())) fail("An instruction or a label is missing.");
    const std::string word = this->word();
    skip_space();
    if (peek() == ':' && peek(1) != ':' && made.guard.empty()) {
      take(':');
      made.kind = PtxStatement::Kind::label;
      made.name = word;
      return;
    }
    made.name = word + (peek() == '.' ? dotted_name() : "");
    for (std::size_t dot = made.name.find('.'); dot != made.name.npos;) {
      const std::size_t next = made.name.find('.', dot + 1);
      made.qualifiers.push_back(made.name.substr(dot + 1, next - dot - 1));
      dot = next;
    }
    if (!take(';')) operands(made);
  }

  void operands(PtxStatement& made) {
    do {
      made.operands.push_back(operand());
      // An instruction may have two destinations: `p|q`.
      if (take('|')) made.operands.push_back(operand());
    } while (take(','));
    expect(';');
  }

  PtxOperand operand() {
    PtxOperand made;
    if (take('!')) {
      made = operand();
      made.negated = true;
    } else if (take('[')) {
      made = address();
    } else if (take('{')) {
      made.kind = PtxOperand::Kind::vector;
      do made.parts.push_back(operand());
      while (take(','));
      expect('}');
    } else if (is_decimal(peek()) || peek() == '-') {
      made.kind = PtxOperand::Kind::number;
      made.text = number();
    } else if (peek() == '%' && is_decimal(peek(1))) {
      ++at_;
      made.kind = PtxOperand::Kind::argument;
      made.argument = static_cast<int>(integer());
    } else {
      named(made);
    }
    skip_space();
    return made;
  }

  void named(PtxOperand& made) {
    const bool percent = peek() == '%';
    made.text = register_name();
    if (made.text == "_") made.kind = PtxOperand::Kind::sink;
    if (!percent || !is_special(made.text)) return;
    made.kind = PtxOperand::Kind::special;
    if (peek() == '.') made.text += dotted_name();
  }

  /// Parses the text in the brackets of an address.
  PtxOperand address() {
    PtxOperand made;
    made.kind = PtxOperand::Kind::address;
    made.parts.push_back(operand());
    while (peek() == '+' || peek() == '-') {
      const bool minus = peek() == '-';
      if (!minus) take('+');
      made.offset += integer();
    }
    while (take(',')) made.parts.push_back(operand());
    expect(']');
    return made;
  }

  /// A register's name without its `%`: `%%r1` is the register r1.
  std::string register_name() {
    if (peek() == '%') ++at_;
    if (peek() == '%') ++at_;
    if (!begins_word(peek())) fail("An operand is missing, or not understood.");
    std::string name = word();
    skip_space();
    return name;
  }

  /// A word of letters and digits, without `%=`, which makes labels unique.
  std::string word() {
    std::string made;
    while (begins_word(peek()) || is_decimal(peek()) ||
           (peek() == '%' && peek(1) == '=')) {
      if (peek() == '%')
        at_ += 2;
      else
        made += text_[at_++];
    }
    return made;
  }

  /// A name such as `.a.b::c`, including the dots.
  std::string dotted_name() {
    std::string made;
    while (peek() == '.') {
      made += text_[at_++];
      while (begins_word(peek()) || is_decimal(peek()) ||
             (peek() == ':' && (peek(1) == ':' || text_[at_ - 1] == ':')))
        made += text_[at_++];
    }
    skip_space();
    return made;
  }

  long long integer() {
    const bool minus = take('-');
    int base = 10;
    if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X')) {
      at_ += 2;
      base = 16;
    }
    unsigned long long value = 0;
    const auto [end, error] =
        std::from_chars(text_.data() + at_, text_.data() + text_.size(), value, base);
    if (error != std::errc()) fail("A number is missing, or not understood.");
    at_ = static_cast<std::size_t>(end - text_.data());
    if (peek() == 'U' || peek() == 'u') ++at_;
    skip_space();
    return static_cast<long long>(minus ? 0 - value : value);
  }

  /// An integer, or the bits of a floating-point number such as 0f3F800000.
  std::string number() {
    const char kind = peek() == '0' ? static_cast<char>(peek(1) | 0x20) : '\0';
    if (kind == 'f' || kind == 'd') {
      at_ += 2;
      const std::size_t digits = kind == 'f' ? 8 : 16;
      const std::string hex(text_.substr(at_, digits));
      if (hex.size() != digits ||
          hex.find_first_not_of("0123456789abcdefABCDEF") != hex.npos)
        fail("A floating-point number is written as its bits, such as 0f3F800000.");
      at_ += digits;
      return "0x" + hex + "ull";
    }
    const long long value = integer();
    if (peek() == '.') fail("Write a floating-point number as its bits: 0f3F800000.");
    return std::to_string(static_cast<unsigned long long>(value)) + "ull";
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

PtxText parse_ptx(std::string_view text) { return Parser(text).parse(); }

}  // namespace gridlock
