// The house rules about English: sim/ and worker/ write no sentences, but typed findings;
// and comments are sentences.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <regex>

#include "setup/house_rules.h"

namespace {

using namespace house;
using gridlock::contains;
using gridlock::trim;

// A string literal, joined with those that follow it, and the statement before it.
struct Literal {
  std::string text;
  std::string_view before;
  std::size_t line = 0;
};

// The end of a comment, an #include or a quote in quotes that begins at `at`; `at` if
// there is none.
std::size_t behind_comment(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  const bool at_margin = at == 0 || text[at - 1] == '\n';
  if (rest.substr(0, 2) == "//" || (at_margin && rest.substr(0, 8) == "#include"))
    return std::min(text.find('\n', at), text.size());
  if (rest.substr(0, 2) == "/*") return std::min(text.find("*/", at) + 2, text.size());
  if (rest.substr(0, 3) == "'\"'") return at + 3;
  return at;
}

std::vector<Literal> literals_of(const TextFile& file) {
  std::vector<Literal> literals;
  const std::string_view text = file.text;
  std::size_t statement = 0, line = 1;
  bool joins = false;  // Whether only white space has come since the last literal.
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (const std::size_t end = behind_comment(text, at); end > at) {
      line += static_cast<std::size_t>(
          std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                     text.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
      at = end - 1;
      continue;
    }
    if (text[at] == '\n') ++line;
    if (std::isspace(static_cast<unsigned char>(text[at]))) continue;
    if (text[at] != '"') {
      joins = false;
      if (std::string_view(";{}").find(text[at]) != text.npos) statement = at + 1;
      continue;
    }
    if (!joins) literals.push_back({"", text.substr(statement, at - statement), line});
    for (++at; at < text.size() && text[at] != '"'; ++at) {
      if (text[at] == '\\') ++at;
      if (at < text.size()) literals.back().text += text[at];
    }
    joins = true;
  }
  return literals;
}

std::size_t words_in(std::string_view text) {
  std::size_t words = 0;
  bool in_word = false;
  for (const char c : text) {
    const bool is_letter = std::isalpha(static_cast<unsigned char>(c)) || c == '\'';
    words += is_letter && !in_word;
    in_word = is_letter || (in_word && (is_word_char(c) || c == '-'));
  }
  return words;
}

bool holds_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return text.find(part) != text.npos; });
}

// Code that runs beside a submission reports typed findings; wording/ turns them into
// English.  Sentences are allowed in exceptions and invariants, which are our own faults,
// in a process whose output no one reads, and in compiler messages.
Broken sentences(const TextFile& file) {
  constexpr std::size_t kWordsOfAName = 5, kWordsWithFullStop = 3;
  const bool beside_submission =
      file.is_under("grader/sim/") || file.is_under("grader/worker/");
  Broken broken;
  if (!beside_submission || !file.is_cpp()) return broken;
  for (const Literal& literal : literals_of(file)) {
    const std::size_t words = words_in(literal.text);
    const bool sentence = words > kWordsOfAName ||
                          (words >= kWordsWithFullStop && literal.text.ends_with('.'));
    const bool may_be =
        holds_any(literal.before,
                  {"throw ", "static_assert", "INVARIANT(", "fprintf(stderr", "_Pragma"});
    if (sentence && !may_be)
      broken.push_back(
          at(file, literal.line,
             fmt::format("a sentence, \"{}\": wording/ makes those", literal.text)));
  }
  return broken;
}

constexpr std::array<std::string_view, 6> kPartsWithFindings = {
    "grader/sim/",     "grader/worker/",  "grader/protocol/",
    "grader/wording/", "grader/checker/", "grader/report/"};

// Code that needs to know the kind of a finding uses its type, not its text.
Broken tests_of_sentences(const TextFile& file) {
  Broken broken;
  const bool of_findings =
      std::any_of(kPartsWithFindings.begin(), kPartsWithFindings.end(),
                  [&](std::string_view part) { return file.is_under(part); });
  if (!of_findings || !file.is_cpp()) return broken;
  for (const Literal& literal : literals_of(file)) {
    const std::string_view before = trim(literal.before);
    const bool tests = before.ends_with("starts_with(") || before.ends_with(".find(") ||
                       before.ends_with("ends_with(") || before.ends_with(".rfind(");
    const bool words =
        words_in(literal.text) > 0 && literal.text.find(' ') != literal.text.npos;
    if (tests && words)
      broken.push_back(at(file, literal.line,
                          fmt::format("tests what a text holds, \"{}\"", literal.text)));
  }
  return broken;
}

