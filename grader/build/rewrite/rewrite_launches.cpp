// Launches: k<<<grid, block>>>(a, b) becomes
//
//   ::gridlock::sim::bind_launch(
//       [&](auto gridlock_r) -> decltype(gridlock_r(k)) { return gridlock_r(k); },
//       [&](auto&&... gridlock_a) { k(gridlock_a...); }, "k", grid, block)(a, b)
//
// If the name means only one function, the first lambda finds its type, so that the
// arguments are converted to its parameters.  The second lambda calls the name, for
// templates and overloads.
#include <algorithm>

#include "build/rewrite/rewriter.h"

namespace gridlock {
namespace {

/// Whether the keyword comes before an expression and is not part of it.
bool is_keyword_before_expression(const Token& token) {
  return token.is_any({"return", "else", "do", "case", "throw", "co_return", "co_yield",
                       "and", "or", "not"});
}

bool is_statement_head(const Token& token) {
  return token.is_any({"if", "while", "for", "switch", "constexpr"});
}

bool is_name(const Syntax& syntax, std::size_t i) {
  return syntax.is_identifier(i) && !is_keyword_before_expression(syntax[i]);
}

/// The name, perhaps with template arguments, that ends before `at`; kNone if there is
/// none.
std::size_t name_before(const Syntax& syntax, std::size_t at) {
  if (!syntax.is(at - 1, ">")) return is_name(syntax, at - 1) ? at - 1 : kNone;
  const std::size_t list = syntax.template_open(at - 1);
  const bool is_list = list != kNone && list > 0 && list < at;
  return is_list && is_name(syntax, list - 1) ? list - 1 : kNone;
}

/// Whether the expression continues before the brackets at `at`, which are those of a
/// call or an element, as in `f(a)[i]`.
bool goes_on_before_group(const Syntax& syntax, std::size_t at) {
  if (at == 0) return false;
  const bool closes = syntax.is(at - 1, ")") || syntax.is(at - 1, "]");
  const std::size_t other = closes ? syntax.partner(at - 1) : kNone;
  if (other != kNone && other > 0 && is_statement_head(syntax[other - 1])) return false;
  return closes || is_name(syntax, at - 1) || syntax.is(at - 1, ">");
}

/// Moves `at` before a `::`, `.` or `->` in front of the name there.
/// \return whether the expression continues before that
bool skip_qualifier(const Syntax& syntax, std::size_t& at) {
  if (at > 0 && syntax.is(at - 1, "template")) --at;
  if (at == 0) return false;
  if (syntax.is(at - 1, "::")) {
    --at;
    return at > 0 && (is_name(syntax, at - 1) || syntax.is(at - 1, ">"));
  }
  const bool is_member = syntax.is(at - 1, ".") || syntax.is(at - 1, "->");
  at -= is_member;
  return is_member;
}

}  // namespace

void Rewriter::rewrite_launches() {
  for (std::size_t i = 1; i + 2 < syntax_.size(); ++i) {
    const bool opens = syntax_.is(i, "<") && syntax_.is(i + 1, "<") &&
                       syntax_.is(i + 2, "<") &&
                       syntax_[i].end() == syntax_[i + 1].offset;
    // Three `<` in succession also occur in `operator<< <T>`.
    if (!opens || syntax_.is(i - 1, "operator") || !may_rewrite(i)) continue;
    launch_at(i);
    i += 2;
  }
}

/// The first token of the expression that ends before `open`; `open` if it is empty.
std::size_t Rewriter::kernel_begin(std::size_t open) const {
  std::size_t at = open;
  while (at > 0) {
    const bool is_group = syntax_.is(at - 1, ")") || syntax_.is(at - 1, "]");
    at = is_group ? syntax_.partner(at - 1) : name_before(syntax_, at);
    if (at == kNone) return open;
    if (!(is_group ? goes_on_before_group(syntax_, at) : skip_qualifier(syntax_, at)))
      return at;
  }
  return at;
}

/// The first token of the `>>>` that belongs to the `<<<` at `open`; kNone if there is
/// none. In `k<<<f<g<h<int>>>(n), 64>>>(a)`, three template argument lists close first.
std::size_t Rewriter::launch_close(std::size_t open) const {
  constexpr int kLongestConfiguration = 2000;
  std::size_t doubtful = kNone;
  int lists = 0;
  int steps = 0;
  for (std::size_t i = open + 3; i < syntax_.size() && ++steps < kLongestConfiguration;
       i = syntax_.after(i)) {
    if (syntax_.is(i, ";") || syntax_.is(i, "}")) break;
    if (syntax_.is(i, "<") && syntax_.is_identifier(i - 1)) ++lists;
    if (!syntax_.is(i, ">")) continue;
    const bool three = syntax_.is(i + 1, ">") && syntax_.is(i + 2, ">");
    if (three && syntax_.is(i + 3, "(")) {
      if (lists < 3) return i;
      doubtful = i;
      lists -= 3;
      i += 2;
    } else if (lists > 0) {
      --lists;
    }
  }
  return doubtful;
}

/// For each argument of the call, whether it is a literal 0.  It may mean a null pointer,
/// and must remain a literal in the call by name.
std::vector<bool> Rewriter::literal_zeros(std::size_t arguments) const {
  std::vector<bool> zeros;
  const std::size_t close = syntax_.partner(arguments);
  if (close == kNone || close == arguments + 1) return zeros;
  std::size_t begin = arguments + 1;
  for (std::size_t i = begin; i <= close; i = syntax_.after(i)) {
    if (syntax_.is(i, "<")) return {};  // A comma may be within template arguments.
    if (i != close && !syntax_.is(i, ",")) continue;
    const bool one = i == begin + 1;
    zeros.push_back(one && (syntax_.is(begin, "0") || syntax_.is(begin, "__null")));
    begin = i + 1;
  }
  return zeros;
}

std::string Rewriter::call_by_name(const std::string& kernel,
                                   std::size_t arguments) const {
  const std::vector<bool> zeros = literal_zeros(arguments);
  if (zeros.end() == std::find(zeros.begin(), zeros.end(), true))
    return "(auto&&... gridlock_a) { " + kernel + "(gridlock_a...); }";
  std::string parameters, passed;
  for (std::size_t i = 0; i < zeros.size(); ++i) {
    const std::string name = "gridlock_a" + std::to_string(i);
    parameters += std::string(i ? ", " : "") + "auto&&" + (zeros[i] ? "" : " " + name);
    passed += (i ? ", " : "") + (zeros[i] ? "0" : name);
  }
  return "(" + parameters + ") { " + kernel + "(" + passed + "); }";
}

void Rewriter::launch_at(std::size_t open) {
  const std::size_t begin = kernel_begin(open);
  const std::size_t close = launch_close(open);
  if (begin == open || open - begin > kLongestCopy || close == kNone) {
    complain(open,
             "This launch cannot be read. It has the form "
             "kernel<<<blocks, threads>>>(arguments).");
    return;
  }
  const std::string kernel = source_of(begin, open);
  // A lambda outside of functions can capture nothing.
  const std::string capture = syntax_.in_namespace(begin) ? "[]" : "[&]";
  edits_.insert(syntax_[begin].offset, "::gridlock::sim::bind_launch(" + capture +
                                           "(auto gridlock_r) -> decltype(gridlock_r(" +
                                           kernel + ")) { return gridlock_r(" + kernel +
                                           "); }, " + capture +
                                           call_by_name(kernel, close + 3) + ", " +
                                           string_literal(kernel) + ", ");
  for (std::size_t i = begin; i < open + 3; ++i) edits_.remove(syntax_[i]);
  edits_.replace(syntax_[close], ")");
  edits_.remove(syntax_[close + 1]);
  edits_.remove(syntax_[close + 2]);
}

}  // namespace gridlock
