#include "build/overlay/definitions.h"

#include <fmt/format.h>

#include <algorithm>

#include "build/source/lexer.h"
#include "build/source/syntax.h"
#include "common/text.h"

namespace gridlock {
namespace {

constexpr std::string_view kRegionMark = "SOLUTION";

/// Whether the parentheses after this word are not a parameter list.
bool takes_arguments(const Token& token) {
  return token.is_any({"__attribute__", "__attribute", "alignas", "__declspec",
                       "__launch_bounds__", "__cluster_dims__", "__align__", "decltype",
                       "noexcept", "explicit", "__maxnreg__"});
}

/// Whether the word is part of a type, and so never a parameter's name.
bool is_type_word(const Token& token) {
  return token.is_any({"int",   "unsigned", "signed",   "long",     "short",
                       "char",  "bool",     "float",    "double",   "void",
                       "const", "volatile", "auto",     "struct",   "class",
                       "enum",  "typename", "char16_t", "char32_t", "wchar_t"});
}

bool is_type_key(const Token& token) {
  return token.is_any({"class", "struct", "union", "enum"});
}

bool is_word(const Token& token) { return token.kind == TokenKind::identifier; }

/// The tokens' text, with a space only between two words.
std::string spelled(const Syntax& syntax, std::size_t begin, std::size_t end) {
  std::string text;
  bool word_before = false;
  for (std::size_t i = begin; i < end; ++i) {
    const bool word = syntax[i].kind != TokenKind::punctuation;
    if (word && word_before) text += ' ';
    text += syntax[i].text;
    word_before = word;
  }
  return text;
}

/// The parameter's name, which is its last word outside of brackets if a type comes
/// before it; `end` if it has none.
std::size_t name_of_parameter(const Syntax& syntax, std::size_t begin, std::size_t end) {
  std::size_t last = end;
  bool typed = false;  // A type comes before the last word.
  for (std::size_t i = begin; i < end; i = syntax.after(i)) {
    if (syntax.is(i, "<") && syntax.template_close(i) < end) {
      i = syntax.template_close(i);
    } else if (is_word(syntax[i]) && !is_type_word(syntax[i]) &&
               !syntax.is(i - 1, "::")) {
      typed |= last != end;
      last = i;
    } else if (is_word(syntax[i]) && !syntax.is_any(i, {"const", "volatile"})) {
      typed = true;
    }
  }
  return typed && !syntax.is_any(last + 1, {"::", "<"}) ? last : end;
}

/// A parameter's type, without its name and default value.
std::string type_of_parameter(const Syntax& syntax, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; i = syntax.after(i))
    if (syntax.is(i, "=")) end = i;
  // In `int (*f)(int)` and `float (&a)[4]`, the name is in parentheses.
  for (std::size_t i = begin; i + 2 < end; i = syntax.after(i))
    if (syntax.is(i, "(") && syntax.is_any(i + 1, {"*", "&"}))
      return spelled(syntax, begin, i + 2) +
             spelled(syntax, i + 2 + is_word(syntax[i + 2]), end);
  const std::size_t name = name_of_parameter(syntax, begin, end);
  if (name == end) return spelled(syntax, begin, end);
  return spelled(syntax, begin, name) + spelled(syntax, name + 1, end);
}

std::string types_of(const Syntax& syntax, std::size_t open) {
  std::string types = "(";
  const std::size_t close = syntax.partner(open);
  std::size_t begin = open + 1;
  for (std::size_t i = begin; i <= close; i = i < close ? syntax.after(i) : i + 1) {
    if (syntax.is(i, "<") && syntax.template_close(i) < close) {
      i = syntax.template_close(i);
      continue;
    }
    if (i < close && !syntax.is(i, ",")) continue;
    const std::string type = type_of_parameter(syntax, begin, i);
    if (type != "void" && !type.empty()) types += (types.size() > 1 ? ", " : "") + type;
    begin = i + 1;
  }
  return types + ")";
}

class Splitter {
 public:
  explicit Splitter(std::string_view source)
      : lines_(split_lines(source)), raw_(tokenize_raw(source)), syntax_(raw_.tokens) {}

