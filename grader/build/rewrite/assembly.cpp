#include "build/rewrite/assembly.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "build/rewrite/ptx_calls.h"
#include "build/rewrite/rewriter.h"
#include "build/source/source_files.h"
#include "build/source/syntax.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// The size in bytes of an operand with this constraint; 0 if the constraint is unknown.
unsigned bytes_of_constraint(char letter) {
  if (letter == 'h') return 2;
  if (letter == 'r' || letter == 'f') return 4;
  return letter == 'l' || letter == 'd' || letter == 'n' ? 8 : 0;
}

/// The value of a string literal, with the token from which each byte comes.
struct Template {
  std::string text;
  std::vector<std::size_t> token_of;

  void append(char c, std::size_t token) {
    text += c;
    token_of.push_back(token);
  }
};

/// Appends the characters of a literal, with escape sequences resolved.
void add_literal(Template& to, std::string_view literal, std::size_t token) {
  const std::size_t quote = literal.find('"');
  if (quote > 0 && literal[quote - 1] == 'R') {
    const std::size_t open = literal.find('(', quote), close = literal.rfind(')');
    for (std::size_t i = open + 1; i < close; ++i) to.append(literal[i], token);
    return;
  }
  for (std::size_t i = quote + 1; i + 1 < literal.size(); ++i) {
    char c = literal[i];
    if (c == '\\') {
      c = literal[++i];
      if (c == 'n' || c == 'r' || c == 'v' || c == 'f') c = '\n';
      if (c == 't') c = ' ';
    }
    to.append(c, token);
  }
}

/// Whether the text is empty or an instruction of the host's processor that accesses no
/// memory: it may read a counter, or order accesses of the only host thread.
bool is_harmless_on_the_host(std::string_view text) {
  text = trim(text);
  if (text.empty()) return true;
  if (text.ends_with(';')) text.remove_suffix(1);
  return is_any_of(text,
                   {"rdtsc", "rdtscp", "pause", "nop", "lfence", "sfence", "mfence"});
}

struct DeviceFunction {
  std::string_view name;
  std::size_t head, begin, end;  ///< Its name, and the braces of its body.
};

struct Argument {
  bool is_output = false, is_input = false;
  int same_as = -1;  ///< For a constraint such as "0": that operand.
  char letter = 'r';
  std::size_t open = kNone;  ///< The parenthesis of its expression.
};

struct Assembly {
  std::size_t word = 0, open = 0, close = 0;
  std::vector<std::size_t> literals;
  std::vector<Argument> arguments;
};

class Replacement {
 public:
  Replacement(std::string_view text, const TokenizedText& tokenized, bool is_program)
      : text_(text),
        tokenized_(tokenized),
        is_program_(is_program),
        syntax_(tokenized.tokens) {}

  TextWithoutAssembly run() {
    for (std::size_t i = 0; i < syntax_.size(); ++i)
      if (is_assembly_word(syntax_[i]) && is_theirs(i)) words_.push_back(i);
    if (words_.empty()) return {};
    find_functions();
    for (const std::size_t word : words_) replace(word);
    return {edits_.apply(text_), true, std::move(complaints_)};
  }

 private:
  bool is_theirs(std::size_t i) const {
    const auto file = static_cast<std::size_t>(std::max(syntax_[i].file, 0));
    // Files that a program includes from other folders count as its own; a lab's headers
    // do not count as the student's.
    const FileKind kind = tokenized_.files.at(file).kind;
    return is_program_ ? is_written_here(kind) : is_students(kind);
  }
  void complain(std::size_t token, std::string text) {
    const auto file = static_cast<std::size_t>(std::max(syntax_[token].file, 0));
    complaints_.push_back(
        {false, tokenized_.files.at(file).name, syntax_[token].line, std::move(text)});
  }

  void find_functions() {
    for (std::size_t i = 0; i < syntax_.size(); ++i) {
      if (!syntax_.is(i, "__gridlock_device__") && !syntax_.is(i, "__gridlock_global__"))
        continue;
      const std::size_t end = syntax_.body_end(i);
      if (end == 0) continue;
      std::size_t head = i + 1;
      while (!syntax_.is(head, "(") ||
             syntax_.is_any(head - 1,
                            {"__gridlock_launch_bounds__", "__gridlock_cluster_dims__"}))
        if (head = syntax_.next_in_declaration(head); head >= end) break;
      const std::string_view name = syntax_[head - 1].text;
      functions_.push_back({name, head - 1, syntax_.partner(end), end});
    }
    // In a lab, the scenarios may call any function of a submission.
    if (is_program_) find_uncalled();
  }

