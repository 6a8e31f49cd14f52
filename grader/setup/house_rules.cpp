// The house rules of CONTRIBUTING.md, as tests that read the repository.
//
// Each rule is a function from a text file to the places that break it.  A rule has two
// test cases: the repository follows it, and a text that breaks it is caught.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "common/files.h"
#include "common/text.h"
#include "common/verdict.h"
#include "setup/house_rules.h"

namespace {

namespace fs = std::filesystem;
using namespace house;
using gridlock::split_lines;
using gridlock::trim;

constexpr std::size_t kColumnsMax = 100;  // Formatters break lines at 90, if they can.
constexpr std::size_t kFunctionLinesMax = 70;
constexpr std::size_t kKernelLinesMax = 45;  // A kernel should fit a slide: aim at 30.
constexpr std::size_t kFolderFilesMax = 3;   // A folder with more files needs a guide.

// ---- The rules ---------------------------------------------------------------------

std::size_t columns(std::string_view line) {
  // Bytes of the form 10xxxxxx continue a character of UTF-8.
  return static_cast<std::size_t>(std::count_if(
      line.begin(), line.end(), [](unsigned char c) { return (c & 0xC0) != 0x80; }));
}

Broken white_space(const TextFile& file) {
  Broken broken;
  if (file.is_formatted()) return broken;
  for_each_line(file, [&](std::string_view line, std::size_t number) {
    if (line.find('\t') != line.npos) broken.push_back(at(file, number, "a tab"));
    if (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())))
      broken.push_back(at(file, number, "white space at the end"));
  });
  if (!file.text.ends_with('\n') || file.text.ends_with("\n\n"))
    broken.push_back(at(file, 1, "does not end with one newline"));
  return broken;
}

// A formatter silently leaves a line long if it finds no place to break it, as in a
// string.
Broken long_lines(const TextFile& file) {
  Broken broken;
  const bool is_table = file.ends_with(".inc");
  if (is_table ||
      (!file.is_formatted() && !file.ends_with(".sh") && !file.ends_with(".cmake")))
    return broken;
  for_each_line(file, [&](std::string_view line, std::size_t number) {
    if (columns(line) > kColumnsMax)
      broken.push_back(at(file, number, fmt::format("{} columns", columns(line))));
  });
  return broken;
}

// A header, a .cu and a script begin with what they are.  A .cpp may leave that to the
// header that it implements, which it then includes first; a test is named for its claim.
Broken file_header(const TextFile& file) {
  const auto lines = split_lines(file.text);
  const std::string_view first = lines.empty() ? "" : lines[0];
  const std::string_view second = lines.size() < 2 ? "" : lines[1];
  bool present = true;
  if (file.ends_with(".h"))
    present = first.starts_with("/// ");
  else if (file.is_cuda())
    present = first.starts_with("//");
  else if (file.ends_with(".cpp") && !file.is_under("grader/tests/"))
    present = first.starts_with("//") || first.starts_with("#include \"");
  else if (first.starts_with("#!"))
    present = second.starts_with("#");
  else if (file.is_script())
    present = first.starts_with("//");
  else if (file.ends_with(".css"))
    present = first.starts_with("/*");
  else if (file.ends_with(".py"))
    present = first.starts_with("\"\"\"") || first.starts_with("# ");
  return present ? Broken{} : Broken{at(file, 1, "does not say what the file is")};
}

Broken unfinished(const TextFile& file) {
  Broken broken;
  // Some of lab 05's wrong submissions leave a function as it was handed out.
  if (file.is_under("labs/") || file.ends_with(".md") ||
      file.is_under("solutions/05_work_queue/mistakes/"))
    return broken;
  for_each_line(file, [&](std::string_view line, std::size_t number) {
    const std::size_t slashes = line.find("// ");
    const std::size_t hash = line.find("# ");
    const std::size_t comment = std::min(slashes, hash);
    // "//#" is a line of the skeleton, kept in the solution.
    if (comment == line.npos || line.find("//#") != line.npos) return;
    for (const std::string_view word : {"TODO", "FIXME", "XXX", "HACK"})
      if (line.find(word, comment) == comment + (slashes < hash ? 3 : 2))
        broken.push_back(at(file, number, fmt::format("{} outside labs/", word)));
  });
  return broken;
}