  Definitions run() {
    for (std::size_t i = 0; i < syntax_.size() && result_.problem.empty();) i = take(i);
    if (result_.problem.empty() && !blocks_.empty())
      fail(raw_.tokens.back().line, "a namespace is not closed");
    if (raw_.doubtful_line)
      fail(raw_.doubtful_line, "a raw string holds a backslash at the end of a line");
    return std::move(result_);
  }

 private:
  void fail(int line, const std::string& what) {
    if (result_.problem.empty()) result_.problem = fmt::format("line {}: {}", line, what);
  }

  /// Takes the definition that begins at this token; returns the token after it.
  std::size_t take(std::size_t begin) {
    if (syntax_[begin].kind == TokenKind::directive) return take_directive(begin);
    if (const std::size_t inside = open_block(begin); inside != begin) return inside;
    if (syntax_.is(begin, "}") && !blocks_.empty()) {
      blocks_.pop_back();
      names_.pop_back();
      return begin + 1;
    }
    if (syntax_.is(begin, ";")) return begin + 1;
    return take_declaration(begin);
  }

  /// The token after the opening brace of `namespace a {` or `extern "C" {`; else
  /// `begin`.
  std::size_t open_block(std::size_t begin) {
    std::size_t at = begin + syntax_.is(begin, "inline");
    std::string name;
    if (syntax_.is(at, "namespace")) {
      for (++at; at < syntax_.size() && (is_word(syntax_[at]) || syntax_.is(at, "::"));
           ++at)
        name += syntax_[at].text;
      if (!name.empty()) name += "::";
    } else if (syntax_.is(at, "extern") && at + 1 < syntax_.size() &&
               syntax_[at + 1].kind == TokenKind::string) {
      at += 2;
    }
    if (at == begin || !syntax_.is(at, "{")) return begin;
    blocks_.push_back(joined(begin, at));
    names_.push_back(name);
    return at + 1;
  }

  std::size_t take_directive(std::size_t begin) {
    const std::vector<Token> words = directive_words(syntax_[begin]);
    const std::string kind(words.size() > 1 ? words[1].text : "");
    std::size_t end = begin + 1;
    Definition found;
    if (kind.starts_with("if")) {
      end = end_of_condition(begin);
      note_conditional(found, begin, end);
    } else if (kind == "include" || kind == "import") {
      found.is_include = true;
      for (std::size_t i = 2; i < words.size(); ++i) found.name += words[i].text;
    } else if ((kind == "define" || kind == "undef") && words.size() > 2) {
      found.name = words[2].text;
      found.introduces.insert(found.name);
    }
    found.identity = found.name.empty() ? "" : kind + " " + found.name;
    add(std::move(found), begin, end);
    return end;
  }

  /// The token after the \#endif that ends the \#if at `begin`.
  std::size_t end_of_condition(std::size_t begin) {
    int depth = 0;
    for (std::size_t i = begin; i < syntax_.size(); ++i) {
      if (syntax_[i].kind != TokenKind::directive) continue;
      const std::vector<Token> words = directive_words(syntax_[i]);
      if (words.size() < 2) continue;
      depth += words[1].text.starts_with("if");
      depth -= words[1].is("endif");
      if (depth == 0) return i + 1;
    }
    fail(syntax_[begin].line, "this condition has no #endif");
    return syntax_.size();
  }

  /// Notes the names that the branches of an \#if introduce.
  void note_conditional(Definition& found, std::size_t begin, std::size_t end) const {
    std::string inside;
    for (int line = syntax_[begin].line + 1; line < syntax_[end - 1].line; ++line) {
      const std::string_view text = lines_[static_cast<std::size_t>(line) - 1];
      const std::string_view start = trim(text);
      const bool branch = start.starts_with("#if") || start.starts_with("#e");
      if (!branch) inside.append(text).append("\n");
    }
    for (const Definition& each : definitions_in(inside).all)
      found.introduces.insert(each.introduces.begin(), each.introduces.end());
  }

