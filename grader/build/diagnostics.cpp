#include "build/diagnostics.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "build/unsupported.h"
#include "common/text.h"

namespace gridlock {
namespace {

constexpr std::size_t kLinesMax = 60;
constexpr std::size_t kCandidatesMax = 8;

/// Removes a number from the front and returns it, if there is one.
std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  if (parsed.ec != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(parsed.ptr - text.data()));
  return number;
}

/// Parses "error: text" and nvcc's "error #20: text".
bool take_severity(std::string_view text, Diagnostic& diagnostic) {
  for (const char* severity : {"fatal error", "error", "warning", "note"}) {
    if (!text.starts_with(severity)) continue;
    std::string_view rest = text.substr(std::string_view(severity).size());
    if (rest.starts_with(" #")) rest = rest.substr(std::min(rest.find(':'), rest.size()));
    if (!rest.starts_with(": ")) continue;
    diagnostic.severity = severity;
    diagnostic.text = rest.substr(2);
    return true;
  }
  return false;
}

/// `file:12:3: error: text`, from clang and g++.
std::optional<Diagnostic> parse_colons(std::string_view line) {
  for (std::size_t colon = line.find(':'); colon != line.npos;
       colon = line.find(':', colon + 1)) {
    std::string_view rest = line.substr(colon + 1);
    const auto number = take_number(rest);
    if (!number || !rest.starts_with(":")) continue;
    rest.remove_prefix(1);
    if (take_number(rest) && rest.starts_with(":")) rest.remove_prefix(1);
    Diagnostic diagnostic{std::string(line.substr(0, colon)), *number, "", ""};
    if (take_severity(trim(rest), diagnostic)) return diagnostic;
  }
  return std::nullopt;
}

/// `file(12): error: text` (nvcc).
std::optional<Diagnostic> parse_parentheses(std::string_view line) {
  const std::size_t close = line.find("): ");
  if (close == line.npos) return std::nullopt;
  const std::size_t open = line.rfind('(', close);
  if (open == line.npos) return std::nullopt;
  std::string_view number = line.substr(open + 1, close - open - 1);
  const auto value = take_number(number);
  Diagnostic diagnostic{std::string(line.substr(0, open)), value.value_or(0), "", ""};
  if (!value || !number.empty() || !take_severity(line.substr(close + 3), diagnostic))
    return std::nullopt;
  return diagnostic;
}

/// Replaces the simulator's internal names in a message by the words of the student's
/// source.
std::string without_internals(std::string text) {
  static const std::vector<std::pair<std::string_view, std::string_view>> kWords{
      {"__gridlock_shared__", "__shared__"},
      {"__gridlock_device__", "__device__"},
      {"__gridlock_global__", "__global__"},
      {"__gridlock_constant__", "__constant__"},
      {"__gridlock_managed__", "__managed__"},
      {"__gridlock_launch_bounds__", "__launch_bounds__"},
      {"__gridlock_cluster_dims__", "__cluster_dims__"},
      {"gridlock_program_main", "main"},
      {" 'arguments'", ""},
      {"variable length array declaration cannot have 'static' storage duration",
       "the size of a __shared__ or static array must be a constant"},
  };
  for (const auto& [from, to] : kWords) text = replace_all(text, from, to);
  return text;
}

/// ": " and the reason why a candidate does not match, from the first note with one; or
/// "".
std::string reason_of(const std::vector<const Diagnostic*>& notes) {
  constexpr std::string_view kBefore = "not viable: ";
  for (const Diagnostic* note : notes)
    if (const std::size_t at = note->text.find(kBefore); at != std::string::npos)
      return ": " + note->text.substr(at + kBefore.size());
  return "";
}

/// The called function, if no function matches the call, or several do; "" for other
/// errors.
std::string called_function(const std::string& error) {
  for (const std::string_view begin : {"no matching function for call to '", "call to '"})
    if (error.starts_with(begin)) {
      const std::string name =
          error.substr(begin.size(), error.rfind('\'') - begin.size());
      return error.ends_with("'") || error.ends_with("' is ambiguous") ? name : "";
    }
  return "";
}

/// "The 1st argument is 'size_t *' (aka 'unsigned long *').", if all notes that give a
/// reason agree on it; followed by the advice to write &, if a note gives that.
std::string unfitting_argument(const std::vector<const Diagnostic*>& notes) {
  constexpr std::string_view kBefore = "no known conversion from ", kFor = "' for ";
  std::string all, instead;
  for (const Diagnostic* note : notes) {
    const std::string& text = note->text;
    const std::size_t at = text.find(kBefore);
    const std::size_t to = text.find(" to '", at);
    const std::size_t which = text.find(kFor, to);
    if (at == text.npos || to == text.npos || which == text.npos) continue;
    const std::size_t begin = at + kBefore.size();
    // "1st argument", or "1st argument; dereference the argument with *".
    const std::size_t from = which + kFor.size();
    const std::string argument = text.substr(from, text.find(';', from) - from);
    const std::string one =
        "The " + argument + " is " + text.substr(begin, to - begin) + ".  ";
    if (!all.empty() && one != all) return "";
    all = one;
    if (text.find("; take the address of the argument with &") != text.npos)
      instead = "Its address fits: put & before it.  ";
  }
  return all + instead;
}

std::string list_of_candidates(const std::vector<std::string>& candidates,
                               const std::vector<const Diagnostic*>& notes) {
  if (candidates.empty()) return "";
  std::string text = "  " + unfitting_argument(notes) + "These exist:\n";
  for (std::size_t i = 0; i < std::min(candidates.size(), kCandidatesMax); ++i)
    text += "      " + candidates[i] + "\n";
  if (candidates.size() > kCandidatesMax)
    text += "      and " + std::to_string(candidates.size() - kCandidatesMax) + " more\n";
  return text;
}

/// Turns an error about the simulator's own functions into one about the launch.
std::string about_launch(const std::string& text,
                         const std::vector<const Diagnostic*>& notes) {
  if (text.find("'bind_launch'") != text.npos)
    return "this launch's configuration does not fit; write "
           "kernel<<<blocks, threads>>>(...) or kernel<<<blocks, threads, "
           "shared_bytes, stream>>>(...)";
  const std::size_t bound = text.find("BoundKernelWithDefaults<");
  if (bound == text.npos) return text;
  // BoundKernelWithDefaults<(lambda at ..), int *, int>
  const std::size_t begin = text.find("), ", bound);
  const std::size_t end = text.rfind('>');
  const std::string parameters = begin == text.npos || end == text.npos || end < begin
                                     ? ""
                                     : text.substr(begin + 3, end - begin - 3);
  return "the arguments of this launch do not fit the kernel's parameters (" +
         parameters + ")" + reason_of(notes);
}

/// The sentence of a failed static_assert, without the condition that clang puts before
/// it: `static_assert failed due to requirement 'x' "sentence"`, or `static assertion
/// failed due to ..: sentence`.  Other messages are returned as they are.
std::string sentence_of_assertion(const std::string& text) {
  const bool assertion = text.starts_with("static_assert failed") ||
                         text.starts_with("static assertion failed");
  if (!assertion) return text;
  if (const std::size_t quote = text.find("' \""); quote != text.npos)
    return text.substr(quote + 3, text.size() - quote - 4);
  const std::size_t colon =
      text.find("': ") == text.npos ? text.find(": ") : text.find("': ") + 1;
  return colon == text.npos ? text : text.substr(colon + 2);
}

bool is_labs(FileKind kind) {
  return kind == FileKind::scenarios || kind == FileKind::lab;
}
bool is_shown(FileKind kind) { return is_students(kind) || is_labs(kind); }

struct SourceLocation {
  SourceFile file;
  int line = 0;
};

/// Clang's name of a warning: "-Wparentheses" for "text [-Wparentheses]"; or "".
std::string_view warning_name(std::string_view text) {
  const std::size_t open = text.rfind(" [-W");
  if (open == text.npos || !text.ends_with("]")) return "";
  return text.substr(open + 2, text.size() - open - 3);
}

/// Whether a warning points at a likely mistake in a kernel.  Students do not see
/// warnings about style, or about code that nvcc accepts silently.
bool is_helpful(const Diagnostic& diagnostic) {
  static const std::set<std::string_view> kHelpful{"-Wdangling-else",
                                                   "-Wempty-body",
                                                   "-Wlogical-not-parentheses",
                                                   "-Wparentheses",
                                                   "-Wreturn-stack-address",
                                                   "-Wreturn-type",
                                                   "-Wsometimes-uninitialized",
                                                   "-Wtautological-compare",
                                                   "-Wuninitialized",
                                                   "-Wunused-comparison",
                                                   "-Wunused-value",
                                                   "-Wuser-defined-warnings"};
  return diagnostic.severity == "warning" &&
         kHelpful.contains(warning_name(diagnostic.text));
}

struct Group {
  const Diagnostic* message;
  std::vector<const Diagnostic*> notes;
  SourceFile file;
  int line = 0;
};

/// The messages that `is_wanted` accepts, with their notes.
std::vector<Group> grouped(const std::vector<Diagnostic>& diagnostics,
                           const Classifier& classify,
                           bool (*is_wanted)(const Diagnostic&)) {
  std::vector<Group> groups;
  bool in_group = false;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == "note") {
      if (in_group) groups.back().notes.push_back(&diagnostic);
      continue;
    }
    in_group = is_wanted(diagnostic);
    if (in_group)
      groups.push_back({&diagnostic, {}, classify(diagnostic.file), diagnostic.line});
  }
  for (Group& group : groups) {
    // Show the error where the student's code led to it, if a note says so.
    for (const Diagnostic* note : group.notes) {
      if (is_shown(group.file.kind)) break;
      const SourceFile file = classify(note->file);
      if (!is_shown(file.kind)) continue;
      group.file = file;
      group.line = note->line;
    }
  }
  return groups;
}