  /// Finds functions with names that occur only in their own definitions and in
  /// definitions of other uncalled functions.
  void find_uncalled() {
    std::map<std::string_view, std::vector<std::size_t>> uses;
    for (const DeviceFunction& function : functions_) uses[function.name];
    // Only the program's tokens count: a parameter in a system header may have the same
    // name.
    for (std::size_t i = 0; i < syntax_.size(); ++i)
      if (const auto used = uses.find(syntax_[i].text);
          used != uses.end() && is_theirs(i))
        used->second.push_back(i);
    const auto is_dead = [&](std::size_t use) {
      return std::ranges::any_of(functions_, [&](const auto& function) {
        const bool inside = function.begin < use && use < function.end;
        return use == function.head || (inside && uncalled_.contains(function.name));
      });
    };
    for (bool again = true; again;) {
      again = false;
      for (const auto& [name, places] : uses)
        if (!uncalled_.contains(name) && std::ranges::all_of(places, is_dead))
          again |= uncalled_.insert(name).second;
    }
  }

  const DeviceFunction* function_around(std::size_t token) const {
    for (const DeviceFunction& function : functions_)
      if (function.begin < token && token < function.end) return &function;
    return nullptr;
  }

  void replace(std::size_t word) {
    const DeviceFunction* function = function_around(word);
    Assembly assembly;
    if (!function) {
      if (is_program_ && is_harmless_on_the_host(host_text(word))) return;
      complain(word, is_program_
                         ? "Of inline assembly in host code, the simulator runs rdtsc, "
                           "rdtscp, pause, fences and an empty one. Write it in C++."
                         : "A submission may have inline assembly (PTX) only in device "
                           "code. Write it in C++.");
      return;
    }
    std::pair<std::size_t, std::string> problem = {word, read(word, assembly)};
    if (problem.second.empty()) problem = translate(assembly);
    if (problem.second.empty()) return;
    if (!uncalled_.contains(function->name)) {
      complain(problem.first, problem.second);
      return;
    }
    calls_.clear();
    finish(assembly, " ::__trap();", "");
  }

  // --------------------------------------------------------- reading a statement

  /// The text of an assembly statement in host code; "?" if it is not understood.
  std::string host_text(std::size_t word) const {
    std::size_t at = word + 1;
    while (syntax_.is(at, "volatile") || syntax_.is(at, "__volatile__")) ++at;
    if (!syntax_.is(at, "(")) return "?";
    Template source;
    for (++at; at < syntax_.size() && syntax_[at].kind == TokenKind::string; ++at)
      add_literal(source, syntax_[at].text, at);
    return source.text;
  }

  /// Parses the statement.  Returns what is wrong with it, or "".
  std::string read(std::size_t word, Assembly& assembly) const {
    assembly.word = word;
    std::size_t at = word + 1;
    while (syntax_.is(at, "volatile") || syntax_.is(at, "__volatile__")) ++at;
    assembly.open = at;
    if (!syntax_.is(at, "(") || syntax_.partner(at) == kNone ||
        !syntax_.is(syntax_.partner(at) + 1, ";"))
      return "This inline assembly is not understood: write asm volatile(\"...\" : "
             "outputs : inputs : clobbers);";
    assembly.close = syntax_.partner(at);
    for (++at; at < assembly.close && syntax_[at].kind == TokenKind::string; ++at)
      assembly.literals.push_back(at);
    int section = 0;  // 1: outputs, 2: inputs, 3: clobbers.
    for (; at < assembly.close; ++at) {
      if (syntax_.is(at, ":") || syntax_.is(at, "::")) {
        section += syntax_.is(at, "::") ? 2 : 1;
      } else if (section < 3 && !syntax_.is(at, ",")) {
        if (std::string problem = read_argument(at, section, assembly); !problem.empty())
          return problem;
      }
    }
    return "";
  }

  /// Parses an operand such as "=r"(x), and moves `at` to its end.
  std::string read_argument(std::size_t& at, int section, Assembly& assembly) const {
    const Token& token = syntax_[at];
    if (token.kind != TokenKind::string || !syntax_.is(at + 1, "("))
      return "An operand of this inline assembly is not understood: write "
             "\"r\"(expression).";
    Argument argument;
    argument.open = at + 1;
    argument.is_output = section == 1;
    argument.is_input = section == 2;
    for (const char c : token.text.substr(1, token.text.size() - 2)) {
      if (c == '+') argument.is_input = true;
      if (c == '=' || c == '+' || c == '&') continue;
      if (c >= '0' && c <= '9') {
        argument.same_as = c - '0';
        if (static_cast<std::size_t>(argument.same_as) >= assembly.arguments.size())
          return "This inline assembly names an operand that it does not have.";
        argument.letter =
            assembly.arguments[static_cast<std::size_t>(argument.same_as)].letter;
      } else if (bytes_of_constraint(c)) {
        argument.letter = c;
      } else {
        return std::string("The simulator does not know the constraint \"") + c +
               "\" of inline assembly. It knows h, r, l, f, d and n.";
      }
    }
    assembly.arguments.push_back(argument);
    at = syntax_.partner(at + 1);
    return "";
  }