  /// What has been read of a declaration.
  struct Shape {
    std::size_t class_key = kNone;
    std::size_t parameters = kNone;  ///< The opening parenthesis.
    std::size_t assigned = kNone;    ///< The `=`.
    std::size_t end = kNone;         ///< One past its last token.
    bool has_body = false;
    /// Whether the `:` before a constructor's initializers has been read.
    bool initializers = false;
  };

  std::size_t take_declaration(std::size_t begin) {
    const Shape shape = shape_of(begin);
    if (shape.end == kNone) {
      fail(syntax_[begin].line, "what begins here does not end");
      return syntax_.size();
    }
    Definition found;
    identify(found, begin, shape);
    add(std::move(found), begin, shape.end);
    return shape.end;
  }

  Shape shape_of(std::size_t begin) const {
    Shape shape;
    for (std::size_t i = begin, next; i < syntax_.size() && !ends_early(i); i = next) {
      next = behind_name_part(i);
      if (syntax_.is(i, ";")) {
        shape.end = i + 1;
        return shape;
      }
      if (shape.assigned != kNone) {
        next = syntax_.after(i);
      } else if (next == kNone) {
        next = syntax_.after(i);
        if (opens_body(shape, i)) {
          shape.has_body = true;
          shape.end = next;
          return shape;
        }
        note(shape, begin, i);
      }
    }
    return shape;
  }

  /// Whether the declaration has no end, because `i` is a bracket without a partner, or
  /// the end of the scope.
  bool ends_early(std::size_t i) const {
    const bool opens = syntax_.is_any(i, {"(", "{", "["});
    return (opens && syntax_.partner(i) == kNone) || syntax_.is(i, "}");
  }

  /// The token after the template arguments or the operator's name here; kNone for other
  /// tokens.
  std::size_t behind_name_part(std::size_t i) const {
    if (syntax_.is(i, "operator")) return behind_operator(i);
    const std::size_t end = syntax_.is(i, "<") ? syntax_.template_close(i) : kNone;
    return end != kNone && end > i ? end + 1 : kNone;
  }

  /// Whether the body of a function opens here, and not the value in a member
  /// initializer.
  bool opens_body(const Shape& shape, std::size_t i) const {
    const bool has_initializer =
        shape.initializers && (is_word(syntax_[i - 1]) || syntax_.is(i - 1, ">"));
    return syntax_.is(i, "{") && shape.parameters != kNone && !has_initializer;
  }

  void note(Shape& shape, std::size_t begin, std::size_t i) const {
    const bool has_parameters = shape.parameters != kNone;
    if (syntax_.is(i, "=")) {
      shape.assigned = i;
    } else if (syntax_.is(i, "(")) {
      const bool fixed = has_parameters || i == begin;
      if (!fixed && !takes_arguments(syntax_[i - 1])) shape.parameters = i;
    } else if (!has_parameters && is_type_key(syntax_[i])) {
      if (shape.class_key == kNone) shape.class_key = i;
    } else if (syntax_.is(i, ":") && has_parameters) {
      shape.initializers = true;
    }
  }

  /// The token after `operator` and its symbol, where the parameters begin.
  std::size_t behind_operator(std::size_t at) const {
    if (syntax_.is(at + 1, "(") && syntax_.is(at + 2, ")")) return at + 3;
    std::size_t next = at + 1;
    while (next < syntax_.size() && !syntax_.is(next, "(")) ++next;
    return next;
  }