/// For a name that both the student and the lab define, or a function that both have with
/// the same parameters: moves the error to the student's line, and returns advice;
/// otherwise "".
std::string about_name_of_lab(Group& group, const Classifier& classify) {
  constexpr std::string_view kTwice = "redefinition of '", kAmbiguous = "call to '";
  const std::string& text = group.message->text;
  const bool twice = text.find("redefinition") != text.npos;
  if (!twice && !text.ends_with("' is ambiguous")) return "";
  std::optional<SourceLocation> students, labs;
  const auto take = [&](const SourceFile& file, int line) {
    if (is_students(file.kind) && !students) students = {file, line};
    if (is_labs(file.kind) && !labs) labs = {file, line};
  };
  if (twice) take(group.file, group.line);
  for (const Diagnostic* note : group.notes) take(classify(note->file), note->line);
  if (!students || !labs) return "";
  group.file = students->file;
  group.line = students->line;
  group.notes.clear();
  std::string name = "This name";
  for (const std::string_view before : {kTwice, kAmbiguous})
    if (const std::size_t at = text.find(before); at != text.npos) {
      const std::size_t begin = at + before.size();
      name = "The name " + text.substr(begin, text.find('\'', begin) - begin);
    }
  return name + " is the lab's own: " + labs->file.name + ":" +
         std::to_string(labs->line) + ". Choose another name.";
}