  // ----------------------------------------------------- translating a statement

  std::pair<std::size_t, std::string> translate(const Assembly& assembly) {
    Template source;
    for (const std::size_t literal : assembly.literals)
      add_literal(source, syntax_[literal].text, literal);
    const auto token_at = [&](std::size_t at) {
      return at < source.token_of.size() ? source.token_of[at] : assembly.word;
    };
    const PtxText ptx = parse_ptx(source.text);
    if (!ptx.problem.empty())
      return {token_at(ptx.problem_at),
              "This inline assembly is not understood. " + ptx.problem};
    std::vector<unsigned> bytes;
    for (const Argument& argument : assembly.arguments)
      bytes.push_back(bytes_of_constraint(argument.letter));
    PtxTranslator translator(ptx, bytes);
    calls_.clear();
    for (std::size_t i = 0; i < ptx.statements.size(); ++i) {
      const PtxStatement& statement = ptx.statements[i];
      PtxCode code = translator.translate(i);
      if (!code.problem.empty())
        return {token_at(statement.at),
                "The simulator does not run the PTX instruction " + statement.name +
                    ": " + code.problem +
                    ". docs/supported.md lists what it runs, under \"Inline PTX\"."};
      calls_[token_at(statement.at)] += code.text;
    }
    finish(assembly, " {" + translator.labels() + arguments_in(assembly),
           arguments_out(assembly));
    return {};
  }

  std::string expression(std::size_t open) const {
    std::string text;
    for (std::size_t i = open; i <= syntax_.partner(open); ++i)
      text.append(syntax_[i].text).append(" ");
    return text;
  }

  std::string arguments_in(const Assembly& assembly) const {
    std::string code;
    for (std::size_t i = 0; i < assembly.arguments.size(); ++i) {
      const Argument& argument = assembly.arguments[i];
      code += " unsigned long long gridlock_" + std::to_string(i);
      if (argument.is_input)
        code += std::string(" = ::gridlock::sim::ptx_argument<'") + argument.letter +
                "'>" + expression(argument.open);
      code += ";";
    }
    for (std::size_t i = 0; i < assembly.arguments.size(); ++i)
      if (const int same = assembly.arguments[i].same_as; same >= 0)
        code += " gridlock_" + std::to_string(same) + " = gridlock_" + std::to_string(i) +
                ";";
    return code;
  }

  std::string arguments_out(const Assembly& assembly) const {
    std::string code;
    for (std::size_t i = 0; i < assembly.arguments.size(); ++i) {
      const Argument& argument = assembly.arguments[i];
      if (!argument.is_output) continue;
      const std::string to = expression(argument.open);
      code += " " + to + "= ::gridlock::sim::ptx_result<'" + argument.letter +
              "', decltype(" + to + ")>(gridlock_" + std::to_string(i) + ");";
    }
    return code;
  }

  /// Replaces the statement's tokens by the code, with each call on the line of its
  /// literal.
  void finish(const Assembly& assembly, const std::string& begin,
              const std::string& end) {
    const std::size_t last =
        assembly.close ? assembly.close + 1 : syntax_.declaration_end(assembly.word);
    for (std::size_t i = assembly.word; i <= last; ++i) {
      std::string code = i == assembly.word ? begin : "";
      if (const auto calls = calls_.find(i); calls != calls_.end()) code += calls->second;
      if (i == last) code += end + (begin.find('{') == begin.npos ? "" : " }");
      edits_.replace(syntax_[i], std::move(code));
    }
  }

  std::string_view text_;
  const TokenizedText& tokenized_;
  bool is_program_;
  Syntax syntax_;
  Edits edits_;
  std::vector<std::size_t> words_;
  std::vector<DeviceFunction> functions_;
  std::set<std::string_view> uncalled_;
  std::map<std::size_t, std::string> calls_;  ///< The key is a token on the call's line.
  std::vector<Complaint> complaints_;
};

}  // namespace

TextWithoutAssembly replace_assembly(std::string_view text,
                                     const TokenizedText& tokenized, bool is_program) {
  return Replacement(text, tokenized, is_program).run();
}

}  // namespace gridlock
