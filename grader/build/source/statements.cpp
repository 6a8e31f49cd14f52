#include "build/source/statements.h"

#include <algorithm>

namespace gridlock {

std::string code_of_tokens(const std::vector<Token>& tokens, std::size_t begin,
                           std::size_t end) {
  std::string code;
  for (std::size_t i = begin; i < end; ++i) {
    if (i > begin && tokens[i - 1].end() != tokens[i].offset) code += ' ';
    code += tokens[i].text;
  }
  return code;
}

Statements::Statements(std::string_view source)
    : raw_(tokenize_raw(source)), syntax_(code_tokens()) {
  find_parentheses();
}

/// Fills tokens_, to which Syntax refers.
const std::vector<Token>& Statements::code_tokens() {
  for (const Token& token : raw_.tokens)
    if (token.kind != TokenKind::directive) tokens_.push_back(token);
  return tokens_;
}

void Statements::find_parentheses() {
  std::vector<bool> open;
  for (const Token& token : tokens_) {
    if (token.is(")") || token.is("}")) {
      if (!open.empty()) open.pop_back();
    }
    in_parentheses_.push_back(!open.empty() && open.back());
    if (token.is("(") || token.is("{")) open.push_back(token.is("("));
  }
}

bool Statements::begins(std::size_t index) const {
  if (index == 0 || in_parentheses_[index] || syntax_.is(index, "}")) return false;
  if (syntax_.scope(index) != ScopeKind::block) return false;
  const std::size_t before = index - 1;
  if (syntax_.is(before, "{")) return !opens_values(before);
  if (syntax_.is(before, "}"))
    return syntax_.partner(before) == kNone || !opens_values(syntax_.partner(before));
  return syntax_.is(before, ";") || is_guarded_alone(index);
}

bool Statements::opens_values(std::size_t brace) const {
  if (brace == 0) return false;
  const std::size_t before = brace - 1;
  if (syntax_.is(before, "else") || syntax_.is(before, "do")) return false;
  return syntax_.is_identifier(before) || syntax_.is_any(before, {"=", ",", "(", ">"});
}

bool Statements::may_follow_another(std::size_t begin) const {
  if (syntax_.is(begin, "else")) return false;
  if (!syntax_.is(begin, "while") || !syntax_.is(begin - 1, "}")) return true;
  const std::size_t open = syntax_.partner(begin - 1);
  return open == kNone || open == 0 || !syntax_.is(open - 1, "do");
}

bool Statements::is_guarded_alone(std::size_t begin) const {
  if (begin == 0 || syntax_.is(begin, "{")) return false;
  const std::size_t before = begin - 1;
  return syntax_.is(before, "else") || syntax_.is(before, "do") ||
         (syntax_.is(before, ")") && is_header_end(before));
}

bool Statements::is_header_end(std::size_t close) const {
  const std::size_t open = syntax_.partner(close);
  return open != kNone && open > 0 && is_condition_word(open - 1);
}

bool Statements::is_condition_word(std::size_t index) const {
  return syntax_.is_any(index, {"if", "while", "for", "switch"});
}

std::size_t Statements::end(std::size_t begin) const {
  // Not recursive: deeply nested text must not exhaust the stack.
  for (std::size_t conditions = 0;; --conditions) {
    for (; is_condition_word(begin) && begin + 1 < tokens_.size();
         begin = syntax_.after(begin + 1))
      ++conditions;
    const std::size_t end =
        syntax_.is(begin, "{")
            ? syntax_.partner(begin)
            : std::min(syntax_.declaration_end(begin), tokens_.size() - 1);
    if (conditions == 0 || !syntax_.is(end + 1, "else")) return end;
    begin = end + 2;
  }
}

bool Statements::is_simple(std::size_t begin, std::size_t end) const {
  if (!syntax_.is(end, ";") || is_condition_word(begin) ||
      syntax_.is_any(begin, {"{", "return", ";", "do"}))
    return false;
  return !is_declaration(begin);
}

bool Statements::is_declaration(std::size_t begin) const {
  return syntax_.is_any(begin, {"const", "auto", "static", "constexpr", "volatile",
                                "using", "extern", "struct", "__shared__"}) ||
         (syntax_.is_identifier(begin) && syntax_.is_identifier(begin + 1) &&
          !syntax_.is(begin, "return"));
}

bool Statements::is_fence_or_barrier(std::size_t begin) const {
  const std::string_view text = tokens_[begin].text;
  return text.starts_with("__threadfence") || text.starts_with("__sync");
}

namespace {

bool is_whole_argument(const Syntax& syntax, std::size_t index) {
  return (syntax.is(index - 1, "(") || syntax.is(index - 1, ",")) &&
         syntax.is_any(index + 1, {",", ")", ">"});
}

}  // namespace

bool Statements::is_cuda_argument(std::size_t index) const {
  if (index < 2 || !is_whole_argument(syntax_, index)) return false;
  std::size_t open = index - 1;
  int depth = 0;
  for (; open > 0 && index - open < 60; --open) {
    if (syntax_.is(open, ";") || syntax_.is(open, "{")) return false;
    if (syntax_.is(open, ")")) ++depth;
    if (syntax_.is(open, "(") && depth-- == 0)
      return tokens_[open - 1].text.starts_with("cuda");
    if (depth == 0 && syntax_.is(open, "<") && syntax_.is(open - 1, "<")) return true;
  }
  return false;
}

namespace {

/// Limits to the search in malicious input, in tokens and in branches.
constexpr std::size_t kFar = 5000, kConditionMax = 100;
constexpr std::ptrdiff_t kBranchesMax = 200;

}  // namespace

/// Whether one of the tokens [begin, end), other than a brace, is in this line.
bool Statements::is_of_line(std::size_t begin, std::size_t end, int line) const {
  for (std::size_t i = begin; i < std::min(end, tokens_.size()); ++i)
    if (tokens_[i].line == line && !syntax_.is(i, "{") && !syntax_.is(i, "}"))
      return true;
  return false;
}

/// Whether these tokens name the thread's index, or a variable that was set from it.
bool Statements::depends_on_thread(std::size_t begin, std::size_t end) const {
  const auto is_index = [&](std::size_t i) {
    return syntax_.is(i, "threadIdx") || syntax_.is(i, "thread_rank");
  };
  const std::size_t first = begin - std::min(begin, kFar);
  for (std::size_t i = begin; i < std::min(end, begin + kConditionMax); ++i) {
    if (is_index(i)) return true;
    if (!syntax_.is_identifier(i)) continue;
    std::size_t set = begin;  // The last `NAME =` before the condition.
    while (set > first && !(tokens_[set].text == tokens_[i].text &&
                            syntax_.is(set + 1, "=") && !syntax_.is(set + 2, "=")))
      --set;
    for (std::size_t at = set; set > first && at < begin && !syntax_.is(at, ";"); ++at)
      if (is_index(at)) return true;
  }
  return false;
}

std::vector<Branch> Statements::branches_around(int line) const {
  std::vector<std::size_t> ifs;
  for (std::size_t i = 0; i + 1 < tokens_.size() && tokens_[i].line <= line; ++i)
    if (syntax_.is(i, "if") && syntax_.is(i + 1, "(")) ifs.push_back(i);
  if (std::ssize(ifs) > kBranchesMax) ifs.erase(ifs.begin(), ifs.end() - kBranchesMax);
  std::vector<Branch> around;
  for (const std::size_t i : ifs) {
    const std::size_t close = syntax_.partner(i + 1);
    if (close == kNone || close + 1 >= tokens_.size()) continue;
    const std::size_t last = end(close + 1);
    if (last != kNone && is_of_line(close + 1, last + 1, line))
      around.push_back({tokens_[i].line, depends_on_thread(i + 2, close)});
  }
  return around;
}

int Statements::in_branch_before(int line, std::string_view call) const {
  std::size_t here = 0, called = kNone;
  for (; here < tokens_.size() && tokens_[here].line < line; ++here)
    if (syntax_.is(here, call)) called = here;
  if (called == kNone) return 0;
  std::ptrdiff_t ifs = 0;
  for (std::size_t i = called; i > called - std::min(called, kFar); --i) {
    if (!syntax_.is(i, "if") || !syntax_.is(i + 1, "(")) continue;
    const std::size_t close = syntax_.partner(i + 1);
    if (close >= called || ++ifs > kBranchesMax) return 0;
    const std::size_t last = end(close + 1);
    if (last < called || last >= here) continue;
    for (std::size_t at = last + 1, depth = 0; at < here; ++at) {
      const bool calls = syntax_.is(at + 1, "(") && syntax_.is_identifier(at) &&
                         !syntax_.is(at, "if") && !syntax_.is_identifier(at - 1);
      const bool launches = syntax_.is(at, "<") && syntax_.is(at + 1, "<");
      if (calls || launches || (syntax_.is(at, "}") && depth-- == 0)) return 0;
      depth += syntax_.is(at, "{");
    }
    return tokens_[called].line;
  }
  return 0;
}

int Statements::loop_at(int line) const {
  std::vector<std::size_t> loops;
  for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
    const bool is_behind = tokens_[i].line > line;
    const std::size_t open = syntax_.is(i, "}") ? syntax_.partner(i) : kNone;
    if (is_behind && open != kNone && syntax_.in_namespace(open)) break;
    if (!syntax_.is_any(i, {"while", "for", "do"}) || !may_follow_another(i)) continue;
    loops.push_back(i);
    if (is_behind) break;
  }
  if (std::ssize(loops) > kBranchesMax)
    loops.erase(loops.begin(), loops.end() - kBranchesMax);
  int found = 0;
  for (const std::size_t i : loops) {
    const bool is_behind = tokens_[i].line > line;
    const std::size_t last = is_behind ? kNone : end(i);
    const bool is_around = last != kNone && is_of_line(i, last + 1, line);
    if (is_around || (is_behind && found == 0)) found = tokens_[i].line;
  }
  return found;
}