/// "; add #include <...>", if the name that is not declared is a header's; or "".
std::string missing_header(const std::string& error) {
  if (error == "use of undeclared identifier 'cuda'")
    return "; add #include <cuda/atomic>, or another header of cuda/";
  return error == "use of undeclared identifier 'cooperative_groups'"
             ? "; add #include <cooperative_groups.h>"
             : "";
}

std::string place(const SourceFile& file, int line) {
  if (file.name.empty()) return "";
  return file.name + ":" + std::to_string(line) + ": ";
}

std::string headline_of(const Group& group, const std::string& clash,
                        const Classifier& classify) {
  std::string what =
      clash.empty() ? about_launch(group.message->text, group.notes) : clash;
  if (std::string named = unsupported_feature(what); !named.empty()) what = named;
  if (!is_shown(classify(group.message->file).kind)) what = sentence_of_assertion(what);
  return place(group.file, group.line) + "error: " + what + missing_header(what);
}

/// The notes about files that students may see, but not about the simulator's functions.
std::string notes_of(const Group& group, const Classifier& classify) {
  std::string text;
  for (const Diagnostic* note : group.notes) {
    const SourceFile file = classify(note->file);
    if (is_shown(file.kind) && !contains(note->text, "gridlock::sim::"))
      text += "  " + place(file, note->line) + "note: " + note->text + "\n";
  }
  return text;
}

