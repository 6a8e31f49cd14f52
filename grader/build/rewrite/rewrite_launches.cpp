// Launches: k<<<grid, block>>>(a, b) becomes
//
//   ::gridlock::sim::bind_launch(
//       [&](auto gridlock_r) -> decltype(gridlock_r(k)) { return gridlock_r(k); },
//       [&](auto&&... gridlock_a) { k(gridlock_a...); }, "k", grid, block)(a, b)
//
// The first lambda finds the one function that the name means, if it means one, so that
// the arguments convert to its parameters; the second one calls the name as it is, for
// templates and overloads.
#include <algorithm>

#include "build/rewrite/rewriter.h"

namespace gridlock {
namespace {

/// Words that end in front of an expression instead of being part of it.
bool is_keyword_before_expression(const Token& token) {
  for (const char* keyword : {"return", "else", "do", "case", "throw", "co_return",
                              "co_yield", "and", "or", "not"})
    if (token.is(keyword)) return true;
  return false;
}

bool is_statement_head(const Token& token) {
  return token.is("if") || token.is("while") || token.is("for") || token.is("switch") ||
         token.is("constexpr");
}

}  // namespace

void Rewriter::rewrite_launches() {
  for (std::size_t i = 1; i + 2 < syntax_.size(); ++i) {
    const bool opens = syntax_.is(i, "<") && syntax_.is(i + 1, "<") &&
                       syntax_.is(i + 2, "<") &&
                       syntax_[i].end() == syntax_[i + 1].offset;
    // `operator<< <T>` is the one other place where three of them follow each other.
    if (!opens || syntax_.is(i - 1, "operator") || !may_rewrite(i)) continue;
    launch_at(i);
    i += 2;
  }
}

/// The first token of the expression that ends before `open`; `open` if there is none.
std::size_t Rewriter::kernel_begin(std::size_t open) const {
  const auto is_name = [&](std::size_t i) {
    return syntax_.is_identifier(i) && !is_keyword_before_expression(syntax_[i]);
  };
  std::size_t at = open;
  while (at > 0) {
    const std::size_t last = at - 1;
    if (syntax_.is(last, ">")) {
      const std::size_t list = syntax_.template_open(last);
      if (list == kNone || list == 0 || list > last || !is_name(list - 1)) return open;
      at = list - 1;
    } else if (syntax_.is(last, ")") || syntax_.is(last, "]")) {
      if (syntax_.partner(last) == kNone) return open;
      at = syntax_.partner(last);
      if (at == 0) return at;
      const bool closes = syntax_.is(at - 1, ")") || syntax_.is(at - 1, "]");
      const std::size_t other = closes ? syntax_.partner(at - 1) : kNone;
      const bool after_head =
          other != kNone && other > 0 && is_statement_head(syntax_[other - 1]);
      if ((is_name(at - 1) || closes || syntax_.is(at - 1, ">")) && !after_head) continue;
      return at;
    } else if (is_name(last)) {
      at = last;
    } else {
      return open;
    }
    // A name: what qualifies it, or what it is a member of.
    if (at > 0 && syntax_.is(at - 1, "template")) --at;
    if (at > 0 && syntax_.is(at - 1, "::")) {
      --at;
      if (at > 0 && (is_name(at - 1) || syntax_.is(at - 1, ">"))) continue;
      return at;
    }
    if (at > 0 && (syntax_.is(at - 1, ".") || syntax_.is(at - 1, "->"))) {
      --at;
      continue;
    }
    return at;
  }
  return at;
}

/// The first token of the `>>>` that belongs to the `<<<` at `open`; kNone if there is
/// none.  `k<<<f<g<h<int>>>(n), 64>>>(a)`: three open template lists close first.
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

/// Which arguments of the call are a literal 0: by name they mean a null pointer too.
std::vector<bool> Rewriter::literal_zeros(std::size_t arguments) const {
  std::vector<bool> zeros;
  const std::size_t close = syntax_.partner(arguments);
  if (close == kNone || close == arguments + 1) return zeros;
  std::size_t begin = arguments + 1;
  for (std::size_t i = begin; i <= close; i = syntax_.after(i)) {
    if (syntax_.is(i, "<")) return {};  // The comma may belong to anything.
    if (i != close && !syntax_.is(i, ",")) continue;
    const bool one = i == begin + 1;
    zeros.push_back(one && (syntax_.is(begin, "0") || syntax_.is(begin, "__null")));
    begin = i + 1;
  }
  return zeros;
}

/// The lambda that calls the kernel by its name.
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
  // A lambda outside of functions has nothing to capture.
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
