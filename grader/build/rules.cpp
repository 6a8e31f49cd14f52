#include "build/rules.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "build/source/syntax.h"
#include "common/text.h"

namespace gridlock {
namespace {

using Complaints = std::vector<Complaint>;

/// Whether `word` is a name of the sanitizer's runtime, or of a function that the
/// compiler does not instrument.
bool is_instrumentation_name(std::string_view word) {
  return starts_with_any(word, {"__tsan", "__sanitizer", "__llvm", "__profc", "__profd",
                                "__asan", "__msan", "__sancov"});
}

/// Whether `word` is a name of the simulator.  Anybody may use gridLock and GridLock.
bool is_our_name(std::string_view word) {
  while (word.starts_with("_")) word.remove_prefix(1);
  return word == "gridlock" || starts_with_any(word, {"gridlock_", "GRIDLOCK_"});
}

/// Whether `word` has the form of a mangled C++ name.  An extern "C" function of such a
/// name would replace a C++ function of the grader or a library.
bool is_compilers_name(std::string_view word) {
  return word.size() > 2 && word.starts_with("_Z");
}

/// Whether the token is a marker word for one of CUDA's keywords.  No other names of ours
/// may occur.
bool is_keyword_marker(const Token& token) {
  return token.is_any({"__gridlock_host__", "__gridlock_global__", "__gridlock_device__",
                       "__gridlock_shared__", "__gridlock_constant__",
                       "__gridlock_managed__", "__gridlock_launch_bounds__",
                       "__gridlock_cluster_dims__"});
}

/// Whether `word` is the older name of an MMX or 3DNow! function.  Not every word with
/// _m_ is one: programs have variables of such names.
bool is_mmx_function(std::string_view word) {
  if (!word.starts_with("_m_")) return false;
  static const std::set<std::string_view> kOthers{
      "_m_empty",      "_m_femms",    "_m_from_float", "_m_from_int",
      "_m_from_int64", "_m_maskmovq", "_m_to_float",   "_m_to_int",
      "_m_to_int64",   "_m_prefetch", "_m_prefetchw"};
  // Most are named for an instruction on packed numbers: _m_paddb, _m_punpckhbw.
  static const std::set<std::string_view> kPacked{
      "abs",  "ack", "add", "and",    "avg",   "cmp",  "extr", "f2i",  "fa",
      "fcm",  "fm",  "fna", "fpna",   "frcp",  "frsq", "fsub", "i2f",  "insr",
      "madd", "max", "min", "movmsk", "mul",   "or",   "sadb", "shuf", "sll",
      "sra",  "srl", "sub", "swap",   "unpck", "xor"};
  const std::string_view name = word.substr(3);
  return kOthers.contains(word) ||
         (name.starts_with("p") && starts_with_any(name.substr(1), kPacked));
}

/// Whether `word` is a function of SSE or SSE2 that a program may use in host code: the
/// compiler's headers implement these in C++ with vector types, except for the masked
/// store.  Functions of later instruction sets do not compile.
bool is_sse_function(std::string_view word) {
  return word.starts_with("_mm_") && !word.starts_with("_mm_mask");
}

/// Whether `word` is a built-in function or type with accesses that the compiler does not
/// announce, or a way to leave a function other than at its end.
bool is_hidden_access(std::string_view word) {
  if (is_mmx_function(word)) return true;
  static const std::vector<std::string> kBegins = split_list(
      "__builtin_ia32_, __builtin_nontemporal, __builtin_masked, "
      "__builtin_memcpy_inline, __builtin_memset_inline, __builtin_matrix, "
      "__builtin_setjmp, __builtin_longjmp, __builtin_frame_address, "
      "__builtin_return_address, __builtin_unwind, __builtin_eh_, __builtin_apply, "
      "__builtin_coro, __builtin_thread_pointer, __builtin___clear_cache, _ExtInt, "
      "_BitInt, _mm_, _mm256_, _mm512_, __seg_");
  return starts_with_any(word, kBegins);
}

/// Whether `word` is a function of the C++ runtime.  These functions call their
/// arguments, or write through them, without a hook.  A lab needs only the calls that the
/// compiler itself makes.
bool is_of_runtime(std::string_view word) {
  return starts_with_any(word, {"_Unwind_", "__cxa_", "__gxx_", "__tls_get_addr"});
}

/// The name of an attribute that is written as `__name__`.
std::string_view without_underscores(std::string_view word) {
  while (word.starts_with("_")) word.remove_prefix(1);
  while (word.ends_with("_")) word.remove_suffix(1);
  return word;
}

/// Whether the attribute makes vector types, which CUDA does not have.  Accesses to such
/// types are announced: code/instrument.h adds what the compiler leaves out.
bool makes_vectors(std::string_view word) {
  word = without_underscores(word);
  return word == "ext_vector_type" || word == "vector_size";
}

/// Whether the attribute leaves all accesses announced.
bool is_harmless_attribute(std::string_view word) {
  word = without_underscores(word);
  static const std::vector<std::string> kHarmless = split_list(
      "aligned, always_inline, carries_dependency, cold, const, deprecated, "
      "fallthrough, flatten, format, format_arg, gnu_inline, hot, likely, malloc, "
      "maybe_unused, may_alias, nodiscard, noinline, nonnull, noreturn, nothrow, "
      "no_unique_address, optnone, packed, pure, returns_nonnull, unlikely, unused, "
      "used, unavailable, warn_unused_result, assume_aligned, noescape, warning, "
      "error, alloc_size, diagnose_if, enable_if, indeterminate, uninitialized");
  return is_any_of(word, kHarmless);
}

// ------------------------------------------------------- a file as it was written

/// Complains about paths that lead out of a submission's folder, such as "../x" and "/x",
/// and about headers of the grader.
std::string complaint_about_include(const std::string& target, bool is_program) {
  if (target.empty()) return "";  // A macro names the file, which check_files() checks.
  if (!is_program && target.front() == '/')
    return "This includes a file by its absolute path. Include headers that lie beside "
           "the submission, by their name alone.";
  const std::string slashed = "/" + target + "/";
  if (!is_program && slashed.find("/../") != slashed.npos)
    return "This includes a file from outside of the submission's folder (..). Put the "
           "header beside the submission.";
  if (starts_with_any(target, {"gridlock/", "gridlock_"}))
    return std::string("This header is the grader's own. A ") +
           (is_program ? "program" : "submission") +
           " includes CUDA's and C++'s headers and its own.";
  return "";
}

/// The text between the quotes or angle brackets of an #include.
std::string include_target(std::string_view directive) {
  const std::size_t open = directive.find_first_of("<\"");
  if (open == directive.npos) return "";
  const char close = directive[open] == '<' ? '>' : '"';
  const std::size_t end = directive.find(close, open + 1);
  return std::string(directive.substr(open + 1, end - open - 1));
}

std::string complaint_about_word(const Token& word) {
  if (word.kind != TokenKind::identifier) return "";
  if (is_our_name(word.text) || is_instrumentation_name(word.text))
    return "The name " + std::string(word.text) +
           " is reserved for the grader. Choose another one.";
  return "";
}

/// Whether this is `#line 12 "file"`, or its preprocessed form, `# 12 "file"`.
bool is_line_directive(const std::vector<Token>& words) {
  return words.size() > 1 && (words[1].is("line") || words[1].kind == TokenKind::number);
}

/// Checks the #line directives of a program's file.  They may name other files, but must
/// not renumber the lines of this one, because reports name them.
class LineDirectives {
 public:
  explicit LineDirectives(std::string_view name)
      : own_(std::filesystem::path(name).filename().string()) {}