// Whether the line searches, cuts or compares the variable named at [begin, end).
bool parses(std::string_view line, std::size_t begin, std::size_t end) {
  constexpr std::array<std::string_view, 9> kParses = {
      ".find",   ".rfind",    ".starts_with(", ".ends_with(", ".substr(",
      ".erase(", ".compare(", " == ",          " != "};
  if (begin > 0 && is_word_char(line[begin - 1])) return false;
  end = line.find_first_not_of(')', end);  // f(missing) counts as missing.
  const std::string_view rest = line.substr(std::min(end, line.size()));
  const std::size_t object = line.find_last_of(" (", begin);
  const std::string_view before = line.substr(0, object == line.npos ? 0 : object + 1);
  if (before.find("op_kind(") != before.npos) return false;
  return before.ends_with("contains(") ||
         std::any_of(kParses.begin(), kParses.end(),
                     [&](std::string_view parse) { return rest.starts_with(parse); });
}

// The English of a finding or a check, and the name of an operation, are for readers:
// what decides is the type of the one and the kind of the other.
Broken parsers_of_prose(const TextFile& file) {
  constexpr std::array<std::string_view, 6> kOperations = {
      "access.op", "use.op", "call->op", "event.name", "at.name", "operation.name"};
  constexpr std::array<std::string_view, 6> kProse = {
      "missing",          "complaint",      "finding.message",
      "finding->message", "advice.message", "run.message"};
  const bool is_told = file.is_under("grader/checker/") ||
                       file.is_under("grader/report/") || file.is_under("grader/cli/") ||
                       file.is_under("grader/class/");
  const bool explains =
      file.is_under("grader/wording/") || file.is_under("grader/sim/explain/");
  Broken broken;
  if ((!is_told && !explains) || !file.is_cpp()) return broken;
  for_each_line(file, [&](std::string_view line, std::size_t number) {
    const auto search = [&](std::string_view subject, const char* instead) {
      for (std::size_t begin = line.find(subject); begin != line.npos;
           begin = line.find(subject, begin + 1))
        if (parses(line, begin, begin + subject.size()))
          broken.push_back(
              at(file, number, fmt::format("decides by {}: ask {}", subject, instead)));
    };
    for (const std::string_view subject : kOperations) search(subject, "op_kind()");
    if (is_told)
      for (const std::string_view subject : kProse)
        search(subject, "the causes (protocol/cause_facts.h)");
  });
  return broken;
}

// ---- Comments ----------------------------------------------------------------------

// The folders whose comments have been read; "" once all have.
using Comments = std::vector<std::pair<std::size_t, std::string>>;

// The comments with `mark` and their lines; those below each other are one.  A solution's
// heads and the skeleton's lines in it are no prose, nor is what quotes hold.
Comments comments_of(const TextFile& file, const std::string& mark) {
  static const std::regex kNoProse(
      R"(\s*((# |/{2,3}<? ?)(expect|says|unsaid|no cure|without|run): .*|//#.*))");
  static const std::regex kQuoted("`[^`]*`|\"[^\"]*\"");
  const std::regex comment("(|.*\\s)(" + mark + ") (.+)");
  Comments comments;
  std::ptrdiff_t column = -1;  // The last line's comment begins here; -1 for none.
  for_each_line(file, [&](std::string_view view, std::size_t number) {
    const std::string line(view);
    std::smatch found;
    const bool is_one = contains(line, mark.substr(0, 1)) &&
                        !std::regex_match(line, kNoProse) &&
                        std::regex_match(line, found, comment);
    const std::ptrdiff_t at = is_one ? found.position(2) : -1;
    if (is_one && (at != column || !trim(found.str(1)).empty()))
      comments.emplace_back(number, "");
    if (is_one)
      comments.back().second += std::regex_replace(found.str(3) + ' ', kQuoted, "");
    column = at;
  });
  return comments;
}

