#include "checker/lab/skeleton.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <set>
#include <span>

#include "build/overlay/definitions.h"
#include "build/source/lexer.h"
#include "common/files.h"
#include "common/subprocess.h"
#include "common/text.h"

namespace gridlock {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kSkeletonText = "//#";
constexpr std::string_view kPartBegins = "// ---- ";

/// `    //# int last;` becomes `    int last;`, and a bare `//#` an empty line.
std::string skeleton_line(std::string_view line) {
  const std::size_t at = line.find(kSkeletonText);
  std::string_view text = line.substr(at + kSkeletonText.size());
  if (text.starts_with(' ')) text.remove_prefix(1);
  if (trim(text).empty()) return "\n";
  return std::string(line.substr(0, at)).append(text).append("\n");
}

/// The code of each part, without comments and white space.
std::map<std::string, std::string> code_by_part(const std::string& source) {
  std::map<std::string, std::string> code;
  std::map<int, std::string> begins;  // The part that begins in this line.
  int number = 0;
  for (const std::string_view line : split_lines(source)) {
    ++number;
    if (!line.starts_with(kPartBegins)) continue;
    const std::string_view heading = line.substr(kPartBegins.size());
    begins[number] = heading.substr(0, heading.find(':'));
  }
  const RawText raw = tokenize_raw(source);
  for (const Token& token : raw.tokens)
    if (const auto next = begins.upper_bound(token.line); next != begins.begin())
      code[std::prev(next)->second].append(token.text).append(" ");
  return code;
}

/// The lab's given headers that both folders have, but not with the same text.
std::vector<std::string> different_headers(const Lab& lab, const fs::path& folder,
                                           const fs::path& original) {
  std::vector<std::string> names;
  std::error_code error;
  for (const std::string& name : lab.given)
    if (fs::exists(folder / name, error) && fs::exists(original / name, error) &&
        read_file(folder / name) != read_file(original / name))
      names.push_back(name);
  return names;
}

std::vector<std::string> headers_changed_since_commit(const Lab& lab) {
  std::vector<std::string> argv{"git",  "-C",          lab.folder.string(),
                                "diff", "--name-only", "--relative",
                                "HEAD", "--"};
  argv.insert(argv.end(), lab.given.begin(), lab.given.end());
  std::vector<std::string> names;
  for (const std::string_view line : split_lines(ask_program(std::move(argv))))
    names.emplace_back(line);
  return names;
}

bool is_camel_case(const std::string& name) {
  return std::ranges::any_of(name, [](unsigned char c) { return std::isupper(c); });
}

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if (!(at > 0 && is_in_name(text[at - 1])) &&
        !(end < text.size() && is_in_name(text[end])))
      return true;
  }
  return false;
}

}  // namespace

std::string skeleton_from_solution(std::string_view solution) {
  std::string skeleton;
  int begun = 0;  // The line of the open region; 0 outside.
  int number = 0;
  for (const std::string_view line : split_lines(solution)) {
    ++number;
    const std::string_view text = trim(line);
    if (text == kSolutionBegins) {
      if (begun)
        throw BadMarkers(
            fmt::format("line {}: the region that begins in line {} has no "
                        "\"{}\"",
                        number, begun, kSolutionEnds));
      begun = number;
    } else if (text == kSolutionEnds) {
      if (!begun)
        throw BadMarkers(fmt::format("line {}: \"{}\" without a \"{}\" before it", number,
                                     kSolutionEnds, kSolutionBegins));
      begun = 0;
    } else if (!begun) {
      skeleton.append(line).append("\n");
    } else if (text.starts_with(kSkeletonText)) {
      skeleton += skeleton_line(line);
    }
  }
  if (begun)
    throw BadMarkers(
        fmt::format("line {}: this region has no \"{}\"", begun, kSolutionEnds));
  return skeleton;
}