  /// The complaint about the next directive; "" if it is allowed.
  std::string complaint_about(const Token& directive) {
    const std::vector<Token> words = directive_words(directive);
    if (!is_line_directive(words)) return "";
    const std::size_t at = words[1].is("line") ? 2 : 1;
    if (words.size() <= at || words[at].kind != TokenKind::number)
      return "The simulator follows #line only with a number, and a file's name if need "
             "be. Remove the directive, or write the number.";
    if (words.size() > at + 1) {
      const std::string_view quoted = words[at + 1].text;
      const std::size_t open = quoted.find('"');
      const std::size_t close = quoted.rfind('"');
      const std::string file(open == close ? quoted
                                           : quoted.substr(open + 1, close - open - 1));
      elsewhere_ = std::filesystem::path(file).filename() != own_;
    }
    if (elsewhere_ || words[at].text == std::to_string(directive.line + 1)) return "";
    return "This #line directive gives the lines of this file other numbers, which no "
           "report could show. Remove it, or let it name another file.";
  }

 private:
  std::string own_;
  bool elsewhere_ = false;  ///< The following lines belong to another file.
};

std::string complaint_about_directive(const Token& directive, bool is_program) {
  const std::vector<Token> words = directive_words(directive);
  if (words.size() < 2) return "";
  const std::string_view name = words[1].text;
  if (is_line_directive(words))
    return is_program ? ""
                      : "A #line directive would hide the line numbers of this file. "
                        "Remove it.";
  if (name == "include" || name == "include_next" || name == "import")
    return complaint_about_include(include_target(directive.text), is_program);
  if (name == "embed") return "#embed is not available here.";
  // A condition may test our names, as #ifdef GRIDLOCK_SIM does.
  if (name.starts_with("if") || name.starts_with("elif")) return "";
  for (const Token& word : words)
    if (std::string text = complaint_about_word(word); !text.empty()) return text;
  return "";
}

// --------------------------------------------------------------- preprocessed text

class PreprocessedCheck {
 public:
  PreprocessedCheck(const TokenizedText& tokenized, bool is_program)
      : tokenized_(tokenized), is_program_(is_program), syntax_(tokenized.tokens) {}