bool Statements::waits(int line) const {
  for (std::size_t i = 0; i + 1 < tokens_.size() && tokens_[i].line <= line; ++i) {
    const std::size_t close =
        syntax_.is(i, "while") && syntax_.is(i + 1, "(") ? syntax_.partner(i + 1) : kNone;
    if (close == kNone || !is_of_line(i, close + 1, line)) continue;
    const std::size_t open = i > 0 && syntax_.is(i - 1, "}") ? syntax_.partner(i - 1) : 0;
    if (open != 0 && open != kNone && syntax_.is(open - 1, "do")) continue;
    std::size_t body = close + 1;
    body += syntax_.is(body, "{");
    body += syntax_.is(body, "continue");
    if (syntax_.is(body, ";") || (syntax_.is(body, "}") && syntax_.is(body - 1, "{")))
      return true;
  }
  return false;
}

std::string Statements::template_parameter(int line, std::string_view type) const {
  std::string name;
  for (std::size_t i = 0; i + 1 < tokens_.size() && tokens_[i].line <= line; ++i) {
    const bool is_template = syntax_.is(i, "template") && syntax_.is(i + 1, "<");
    const std::size_t close = is_template ? syntax_.template_close(i + 1) : kNone;
    if (close == kNone) continue;
    std::size_t body = close;
    while (body < tokens_.size() && !syntax_.is(body, "{") && !syntax_.is(body, ";"))
      ++body;
    const std::size_t last = syntax_.is(body, "{") ? syntax_.partner(body) : kNone;
    if (last == kNone || !is_of_line(body, last, line)) continue;
    for (std::size_t at = i + 2; at + 1 < close; ++at)
      if (syntax_.is(at, type) && syntax_.is_identifier(at + 1))
        name = tokens_[at + 1].text;
  }
  return name;
}

}  // namespace gridlock