// Whether `line` contains `word` as a whole word.  Case counts.
bool has_word(std::string_view line, std::string_view word) {
  for (std::size_t at = line.find(word); at != line.npos; at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_word_char(line[at - 1]);
    const bool ends = end == line.size() || !is_word_char(line[end]);
    if (begins && ends) return true;
  }
  return false;
}

// A relative include would lead past the include roots, which keep the rooms apart.
// CUDA's own headers, which a submission sees, lie together.
Broken relative_includes(const TextFile& file) {
  Broken broken;
  if (!file.is_under("grader/") || file.is_under("grader/sim/cuda/") || file.is_cuda())
    return broken;
  for_each_line(file, [&](std::string_view line, std::size_t number) {
    if (line.starts_with("#include \"."))
      broken.push_back(at(file, number, "an include that is not from a root"));
  });
  return broken;
}

struct ForbiddenWord {
  std::string_view word;
  std::string_view why;
  std::string_view only_in = "";  // The ending of the paths to which it applies.
};

constexpr std::array kForbiddenWords = {
    ForbiddenWord{"CTA", "CUDA's word is block"},
    ForbiddenWord{"CTAs", "CUDA's word is block"},
    ForbiddenWord{"workgroup", "CUDA's word is block"},
    ForbiddenWord{"master thread", "say thread 0"},
    ForbiddenWord{"flushes", "a fence orders; it flushes nothing", ".cu"},
    ForbiddenWord{"flushed", "a fence orders; it flushes nothing", ".cu"},
    ForbiddenWord{"simply", "it is not, for the reader", ".md"},
    ForbiddenWord{"obviously", "it is not, for the reader", ".md"},
    ForbiddenWord{"seamless", "say what it does", ".md"},
    ForbiddenWord{"seamlessly", "say what it does", ".md"},
    ForbiddenWord{"powerful", "say what it does", ".md"},
    ForbiddenWord{"blazing", "give the figure", ".md"},
    ForbiddenWord{"blazingly", "give the figure", ".md"},
    ForbiddenWord{"state-of-the-art", "say what it does", ".md"},
    ForbiddenWord{"/root/", "a path of one machine"},
    ForbiddenWord{"/work/", "a path of one machine"},
    ForbiddenWord{"/Users/", "a path of one machine"},
    ForbiddenWord{"C:\\", "a path of one machine"},
};

Broken forbidden_words(const TextFile& file) {
  Broken broken;
  if (file.ends_with("setup/house_rules.cpp")) return broken;  // The list itself.
  if (file.path == "docs/bibliography.md") return broken;      // Titles are quoted.
  for_each_line(file, [&](std::string_view line, std::size_t number) {
    for (const auto& [word, why, only_in] : kForbiddenWords)
      if (file.ends_with(only_in) && has_word(line, word))
        broken.push_back(at(file, number, fmt::format("\"{}\": {}", word, why)));
  });
  return broken;
}

// Calls `visit(first line, lines)` for each definition that begins at the margin with a
// line for which `begins` holds, has a body and ends with a brace at the margin.
template <class Begins, class Visit>
void for_each_definition(const TextFile& file, Begins begins, Visit visit) {
  std::size_t first = 0;  // 0 while outside a definition.
  bool in_body = false;
  for_each_line(file, [&](std::string_view line, std::size_t number) {
    if (line.empty()) return;
    const bool at_margin = !std::isspace(static_cast<unsigned char>(line[0]));
    if (first == 0 && at_margin && begins(line)) {
      first = number;
      in_body = false;
    }
    if (first == 0) return;
    if (line.ends_with('{')) in_body = true;
    if (in_body && line == "}") visit(first, number - first + 1);
    if ((in_body && line[0] == '}') ||
        (!in_body && (line.ends_with(';') || line.ends_with('}'))))
      first = 0;
  });
}

Broken long_functions(const TextFile& file) {
  Broken broken;
  if (!file.is_cpp() || file.is_cuda()) return broken;
  const auto begins = [](std::string_view line) {
    return line.find('(') != line.npos && line[0] != '#' && line[0] != '/' &&
           line[0] != '}' && !line.starts_with("TEST_SUITE");
  };
  for_each_definition(file, begins, [&](std::size_t first, std::size_t lines) {
    if (lines > kFunctionLinesMax)
      broken.push_back(at(file, first, fmt::format("a function of {} lines", lines)));
  });
  return broken;
}