  Complaints run() {
    check_files();
    for (const Token& pragma : tokenized_.pragmas)
      if (is_students_token(pragma)) check_pragma(pragma);
    for (std::size_t i = 0; i < syntax_.size(); ++i)
      if (is_students_token(syntax_[i])) check_token(i);
    return std::move(complaints_);
  }

 private:
  const SourceFile& file(int index) const {
    return tokenized_.files.at(static_cast<std::size_t>(std::max(index, 0)));
  }
  bool is_students_token(const Token& token) const {
    return token.file >= 0 && is_students(file(token.file).kind);
  }
  void complain(const Token& token, std::string text) {
    complaints_.push_back({false, file(token.file).name, token.line, std::move(text)});
  }

  void check_files() {
    for (const Inclusion& inclusion : tokenized_.inclusions) {
      // The scenarios are part of the module anyway.
      if (file(inclusion.file).kind == FileKind::scenarios &&
          is_students(file(inclusion.from).kind))
        complaints_.push_back(
            {false, file(inclusion.from).name, inclusion.at_line,
             "The lab's scenarios are compiled beside this file. Remove the #include of "
             "them."});
      if (file(inclusion.file).kind != FileKind::stranger) continue;
      complaints_.push_back(
          {false, file(inclusion.from).name, inclusion.at_line,
           "The file included here lies outside of the submission's folder and of the "
           "compiler's own. Put the header beside the submission."});
    }
    if (tokenized_.renaming_marker >= 0) {
      const auto index = static_cast<std::size_t>(tokenized_.renaming_marker);
      const LineMarker& marker = tokenized_.markers.at(index);
      complaints_.push_back({false, file(marker.file).name, marker.line,
                             "A #line directive would hide the line numbers of this "
                             "file. Remove it."});
    }
  }

  void check_pragma(const Token& pragma) {
    const std::vector<Token> words = directive_words(pragma);
    if (words.size() < 3 || !words[1].is("pragma")) return;
    const std::string_view first = words[2].text;
    const std::string_view second = words.size() > 3 ? words[3].text : "";
    const bool is_harmless = is_any_of(second, {"diagnostic", "loop", "unroll", "warning",
                                                "error", "ivdep", "fp", "poison"});
    const bool vendor = first == "clang" || first == "GCC";
    const bool forbidden = starts_with_any(
        first, {"weak", "redefine_extname", "optimize", "section", "code_seg", "data_seg",
                "bss_seg", "const_seg", "init_seg", "alloc_text", "comment", "ms_struct",
                "function", "intrinsic"});
    if (forbidden || (vendor && !is_harmless))
      complain(pragma, "#pragma " + std::string(first) +
                           (vendor ? " " + std::string(second) : "") + not_allowed());
  }