// A comment has a subject, or is a noun phrase; and only a person is "who".  "A kernel
// whose grid is small" is plain English, unless the comment opens with "Whose".
Broken riddles(const TextFile& file) {
  static const std::regex kOpening("^ *(Of|By|Who|Whose|Those|That)\\b.*");
  static const std::regex kWho(R"(\b[Ww]hom?\b)");
  static const std::regex kPerson(
      ".*\\b(student|instructor|teacher|person|people|reader|user|author|colleague|owner|"
      "lecturer|TA|(some|any|every|no) ?(body|one))s?(-\\d+)?,?"
      "( (to|by|for|of|from|with|in|and|or))* $");
  const bool hash = file.ends_with(".py") || file.ends_with(".sh");
  Broken broken;
  if (!hash && !file.is_cpp() && !file.is_script()) return broken;
  for (const auto& [line, text] : comments_of(file, hash ? "#" : "/{2,3}<?")) {
    if (std::regex_match(text, kOpening))
      broken.push_back(at(file, line, "a comment that opens as a riddle: " + text));
    for (std::sregex_iterator who(text.begin(), text.end(), kWho), end; who != end; ++who)
      if (!std::regex_match(text.substr(0, who->position()), kPerson))
        broken.push_back(at(file, line, "\"who\" for what is no person: " + text));
  }
  return broken;
}

}  // namespace

TEST_CASE("a comment is a sentence about a subject that it names") {
  check_repository([](const TextFile& file) {
    // The examples below break the rule.
    const bool is_itself = file.ends_with("setup/house_rules_english.cpp");
    return is_itself ? Broken{} : riddles(file);
  });
  const auto broken = [](const char* path, const std::string& text) {
    return count(riddles, path, text);
  };
  CHECK(broken("a.h", "int a;  ///< By name.\n") == 1);
  CHECK(broken("a.h", "}  // namespace a\n// Of two, the newer one.\n") == 1);
  CHECK(broken("a.py", "# The fence orders\n# Those stores.\n\n# Those wait.\n") == 1);
  CHECK(broken("a.cu", "// expect: hang\n// Whose turn it is.\n") == 1);
  CHECK(broken("a.cpp", "// The thread\n// who waits and the one who polls.\n") == 2);
  CHECK(broken("a.cpp", "// A student\n// who, as readers to whom it `who`.\n") == 0);
  CHECK(broken("a.cu", "f(\"#Who\");\n// says: Who waits\n//# // Who waits\n") == 0);
}

TEST_CASE("beside a submission nothing is said in English") {
  check_repository(sentences);
  const std::string path = "grader/sim/a.cpp";
  CHECK(count(sentences, path, "say(\"Two threads met at one word.\");\n") == 1);
  CHECK(count(sentences, path, "say(\"no fence lies \"\n    \"between these two\");\n") ==
        1);
  CHECK(count(sentences, path, "name = \"end of an asynchronous copy\";\n") == 0);
  CHECK(count(sentences, path, "throw Fault(\"there is no memory left for it\");\n") ==
        0);
  CHECK(count(sentences, path, "// \"Two threads met at one word.\"\n") == 0);
  CHECK(count(sentences, "grader/wording/a.cpp", "say(\"Two threads met here.\");\n") ==
        0);
}

TEST_CASE("nothing tests what a sentence holds") {
  check_repository(tests_of_sentences);
  const std::string path = "grader/report/a.cpp";
  CHECK(count(tests_of_sentences, path,
              "if (missing.starts_with(\"No event\")) f();\n") == 1);
  CHECK(count(tests_of_sentences, path, "at = missing.find(\" lies \");\n") == 1);
  CHECK(count(tests_of_sentences, path, "if (path.starts_with(\"labs/\")) f();\n") == 0);
}

TEST_CASE("nothing outside wording/ decides by the English of a finding") {
  check_repository(parsers_of_prose);
  const std::string path = "grader/report/a.cpp";
  const auto broken = [&](const std::string& line) {
    return count(parsers_of_prose, path, line + "\n");
  };
  CHECK(broken("if (missing.find(\"__syncthreads\") != npos) f();") == 1);
  CHECK(broken("return !finding.message.starts_with(\"cuda\");") == 1);
  CHECK(broken("if (contains(finding->missing, part)) f();") == 1);
  CHECK(broken("return f(one.missing) == f(other.missing);") == 1);
  CHECK(broken("text += run.message.substr(0, 9);") == 1);
  CHECK(broken("text += finding.missing + needs_missing.find(part);") == 0);
  CHECK(broken("if (finding.missing.empty()) f(build.message.find(part));") == 0);
  CHECK(broken("if (op_kind(placed.access.op) == OpKind::spin) f();") == 0);
  const std::string sim = "grader/sim/explain/a.cpp";
  CHECK(count(parsers_of_prose, sim, "return contains(event.name, \"CAS\");\n") == 1);
  CHECK(count(parsers_of_prose, sim, "if (use.op == \"read\") f();\n") == 1);
  CHECK(count(parsers_of_prose, "grader/wording/a.cpp", "missing.find(part);\n") == 0);
}