Broken long_kernels(const TextFile& file) {
  Broken broken;
  if (!file.is_cuda()) return broken;
  const auto begins = [](std::string_view line) {
    return line.find("__global__") != line.npos && line[0] != '/';
  };
  for_each_definition(file, begins, [&](std::size_t first, std::size_t lines) {
    if (lines > kKernelLinesMax)
      broken.push_back(at(file, first, fmt::format("a kernel of {} lines", lines)));
  });
  return broken;
}

// ---- References to other files -----------------------------------------------------

// "A heading: `code`" becomes "a-heading-code", as Markdown viewers have it.
std::string anchor_of(std::string_view heading) {
  std::string anchor;
  for (const char c : trim(heading)) {
    if (is_word_char(c) || c == '-')
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (c == ' ')
      anchor += '-';
  }
  return anchor;
}

bool has_heading(std::string_view markdown, std::string_view anchor) {
  for (std::string_view line : split_lines(markdown)) {
    if (!line.starts_with('#')) continue;
    line.remove_prefix(std::min(line.find_first_not_of('#'), line.size()));
    if (anchor_of(line) == anchor) return true;
  }
  return false;
}

// Why `target`, a path from the root that may end in "#anchor", leads nowhere; or "".
std::string dead_end(std::string_view target) {
  const std::size_t hash = std::min(target.find('#'), target.size());
  const fs::path path = fs::path(GRIDLOCK_SOURCE_DIR) / target.substr(0, hash);
  if (!fs::exists(path)) return fmt::format("there is no {}", target.substr(0, hash));
  // A reference that ends in "#" is one that a program completes.
  if (hash + 1 >= target.size() || path.extension() != ".md") return "";
  if (has_heading(gridlock::read_file(path), target.substr(hash + 1))) return "";
  return fmt::format("{} has no heading for it", target);
}

// Calls `visit(target, number)` for each [text](target) outside of code.
template <class Visit>
void for_each_link(const TextFile& file, Visit visit) {
  bool in_code = false;
  for_each_line(file, [&](std::string_view line, std::size_t number) {
    if (trim(line).starts_with("```")) in_code = !in_code;
    if (in_code) return;
    for (std::size_t i = line.find("]("); i != line.npos; i = line.find("](", i + 1)) {
      const std::size_t end = line.find(')', i);
      if (end != line.npos) visit(line.substr(i + 2, end - i - 2), number);
    }
  });
}

Broken dead_links(const TextFile& file) {
  Broken broken;
  if (!file.ends_with(".md")) return broken;
  for_each_link(file, [&](std::string_view link, std::size_t number) {
    if (link.find("://") != link.npos || link.starts_with("mailto:")) return;
    const fs::path folder = fs::path(file.path).parent_path();
    const std::string target =
        link.starts_with('#')
            ? file.path + std::string(link)
            : (folder / std::string(link)).lexically_normal().generic_string();
    if (const std::string why = dead_end(target); !why.empty())
      broken.push_back(at(file, number, why));
  });
  return broken;
}

// Pages that sources and messages refer to, "docs/NAME.md" with or without "#anchor",
// exist.
Broken dead_references(const TextFile& file) {
  Broken broken;
  if (file.ends_with("setup/house_rules.cpp")) return broken;
  for_each_line(file, [&](std::string_view line, std::size_t number) {
    for (std::size_t i = line.find("docs/"); i != line.npos;
         i = line.find("docs/", i + 1)) {
      std::size_t end = i;
      while (end < line.size() && (is_word_char(line[end]) ||
                                   std::string_view("/.#-").find(line[end]) != line.npos))
        ++end;
      std::string_view target = line.substr(i, end - i);
      while (target.ends_with('.')) target.remove_suffix(1);
      if (target.find(".md") == target.npos) continue;
      if (i > 0 && (is_word_char(line[i - 1]) || line[i - 1] == '/')) continue;
      if (const std::string why = dead_end(target); !why.empty())
        broken.push_back(at(file, number, why));
    }
  });
  return broken;
}