void append_source(std::string& text, const std::string& source) {
  if (!source.empty()) text += "    " + source + "\n";
}

}  // namespace

std::vector<Diagnostic> parse_diagnostics(std::string_view compiler_output) {
  std::vector<Diagnostic> diagnostics;
  for (const std::string_view line : split_lines(compiler_output)) {
    if (auto found = parse_colons(line)) {
      diagnostics.push_back(std::move(*found));
    } else if (auto with_parentheses = parse_parentheses(line)) {
      diagnostics.push_back(std::move(*with_parentheses));
    } else {
      Diagnostic placeless;  // "error: cannot find ...", "fatal error: too many errors".
      if (take_severity(line, placeless)) diagnostics.push_back(std::move(placeless));
    }
  }
  return diagnostics;
}

Explanation explain(const std::vector<Diagnostic>& diagnostics,
                    const Classifier& classify, const LineText& line_text,
                    const Candidates& candidates) {
  Explanation explanation;
  std::vector<Group> groups =
      grouped(diagnostics, classify,
              [](const Diagnostic& diagnostic) { return diagnostic.is_error(); });
  // Without its header, one name leads to many errors: only the first one is shown.
  const auto lacks_header = std::ranges::find_if(groups, [](const Group& group) {
    return !missing_header(group.message->text).empty();
  });
  if (lacks_header != groups.end()) groups = {*lacks_header};
  bool students = false, scenarios = false, clashes = false;
  std::string text;
  std::set<std::string> said;
  for (Group& group : groups) {
    if (group.message->file.empty() && groups.size() > 1) continue;  // "too many errors"
    const std::string clash = about_name_of_lab(group, classify);
    clashes |= !clash.empty();
    if (clashes && is_labs(group.file.kind)) continue;  // The clash causes this error.
    students |= is_students(group.file.kind);
    scenarios |= is_labs(group.file.kind);
    const std::string headline = headline_of(group, clash, classify);
    if (!said.insert(headline).second) continue;
    text += headline + "\n";
    if (is_shown(group.file.kind)) append_source(text, line_text(group.file, group.line));
    const std::string called = called_function(group.message->text);
    if (candidates && clash.empty() && !called.empty())
      text += list_of_candidates(candidates(called), group.notes);
    text += notes_of(group, classify);
  }
  explanation.any_error = !groups.empty();
  explanation.errors_only_in_scenarios = scenarios && !students;
  explanation.errors_only_in_ours = !groups.empty() && !scenarios && !students;
  explanation.text = first_lines(sanitize_text(without_internals(text)), kLinesMax);
  return explanation;
}

std::vector<std::string> explain_warnings(const std::vector<Diagnostic>& diagnostics,
                                          const Classifier& classify,
                                          const LineText& line_text) {
  std::vector<std::string> warnings;
  for (const Group& group : grouped(diagnostics, classify, is_helpful)) {
    const bool is_own =
        is_students(group.file.kind) && group.file.kind != FileKind::reference;
    if (!is_own) continue;
    const std::string& what = group.message->text;
    std::string text = place(group.file, group.line) +
                       "warning: " + what.substr(0, what.rfind(" [-W")) + "\n";
    append_source(text, line_text(group.file, group.line));
    for (const Diagnostic* note : group.notes) {
      // Advice that would only hide the mistake is left out.
      const bool hides = note->text.find("silence") != std::string::npos ||
                         note->text.starts_with("remove the ");
      const SourceFile file = classify(note->file);
      if (!hides && is_students(file.kind))
        text += "  " + place(file, note->line) + "note: " + note->text + "\n";
    }
    warnings.push_back(sanitize_text(without_internals(text)));
  }
  return warnings;
}

}  // namespace gridlock
