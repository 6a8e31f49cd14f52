#include "cli/bank/mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <utility>

#include "build/overlay/definitions.h"
#include "build/source/statements.h"
#include "checker/lab/skeleton.h"
#include "checker/lab/toml_values.h"
#include "common/files.h"
#include "common/text.h"
#include "cure/stronger.h"

namespace gridlock {
namespace {

using Words = std::pair<std::string_view, std::string_view>;

/// Replacements of operators.  Longer operators come first.
constexpr std::array<Words, 12> kOperators = {{
    {"<=", "<"},
    {">=", ">"},
    {"==", "!="},
    {"!=", "=="},
    {"&&", "||"},
    {"||", "&&"},
    {"<<", ">>"},
    {"<", "<="},
    {">", ">="},
    {"+", "-"},
    {"-", "+"},
    {"%", "/"},
}};

/// Operators that contain one of kOperators and are not replaced.
constexpr std::array<std::string_view, 9> kOtherOperators = {
    "<<<", ">>>", "->", "++", "--", "+=", "-=", "<<=", "%="};

std::string code_of(std::string_view text) {
  const RawText raw = tokenize_raw(text);
  return code_of_tokens(raw.tokens, 0, raw.tokens.size());
}

class Mutator {
 public:
  explicit Mutator(std::string_view solution)
      : statements_(solution),
        text_(statements_.text()),
        tokens_(statements_.tokens()),
        syntax_(statements_.syntax()) {
    find_regions();
    definitions_ = definitions_in(solution).all;
    find_arguments();
  }

  std::vector<Mutant> run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (!is_students(i)) continue;
      const Token& token = tokens_[i];
      if (token.kind == TokenKind::identifier) mutate_word(i);
      if (token.kind == TokenKind::number) mutate_number(token);
      if (token.kind == TokenKind::punctuation) mutate_operator(i);
      if (statements_.begins(i)) mutate_statement(i);
    }
    return std::move(mutants_);
  }

 private:
  void find_regions() {
    bool inside = false;
    students_.push_back(false);  // Index 0 is unused: lines count from 1.
    for (const std::string_view line : split_lines(text_)) {
      if (trim(line) == kSolutionBegins) inside = true;
      if (trim(line) == kSolutionEnds) inside = false;
      students_.push_back(inside);
    }
  }

  bool is_students(std::size_t index) const {
    const auto line = static_cast<std::size_t>(tokens_[index].line);
    return line < students_.size() && students_[line] &&
           syntax_.scope(index) == ScopeKind::block;
  }