std::string original_skeleton(const Lab& lab) {
  std::error_code error;
  if (fs::exists(lab.solution(), error))
    return skeleton_from_solution(read_file(lab.solution()));
  if (fs::exists(lab.handed_out(), error)) return read_file(lab.handed_out());
  return {};
}

std::string changed_headers(const Lab& lab, const fs::path& submission) {
  if (lab.given.empty()) return "";
  std::error_code error;
  const fs::path beside = fs::absolute(submission).parent_path();
  const bool at_home = fs::equivalent(beside, lab.folder, error);
  const std::vector<std::string> names =
      !at_home ? different_headers(lab, beside, lab.folder)
      : fs::exists(lab.handed_out(), error)
          ? different_headers(lab, lab.folder, lab.handed_out().parent_path())
          : headers_changed_since_commit(lab);
  if (names.empty()) return "";
  return fmt::format(
      "{} {} from what was handed out.  {}", fmt::join(names, ", "),
      names.size() == 1 ? "differs" : "differ",
      at_home ? "Whoever grades this file takes the original: put what you need into a "
                "header of your own."
              : "The original was used.");
}

std::vector<std::string> parts_not_begun(const std::string& skeleton,
                                         const std::string& submission) {
  const auto handed_out = code_by_part(skeleton);
  std::vector<std::string> same;
  for (const auto& [part, code] : code_by_part(submission))
    if (const auto original = handed_out.find(part);
        original != handed_out.end() && original->second == code)
      same.push_back(part);
  return same;
}

std::vector<FunctionToWrite> functions_not_begun(const std::string& skeleton,
                                                 const std::string& submission) {
  const std::vector<std::string_view> lines = split_lines(skeleton);
  const auto has_todo = [&](const Definition& each) {
    return std::any_of(lines.begin() + each.first_line - 1,
                       lines.begin() + each.last_line,
                       [](std::string_view line) { return contains(line, "TODO"); });
  };
  std::map<std::string, std::string> codes;  // The submission's code, by identity.
  for (Definition& each : definitions_in(submission).all)
    codes[each.identity] = std::move(each.code);
  const auto comment_of = [&](const Definition& each) {
    const int first = std::max(1, each.comment_line);
    return std::span(lines).subspan(static_cast<std::size_t>(first) - 1,
                                    static_cast<std::size_t>(each.first_line - first));
  };
  std::vector<Definition> left;
  std::set<std::string_view> of_begun;  // Comment lines of functions that are begun.
  for (Definition& each : definitions_in(skeleton).all) {
    if (each.identity.find('(') == each.identity.npos || !has_todo(each)) continue;
    const auto same = codes.find(each.identity);
    if (same != codes.end() && same->second == each.code)
      left.push_back(std::move(each));
    else
      for (const std::string_view line : comment_of(each)) of_begun.insert(line);
  }
  std::vector<FunctionToWrite> functions;
  for (const Definition& each : left) {
    std::string comment;
    for (const std::string_view line : comment_of(each))
      if (!of_begun.count(line)) comment += std::string(line.substr(2)) + " ";
    functions.push_back(
        {each.name.substr(each.name.rfind(':') + 1), in_one_line(comment)});
  }
  return functions;
}

std::string function_asked_for(const std::vector<FunctionToWrite>& functions,
                               std::string_view title, std::string_view said,
                               const std::vector<std::string>& sentences) {
  // The words before ": " are the subject, as in "next: no call disturbs the one before
  // it".  Other words may be just English.
  const std::string_view subject = title.substr(0, title.find(": "));
  for (const FunctionToWrite& each : functions) {
    const bool is_subject = subject.size() < title.size() && has_word(subject, each.name);
    const bool is_called = has_word(title, each.name + "()") ||
                           has_word(said, each.name + "()") ||
                           (is_camel_case(each.name) && has_word(title, each.name));
    const auto is_promised = [&](const std::string& sentence) {
      return contains(each.comment, sentence);
    };
    if (is_subject || is_called || std::ranges::any_of(sentences, is_promised))
      return each.name;
  }
  return "";
}

}  // namespace gridlock