  void check_token(std::size_t i) {
    const Token& token = syntax_[i];
    if (token.is("[") && syntax_.is(i + 1, "[")) check_attributes(i, true);
    if (token.kind != TokenKind::identifier) return;
    if (token.is_any({"__attribute__", "__attribute", "__declspec"}))
      check_attributes(i + 1, false);
    check_name(token);
    if (is_program_) return;
    if (token.is("goto") && syntax_.is(i + 1, "*"))
      complain(token, "A goto to a computed address is not CUDA C++. Use switch.");
    if (starts_host_thread(i))
      complain(
          token,
          "A lab's submission cannot start host threads. Issue the work from one thread, "
          "into several streams where it shall overlap.");
  }

  void check_name(const Token& token) {
    const std::string reserved = complaint_about_word(token);
    if (!reserved.empty() && !is_keyword_marker(token)) complain(token, reserved);
    if (!is_program_ && is_compilers_name(token.text))
      complain(token, "The name " + std::string(token.text) +
                          " is reserved for the compiler. Choose another one.");
    const bool is_hidden =
        is_hidden_access(token.text) && !(is_program_ && is_sse_function(token.text));
    if (is_hidden || (!is_program_ && is_of_runtime(token.text)))
      complain(token, std::string(token.text) +
                          " is a feature of the host's compiler that the simulator "
                          "cannot watch, and CUDA does not have it. Write plain C++.");
  }

  /// Whether this names std::thread, std::jthread or std::async, but no member such as
  /// std::thread::hardware_concurrency.
  bool starts_host_thread(std::size_t i) const {
    return syntax_.is_any(i, {"thread", "jthread", "async"}) && i >= 2 &&
           syntax_.is(i - 1, "::") && syntax_.is(i - 2, "std") &&
           !syntax_.is(i + 1, "::");
  }

  /// Whether the word in an attribute list is a scope or `using`, not an attribute.
  bool names_scope(std::size_t i, bool standard) const {
    return syntax_.is(i + 1, "::") ||
           (standard && (syntax_.is(i, "using") || syntax_.is(i - 1, "using")));
  }

  void check_attributes(std::size_t open, bool standard) {
    if (open >= syntax_.size() || syntax_.partner(open) == kNone) return;
    // Except for __declspec(..), the list is in the inner one of two pairs of brackets.
    std::size_t begin = open + 1;
    std::size_t end = syntax_.partner(open);
    const bool doubled =
        syntax_.is(begin, syntax_[open].text) && syntax_.partner(begin) != kNone;
    if (doubled) {
      end = syntax_.partner(begin);
      ++begin;
    }
    for (std::size_t i = begin; i < end; i = syntax_.after(i)) {
      const Token& word = syntax_[i];
      if (word.kind != TokenKind::identifier) continue;
      if (names_scope(i, standard) || is_harmless_attribute(word.text) ||
          (is_program_ && makes_vectors(word.text)))
        continue;
      complain(word, "The attribute " + std::string(word.text) + not_allowed());
    }
  }

  std::string not_allowed() const {
    return std::string(" is not allowed in a ") +
           (is_program_ ? "program" : "submission") +
           ": it can change what the simulator sees of the code. Remove it.";
  }

  const TokenizedText& tokenized_;
  bool is_program_;
  Syntax syntax_;
  Complaints complaints_;
};

}  // namespace

std::vector<Complaint> check_raw(std::string_view text, std::string_view name,
                                 bool is_program) {
  Complaints complaints;
  const auto complain = [&](int line, std::string what) {
    if (!what.empty())
      complaints.push_back({false, std::string(name), line, std::move(what)});
  };
  const RawText raw = tokenize_raw(text);
  if (raw.doubtful_line > 0)
    complain(raw.doubtful_line,
             "A raw string with a backslash at the end of a line is not supported. "
             "Write it without the backslash.");
  LineDirectives line_directives(name);
  for (const Token& token : raw.tokens) {
    complain(token.line, token.kind == TokenKind::directive
                             ? complaint_about_directive(token, is_program)
                             : complaint_about_word(token));
    if (is_program && token.kind == TokenKind::directive)
      complain(token.line, line_directives.complaint_about(token));
  }
  return complaints;
}

std::vector<Complaint> check_preprocessed(const TokenizedText& tokenized,
                                          bool is_program) {
  return PreprocessedCheck(tokenized, is_program).run();
}

}  // namespace gridlock