  void identify(Definition& found, std::size_t begin, const Shape& shape) const {
    const char* kind = "variable ";
    std::string parameters;
    if (syntax_.is(begin, "static_assert")) return;
    if (shape.parameters != kNone) {
      kind = shape.has_body ? "function " : "declaration ";
      note_name(found, begin, shape.parameters);
      parameters = types_of(syntax_, shape.parameters);
    } else if (const std::string name = name_of_class(shape); !name.empty()) {
      kind = has_body(shape) ? "type " : "declaration ";
      found.name = joined_names() + name;
      found.introduces.insert(name.substr(0, name.find('<')));
      if (syntax_.is(shape.class_key, "enum")) note_enumerators(found, shape);
    } else if (syntax_.is(begin, "using") && syntax_.is(begin + 1, "namespace")) {
      return;
    } else {
      const bool type = syntax_.is(begin, "using") || syntax_.is(begin, "typedef");
      if (type) kind = "type ";
      note_variables(found, begin, shape, type);
    }
    if (!found.name.empty()) found.identity = kind + found.name + parameters;
  }

  /// The beginning of the qualified name that ends before `end`.
  std::size_t begin_of_name(std::size_t begin, std::size_t end) const {
    std::size_t at = end;
    for (std::size_t i = begin; i < end && at == end; ++i)
      if (syntax_.is(i, "operator")) at = i;
    if (at == end) at = begin_of_word(begin, end);
    if (at > begin && syntax_.is(at - 1, "~")) --at;
    while (at > begin && syntax_.is(at - 1, "::")) at = begin_of_word(begin, at - 1);
    return at;
  }

  /// The beginning of the word, with its template arguments, that ends before `end`.
  std::size_t begin_of_word(std::size_t begin, std::size_t end) const {
    std::size_t at = end;
    if (at > begin && syntax_.is(at - 1, ">") && syntax_.template_open(at - 1) < at)
      at = std::max(begin, syntax_.template_open(at - 1));
    return at > begin && is_word(syntax_[at - 1]) ? at - 1 : at;
  }

  void note_name(Definition& found, std::size_t begin, std::size_t end) const {
    const std::size_t at = begin_of_name(begin, end);
    if (at >= end || !is_word(syntax_[at]) || is_type_key(syntax_[at])) return;
    found.name +=
        (found.name.empty() ? joined_names() : ", ") + spelled(syntax_, at, end);
    std::size_t word = end;
    if (syntax_.is(end - 1, ">") && syntax_.template_open(end - 1) < end)
      word = syntax_.template_open(end - 1);
    if (is_word(syntax_[word - 1])) found.introduces.emplace(syntax_[word - 1].text);
  }

  /// The name of the class; "" if none is declared here, as in `struct Pipe* make();`.
  std::string name_of_class(const Shape& shape) const {
    if (shape.class_key == kNone) return "";
    std::size_t at = shape.class_key + 1;
    if (syntax_.is_any(at, {"class", "struct"})) ++at;  // enum class
    std::string name;
    for (std::size_t next; at < shape.end; at = next) {
      next = syntax_.skip_attribute(at);
      if (next != at) continue;
      next = syntax_.after(at);
      if (syntax_.is_any(at, {"{", ":", ";"})) break;
      if (syntax_.is_any(at, {"(", "final"}) || takes_arguments(syntax_[at])) continue;
      // Two words in succession, as in `struct Pipe pipe;`, are a variable.
      const bool is_variable =
          is_word(syntax_[at]) && !name.empty() && is_word(syntax_[at - 1]);
      if (is_variable || syntax_.is_any(at, {"=", "*"})) return "";
      const bool opens_list =
          syntax_.is(at, "<") && syntax_.template_close(at) < shape.end;
      if (opens_list) next = syntax_.template_close(at) + 1;
      name += spelled(syntax_, at, opens_list ? next : at + 1);
    }
    return name;
  }

  bool has_body(const Shape& shape) const {
    for (std::size_t i = shape.class_key; i < shape.end; i = syntax_.after(i))
      if (syntax_.is(i, "{")) return true;
    return false;
  }