// Folders under grader/ without a guide for newcomers.  A guide is a README.md of the
// folder, or one further up that names the folder by its path from there.
Broken folders_without_guide(const std::vector<TextFile>& files) {
  std::map<std::string, std::size_t> folders;
  std::map<std::string, std::string> guides;
  for (const TextFile& file : files) {
    if (!file.is_under("grader/")) continue;
    const fs::path path(file.path);
    ++folders[path.parent_path()];
    if (path.filename() == "README.md") guides[path.parent_path()] = file.text;
  }
  Broken broken;
  for (const auto& [folder, count] : folders) {
    if (count <= kFolderFilesMax || guides.count(folder)) continue;
    const bool is_named = std::any_of(
        guides.begin(), guides.end(), [&, folder = folder](const auto& guide) {
          const std::string above = guide.first + "/";
          return folder.starts_with(above) &&
                 guide.second.find("`" + folder.substr(above.size()) + "/`") !=
                     std::string::npos;
        });
    if (!is_named)
      broken.push_back(
          fmt::format("{}: no README.md, and none further up names it", folder));
  }
  return broken;
}

// ---- The cases ---------------------------------------------------------------------

std::string repeat(std::string_view line, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += line;
  return text;
}

}  // namespace

TEST_CASE("no tabs, no white space at the end of a line, one newline at the end") {
  check_repository(white_space);
  CHECK(count(white_space, "a.md", "one\ntwo\n") == 0);
  CHECK(count(white_space, "a.md", "one\ttwo\n") == 1);
  CHECK(count(white_space, "a.md", "one \n") == 1);
  CHECK(count(white_space, "a.md", "one\r\n") == 1);
  CHECK(count(white_space, "a.md", "one") == 1);
  CHECK(count(white_space, "a.md", "one\n\n") == 1);
  CHECK(count(white_space, "pre-commit", "one \n") == 1);
  CHECK(count(white_space, "a.css", "one \n") == 0);
}

TEST_CASE("lines of code have at most 100 columns") {
  check_repository(long_lines);
  CHECK(count(long_lines, "a.cpp", std::string(100, 'x')) == 0);
  CHECK(count(long_lines, "a.cpp", std::string(101, 'x')) == 1);
  CHECK(count(long_lines, "a.cpp", repeat("\u2264", 100)) == 0);
  for (const char* name : {"a.py", "a.js", "a.mjs", "a.css", "a.cuh", "a.sh"})
    CHECK(count(long_lines, name, std::string(101, 'x')) == 1);
  CHECK(count(long_lines, "a.md", std::string(101, 'x')) == 0);
}

TEST_CASE("every source file says first what it is") {
  check_repository(file_header);
  CHECK(count(file_header, "a.h", "/// What it is.\n") == 0);
  CHECK(count(file_header, "a.h", "#pragma once\n") == 1);
  CHECK(count(file_header, "sim/a.cpp", "#include \"sim/a.h\"\n") == 0);
  CHECK(count(file_header, "sim/a.cpp", "#include <vector>\n") == 1);
  CHECK(count(file_header, "a.cu", "#include \"b.h\"\n") == 1);
  CHECK(count(file_header, "a.sh", "#!/bin/sh\nset -u\n") == 1);
  CHECK(count(file_header, "a.mjs", "// What it is.\n") == 0);
  CHECK(count(file_header, "a.mjs", "import a from \"a\";\n") == 1);
  CHECK(count(file_header, "a.js", "(() => {})();\n") == 1);
  CHECK(count(file_header, "a.css", "a {}\n") == 1);
  CHECK(count(file_header, "a.py", "import os\n") == 1);
}

TEST_CASE("nothing is left to do outside of labs/") {
  check_repository(unfinished);
  CHECK(count(unfinished, "grader/a.cpp",
              "// TO"
              "DO: later\n") == 1);
  CHECK(count(unfinished, "gridlock",
              "# FIX"
              "ME\n") == 1);
  CHECK(count(unfinished, "labs/a.cu",
              "// TO"
              "DO 1: a fence\n") == 0);
  CHECK(count(unfinished, "solutions/a.cu",
              "//# // TO"
              "DO 1: a fence\n") == 0);
}

TEST_CASE("words have one meaning, and no path is of one machine") {
  check_repository(forbidden_words);
  CHECK(count(forbidden_words, "a.cpp", "// Each CTA waits.\n") == 1);
  CHECK(count(forbidden_words, "a.cpp", "// ACTAEON\n") == 0);
  CHECK(count(forbidden_words, "a.cu", "// It flushes the value.\n") == 1);
  CHECK(count(forbidden_words, "a.cpp", "// It flushes the stream.\n") == 0);
}