  void find_arguments() {
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i)
      if (syntax_.is_identifier(i) && statements_.is_cuda_argument(i))
        arguments_[function_of(tokens_[i].line)].insert(std::string(tokens_[i].text));
  }

  std::string function_of(int line) const {
    for (const Definition& each : definitions_)
      if (each.first_line <= line && line <= each.last_line) return each.name;
    return {};
  }

  // ---- Words, numbers, operators ----------------------------------------------------

  void mutate_word(std::size_t index) {
    const Token& token = tokens_[index];
    if (const auto weaker = weaker_name(token.text); !weaker.empty())
      add(token, token, std::string(weaker));
    if (token.is("volatile")) add(token.offset, tokens_[index + 1].offset, "");
    if (!statements_.is_cuda_argument(index)) return;
    for (const std::string& other : arguments_[function_of(token.line)])
      if (token.text != other) add(token, token, other);
  }

  void mutate_number(const Token& token) {
    long long value = 0;
    const char* end = token.text.data() + token.text.size();
    const auto [rest, error] = std::from_chars(token.text.data(), end, value);
    const std::string suffix(rest, end);
    if (error != std::errc() || suffix.find_first_not_of("uUlL") != suffix.npos) return;
    add(token, token, std::to_string(value + 1) + suffix);
    if (value > 0) add(token, token, std::to_string(value - 1) + suffix);
  }

  void mutate_operator(std::size_t index) {
    const Token& token = tokens_[index];
    const std::string_view rest = std::string_view(text_).substr(token.offset);
    const bool begins = index == 0 || tokens_[index - 1].end() != token.offset ||
                        tokens_[index - 1].kind != TokenKind::punctuation ||
                        std::string_view("()[]{};,").find(tokens_[index - 1].text) !=
                            std::string_view::npos;
    if (!begins || syntax_.partner(index) != kNone) return;
    for (const std::string_view other : kOtherOperators)
      if (rest.starts_with(other)) return;
    for (const auto& [before, after] : kOperators) {
      if (!rest.starts_with(before)) continue;
      add(token.offset, token.offset + before.size(), std::string(after));
      return;
    }
  }

  // ---- Statements ---------------------------------------------------------------------

  void mutate_statement(std::size_t begin) {
    const std::size_t end = statements_.end(begin);
    if (end == kNone || end >= tokens_.size()) return;
    if (statements_.is_simple(begin, end)) add(tokens_[begin], tokens_[end], ";");
    if (syntax_.is(begin, "if")) replace_condition(begin, "true");
    if (syntax_.is(begin, "while")) replace_condition(begin, "false");
    exchange_with_next(begin, end);
  }

  void replace_condition(std::size_t word, const std::string& text) {
    const std::size_t close = syntax_.partner(word + 1);
    if (close == kNone || close < word + 3) return;
    add(tokens_[word + 2], tokens_[close - 1], text);
  }

  void exchange_with_next(std::size_t begin, std::size_t end) {
    const std::size_t next = end + 1;
    if (next >= tokens_.size() || syntax_.is(next, "}") || !is_students(next)) return;
    const std::size_t next_end = statements_.end(next);
    if (next_end == kNone || next_end >= tokens_.size()) return;
    const bool both_simple =
        statements_.is_simple(begin, end) && statements_.is_simple(next, next_end);
    const bool moves_fence =
        (statements_.is_fence_or_barrier(begin) && !statements_.is_declaration(next)) ||
        (statements_.is_fence_or_barrier(next) && !statements_.is_declaration(begin));
    if (!both_simple && !moves_fence) return;
    const std::string first = statements_.code(begin, end + 1);
    const std::string second = statements_.code(next, next_end + 1);
    add(tokens_[begin], tokens_[next_end], second + " " + first);
  }

  // ---- The mutants --------------------------------------------------------------------

  void add(const Token& first, const Token& last, std::string text) {
    add(first.offset, last.end(), std::move(text));
  }

  void add(std::size_t begin, std::size_t end, std::string text) {
    const std::size_t line_begin = text_.rfind('\n', begin) + 1;
    const std::size_t line_end = std::min(text_.find('\n', end), text_.size());
    Mutant mutant;
    mutant.line =
        1 + static_cast<int>(std::count(
                text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
    mutant.function = function_of(mutant.line);
    mutant.before =
        code_of(std::string_view(text_).substr(line_begin, line_end - line_begin));
    mutant.after = code_of(text_.substr(line_begin, begin - line_begin) + text +
                           text_.substr(end, line_end - end));
    mutant.source = text_.substr(0, begin) + text + text_.substr(end);
    number_if_repeated(mutant);
    if (mutant.before != mutant.after && keys_.insert(mutant.key()).second)
      mutants_.push_back(std::move(mutant));
  }

  /// Gives the second of two equal lines in a function a different key.
  void number_if_repeated(Mutant& mutant) {
    auto& lines = lines_with_[{mutant.function, mutant.before}];
    lines.insert(mutant.line);
    const auto number = std::distance(lines.begin(), lines.find(mutant.line)) + 1;
    if (number > 1) mutant.function += fmt::format(" ({})", number);
  }

  const Statements statements_;
  const std::string& text_;
  const std::vector<Token>& tokens_;
  const Syntax& syntax_;
  std::vector<bool> students_;  ///< Whether the student writes the line; index: line.
  std::vector<Definition> definitions_;
  std::map<std::string, std::set<std::string>> arguments_;  ///< Keyed by function.
  std::map<std::pair<std::string, std::string>, std::set<int>> lines_with_;
  std::set<std::string> keys_;
  std::vector<Mutant> mutants_;
};

// ---- What is known of mutants -------------------------------------------------------

using KnownMutants = std::map<std::string, KnownMutant>;

void add_list(const toml::table& table, const char* name, bool is_equivalent,
              const fs::path& file, KnownMutants& known) {
  const toml::array* list = table[name].as_array();
  if (!list) return;
  for (const toml::node& each : *list) {
    const toml::table* entry = each.as_table();
    if (!entry)
      toml_values::wrong(file, fmt::format("one of the [[{}]] is no table", name));
    const std::string mutant = toml_values::text(*entry, "mutant", file);
    const KnownMutant what{is_equivalent, toml_values::text(*entry, "why", file)};
    if (!known.emplace(mutant, what).second)
      toml_values::wrong(file, fmt::format("this mutant is listed twice: {}", mutant));
  }
}

}  // namespace

std::string Mutant::key() const {
  return fmt::format("{}: {} -> {}", function, before, after);
}

std::vector<Mutant> mutants_of(std::string_view solution) {
  return Mutator(solution).run();
}

KnownMutants known_mutants(const Lab& lab) {
  KnownMutants known;
  const fs::path file = lab.solution_folder / "mutants.toml";
  std::error_code error;
  if (!fs::exists(file, error)) return known;
  const toml::table table = toml_values::parsed(file);
  add_list(table, "equivalent", true, file, known);
  add_list(table, "missed", false, file, known);
  if (known.empty())
    toml_values::wrong(file, "it has neither [[equivalent]] nor [[missed]]");
  return known;
}

}  // namespace gridlock