  void note_enumerators(Definition& found, const Shape& shape) const {
    for (std::size_t i = shape.class_key; i < shape.end; ++i)
      if (is_word(syntax_[i]) && syntax_.scope(i) == ScopeKind::block)
        found.introduces.emplace(syntax_[i].text);
  }

  /// Notes the names of variables: "a" and "b" for `int a = 1, *b;`.
  void note_variables(Definition& found, std::size_t begin, const Shape& shape,
                      bool type) const {
    bool value = false;
    for (std::size_t i = begin; i < shape.end; i = syntax_.after(i)) {
      if (syntax_.is(i, "<") && syntax_.template_close(i) < shape.end)
        i = syntax_.template_close(i);
      const bool ends = syntax_.is_any(i, {"=", "{", ",", ";"});
      if (!ends) continue;
      std::size_t end = i;
      while (end > begin && syntax_.is(end - 1, "]")) end = syntax_.partner(end - 1);
      if (!value && end > begin) note_name(found, begin, end);
      value = syntax_.is(i, "=") || syntax_.is(i, "{");
      if (value && type) return;
    }
  }

  std::string joined(std::size_t begin, std::size_t end) const {
    std::string text;
    for (std::size_t i = begin; i < end; ++i)
      text += (text.empty() ? "" : " ") + std::string(syntax_[i].text);
    return text;
  }

  std::string joined_names() const {
    std::string names;
    for (const std::string& name : names_) names += name;
    return names;
  }

  void add(Definition found, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      found.code += found.code.empty() ? "" : " ";
      if (syntax_[i].kind != TokenKind::directive) {
        found.code += syntax_[i].text;
        if (is_word(syntax_[i])) found.words.emplace(syntax_[i].text);
        continue;
      }
      for (const Token& word : directive_words(syntax_[i])) {
        found.code += (word.is("#") ? "" : " ") + std::string(word.text);
        if (is_word(word)) found.words.emplace(word.text);
      }
    }
    if (found.identity.empty()) found.identity = found.code;
    found.blocks = blocks_;
    found.first_line = syntax_[begin].line;
    found.last_line = last_line_of(syntax_[end - 1]);
    found.comment_line = found.first_line;
    const int free_from = result_.all.empty() ? 1 : result_.all.back().last_line + 1;
    if (found.first_line < free_from)
      fail(found.first_line, "two definitions stand in one line");
    while (found.comment_line > free_from && is_comment(found.comment_line - 1))
      --found.comment_line;
    result_.all.push_back(std::move(found));
  }

  /// Whether the line has only a comment; marks of a region do not count as comments.
  bool is_comment(int line) const {
    const std::string_view text = trim(lines_[static_cast<std::size_t>(line) - 1]);
    return text.starts_with("//") && !text.starts_with("//#") &&
           !text.ends_with(kRegionMark);
  }

  int last_line_of(const Token& token) const {
    int line = token.line;
    line += static_cast<int>(std::count(token.text.begin(), token.text.end(), '\n'));
    if (token.kind != TokenKind::directive) return line;
    while (static_cast<std::size_t>(line) < lines_.size() &&
           trim(lines_[static_cast<std::size_t>(line) - 1]).ends_with('\\'))
      ++line;
    return line;
  }

  std::vector<std::string_view> lines_;
  RawText raw_;
  Syntax syntax_;
  Definitions result_;
  std::vector<std::string> blocks_;
  std::vector<std::string> names_;
};

}  // namespace

Definitions definitions_in(std::string_view source) { return Splitter(source).run(); }

std::string parameter_types(std::string_view parameters) {
  const RawText raw = tokenize_raw(parameters);
  const Syntax syntax(raw.tokens);
  const bool list =
      syntax.size() > 0 && syntax.is(0, "(") && syntax.partner(0) == syntax.size() - 1;
  return list ? types_of(syntax, 0) : "";
}

}  // namespace gridlock