TEST_CASE("the engine includes headers by their path from a root") {
  check_repository(relative_includes);
  const std::string include = "#include \"../run/simulation.h\"\n";
  CHECK(count(relative_includes, "grader/sim/model/clock.cpp", include) == 1);
  CHECK(count(relative_includes, "grader/sim/cuda/nvtx3/nvToolsExt.h", include) == 0);
  CHECK(count(relative_includes, "grader/sim/model/clock.cpp",
              "#include \"sim/model/clock.h\"\n") == 0);
}

TEST_CASE("functions have at most 70 lines") {
  check_repository(long_functions);
  CHECK(count(long_functions, "a.cpp", "void f() {\n" + repeat("  g();\n", 68) + "}\n") ==
        0);
  CHECK(count(long_functions, "a.cpp", "void f() {\n" + repeat("  g();\n", 69) + "}\n") ==
        1);
  CHECK(count(long_functions, "a.cpp",
              "void f();\n\nnamespace a {\n" + repeat("int x;\n", 80) + "}\n") == 0);
}

TEST_CASE("a kernel has at most 45 lines") {
  check_repository(long_kernels);
  const std::string head = "template <class T>\n__global__ void k(T* x,\n    int n) {\n";
  CHECK(count(long_kernels, "a.cu", head + repeat("  f();\n", 42) + "}\n") == 0);
  CHECK(count(long_kernels, "a.cu", head + repeat("  f();\n", 43) + "}\n") == 1);
  CHECK(count(long_kernels, "a.cu",
              "__global__ void k() { f(); }\nvoid g() {\n" + repeat("  f();\n", 50) +
                  "}\n") == 0);
}

TEST_CASE("links in Markdown lead somewhere") {
  check_repository(dead_links);
  CHECK(count(dead_links, "grader/a.md", "[us](../LICENSE)\n") == 0);
  CHECK(count(dead_links, "grader/a.md", "[us](LICENSE)\n") == 1);
  CHECK(count(dead_links, "grader/a.md", "```\na[0](LICENSE)\n```\n") == 0);
  CHECK(count(dead_links, "a.md", "[it](README.md#no-such-heading)\n") == 1);
  CHECK(anchor_of(" How it decides: `sim` ") == "how-it-decides-sim");
}

TEST_CASE("what a message sends a reader to is there") {
  check_repository(dead_references);
  CHECK(count(dead_references, "a.cpp", "see docs/no_such_page.md#x.\n") == 1);
  CHECK(count(dead_references, "a.cpp", "build/docs/html\n") == 0);
}

TEST_CASE("every verdict and advice has its section in docs/verdicts.md") {
  const std::string page = gridlock::read_file(GRIDLOCK_SOURCE_DIR "/docs/verdicts.md");
  for (const gridlock::Verdict verdict : gridlock::all_verdicts())
    CHECK_MESSAGE(has_heading(page, gridlock::name(verdict)), gridlock::name(verdict));
  for (const gridlock::Advice advice : gridlock::all_advice())
    CHECK_MESSAGE(has_heading(page, gridlock::name(advice)), gridlock::name(advice));
  CHECK_FALSE(has_heading("## a heading\n", "heading"));
}

TEST_CASE("every folder of the engine is in the reading order") {
  for (const std::string& broken : folders_without_guide(repository()))
    FAIL_CHECK(broken);
  const auto with = [](const std::string& readme, const std::string& text) {
    return folders_without_guide({{"grader/x/y/a.h", ""},
                                  {"grader/x/y/b.h", ""},
                                  {"grader/x/y/c.h", ""},
                                  {"grader/x/y/d.h", ""},
                                  {readme, text}});
  };
  CHECK(with("grader/README.md", "no such folder").size() == 1);
  CHECK(with("grader/README.md", "`x/y/`  something").empty());
  CHECK(with("grader/x/README.md", "`y/`  something").empty());
  CHECK(with("grader/z/README.md", "`x/y/`, `y/`").size() == 1);
  CHECK(with("grader/x/y/README.md", "its own").empty());
}
