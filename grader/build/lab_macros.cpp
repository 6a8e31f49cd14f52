#include "build/lab_macros.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace gridlock {
namespace {

/// A directive about a macro, and where it stands.
struct Directive {
  FileKind kind;
  std::string file;
  int line = 0;
  std::string text;

  bool is_define() const { return text.starts_with("#define "); }
  std::string place() const { return fmt::format("{}:{}", file, line); }
};

std::string_view macro_name(std::string_view directive) {
  const std::size_t begin = directive.find(' ') + 1;
  return directive.substr(begin, directive.find_first_of(" (\n", begin) - begin);
}

/// Each name in a text, with the line where it occurs first.
std::map<std::string, int, std::less<>> names_in(const std::string& text) {
  std::map<std::string, int, std::less<>> names;
  const RawText raw = tokenize_raw(text);
  for (const Token& token : raw.tokens) {
    const bool is_directive = token.kind == TokenKind::directive;
    for (const Token& word : is_directive ? directive_words(token) : std::vector{token})
      if (word.kind == TokenKind::identifier) names.emplace(word.text, token.line);
  }
  return names;
}

/// Follows the preprocessor to the end of the submission.
class Walk {
 public:
  Walk(const TokenizedText& tokenized,
       const std::function<const std::string&(const SourceFile&)>& text_of)
      : tokenized_(tokenized), text_of_(text_of) {}

  LabMacros run() {
    LabMacros result;
    for (const Inclusion& inclusion : tokenized_.inclusions)
      if (result.line == 0 && file(inclusion.file).kind == FileKind::submission &&
          file(inclusion.from).kind == FileKind::scenarios)
        result.line = inclusion.at_line;
    auto macro = tokenized_.macros.begin();
    bool in_submission = false;
    for (const LineMarker& marker : tokenized_.markers) {
      for (; macro != tokenized_.macros.end() && macro->offset < marker.offset; ++macro)
        obey(*macro);
      const SourceFile& next = file(marker.file);
      if (next.kind == FileKind::lab) enter(next);
      if (next.kind == FileKind::submission) in_submission = true;
      if (next.kind == FileKind::scenarios && in_submission) break;
    }
    for (const auto& [name, directive] : students_) {
      result.restoring += "#undef " + name + "\n";
      if (const auto other = others_.find(name); other != others_.end())
        result.restoring += other->second.text + "\n";
    }
    result.complaints = std::move(complaints_);
    return result;
  }

 private:
  const SourceFile& file(int index) const {
    return tokenized_.files.at(static_cast<std::size_t>(std::max(index, 0)));
  }

  void obey(const Token& token) {
    if (token.file < 0) return;
    const SourceFile& where = file(token.file);
    const std::string name(macro_name(token.text));
    const Directive directive{where.kind, where.name, token.line,
                              std::string(token.text)};
    const auto other = others_.find(name);
    if (is_students(where.kind)) {
      students_.insert_or_assign(name, directive);
      if (other != others_.end() && other->second.kind == FileKind::lab)
        complain(
            name, directive,
            fmt::format(
                "The macro {} is the lab's own: {}. {}", name, other->second.place(),
                directive.is_define() ? "Choose another name." : "Leave it defined."));
    } else if (directive.is_define()) {
      others_.insert_or_assign(name, directive);
    } else if (other != others_.end()) {
      others_.erase(other);
    }
  }

  /// A macro that is undefined again may still be on the stack of #pragma push_macro.
  void enter(const SourceFile& header) {
    if (students_.empty()) return;
    const auto names = names_in(text_of_(header));
    for (const auto& [name, directive] : students_)
      if (const auto used = names.find(name); used != names.end())
        complain(name, directive,
                 fmt::format("This macro would change the lab's own file, which uses the "
                             "name {}: {}:{}. Choose another name, or define it behind "
                             "the #include.",
                             name, header.name, used->second));
  }

  void complain(const std::string& name, const Directive& directive, std::string text) {
    if (told_.insert(name).second)
      complaints_.push_back({true, directive.file, directive.line, std::move(text)});
  }

  const TokenizedText& tokenized_;
  const std::function<const std::string&(const SourceFile&)>& text_of_;
  std::map<std::string, Directive, std::less<>> students_;  ///< The last about each name.
  std::map<std::string, Directive, std::less<>> others_;    ///< What else is defined.
  std::set<std::string> told_;
  std::vector<Complaint> complaints_;
};

}  // namespace

LabMacros lab_macros(
    const TokenizedText& tokenized,
    const std::function<const std::string&(const SourceFile&)>& text_of) {
  return Walk(tokenized, text_of).run();
}

}  // namespace gridlock
