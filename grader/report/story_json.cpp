#include "report/story_json.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "common/text.h"
#include "report/json.h"
#include "report/layout.h"

namespace gridlock {
namespace {

using nlohmann::ordered_json;

/// A file or a function with at most this many lines is shown whole.
constexpr int kWholeMax = 60;
/// Lines around a step in a longer function.
constexpr int kAround = 3;

/// Consecutive lines of a file, from 1, both included.
struct Part {
  int first;
  int last;
};

using Lines = std::vector<std::string_view>;

std::string_view at(const Lines& lines, int line) {
  return lines[static_cast<std::size_t>(line - 1)];
}

bool begins_function(std::string_view line) {
  return !line.empty() &&
         (std::isalpha(static_cast<unsigned char>(line[0])) || line[0] == '_');
}

/// The lines of the function with this line, or only those around it in a long function.
/// Assumes the layout of clang-format.
Part function_around(const Lines& lines, int line) {
  const int count = static_cast<int>(lines.size());
  int first = line, last = line;
  while (first > 1 && !begins_function(at(lines, first)) &&
         at(lines, first - 1).rfind('}', 0) != 0)
    --first;
  while (last < count && at(lines, last).rfind('}', 0) != 0) ++last;
  if (last - first <= kWholeMax) return {first, last};
  return {std::max(1, line - kAround), std::min(count, line + kAround)};
}

std::vector<Part> parts_of(const Lines& lines, const std::set<int>& shown) {
  const int count = static_cast<int>(lines.size());
  if (count <= kWholeMax) return {{1, count}};
  std::vector<Part> parts;
  for (const int line : shown) {
    if (line > count || (!parts.empty() && line <= parts.back().last)) continue;
    const Part part = function_around(lines, line);
    if (!parts.empty() && part.first <= parts.back().last + 1)
      parts.back().last = std::max(parts.back().last, part.last);
    else
      parts.push_back(part);
  }
  return parts;
}

/// The files of the story's steps: whole functions of the submission, single lines of
/// other files.
class Sources {
 public:
  explicit Sources(const Story& story) : story_(story) {
    for (const TraceMark& mark : story.trace.marks)
      if (mark.line > 0) lines_[mark.file][mark.line] = mark.source;
  }

  ordered_json json() {
    ordered_json all = ordered_json::array();
    // The submission comes first.
    if (lines_.count(story_.main_file)) add(all, story_.main_file);
    for (const auto& [file, lines] : lines_)
      if (file != story_.main_file) add(all, file);
    return all;
  }
  std::size_t index(const std::string& file) const { return index_.at(file); }

 private:
  void add(ordered_json& all, const std::string& file) {
    index_[file] = all.size();
    ordered_json parts = ordered_json::array();
    const bool own = file == story_.main_file && !story_.main_text.empty();
    if (own) {
      const Lines text = split_lines(story_.main_text);
      std::set<int> shown;
      for (const auto& [line, source] : lines_[file]) shown.insert(line);
      for (const Part& part : parts_of(text, shown)) {
        ordered_json lines = ordered_json::array();
        for (int line = part.first; line <= part.last; ++line)
          lines.push_back(sanitize_text(at(text, line)));
        parts.push_back({{"first", part.first}, {"lines", lines}});
      }
    } else {
      for (const auto& [line, source] : lines_[file])
        parts.push_back({{"first", line}, {"lines", {source}}});
    }
    all.push_back({{"name", file}, {"own", own}, {"parts", parts}});
  }

  const Story& story_;
  std::map<std::string, std::map<int, std::string>> lines_;
  std::map<std::string, std::size_t> index_;
};

ordered_json step_json(const TraceMark& mark, const Sources& sources,
                       std::size_t meeting) {
  ordered_json step{{"lane", mark.lane},
                    {"kind", name_of(mark.kind)},
                    {"what", mark.what},
                    {"note", mark.note}};
  if (mark.line > 0) {
    step["source"] = sources.index(mark.file);
    step["line"] = mark.line;
  }
  step["times"] = mark.times;
  if (const std::string text = times_text(mark); !text.empty()) step["repeated"] = text;
  step["racing"] = mark.racing;
  step["stuck"] = mark.stuck;
  step["meeting"] = meeting;
  if (mark.word) step["word"] = *mark.word;
  if (!mark.reads.empty()) step["reads"] = mark.reads;
  if (!mark.writes.empty()) step["writes"] = mark.writes;
  if (mark.saw) step["saw"] = *mark.saw;
  step["knows"] = mark.knows;
  for (const auto& [write, fence] : mark.fenced)
    step["fenced"].push_back({{"write", write}, {"fence", fence}});
  return step;
}

ordered_json arrow_json(const TraceArrow& arrow) {
  return {{"from", arrow.from}, {"to", arrow.to}};
}

ordered_json json_of(const Story& story) {
  const Trace& trace = story.trace;
  Sources sources(story);
  ordered_json json{{"format", "gridlock story 1"}, {"title", trace.title},
                    {"verdict", trace.verdict},     {"message", trace.message},
                    {"missing", trace.missing},     {"lacks", trace.lacks},
                    {"note", trace.note},           {"sources", sources.json()}};
  if (trace.unjudged) json["unjudged"] = true;
  json["lanes"] = ordered_json::array();
  for (const TraceLane& lane : trace.lanes)
    json["lanes"].push_back(
        {{"name", lane.name}, {"group", lane.group}, {"member", lane.member}});
  json["words"] = ordered_json::array();
  for (const TraceWord& word : trace.words) {
    json["words"].push_back({{"name", word.name}});
    if (!word.before.empty()) json["words"].back()["before"] = word.before;
  }
  std::map<std::size_t, std::size_t> in_row;
  for (const TraceMark& mark : trace.marks) ++in_row[mark.row];
  json["steps"] = ordered_json::array();
  json["omitted"] = ordered_json::array();
  for (std::size_t i = 0; i < trace.marks.size(); ++i) {
    const TraceMark& mark = trace.marks[i];
    json["steps"].push_back(
        step_json(mark, sources, in_row[mark.row] > 1 ? mark.row + 1 : 0));
    const bool same_row = i > 0 && trace.marks[i - 1].row == mark.row;
    json["omitted"].push_back(same_row ? 0 : trace.left_out[mark.row]);
  }
  json["omitted"].push_back(trace.left_out.empty() ? 0 : trace.left_out.back());
  json["arrows"] = ordered_json::array();
  for (const TraceArrow& arrow : trace.arrows)
    json["arrows"].push_back(arrow_json(arrow));
  if (trace.missing_arrow) json["missing_arrow"] = arrow_json(*trace.missing_arrow);
  return json;
}

}  // namespace

std::string story_json(const Story& story, const std::optional<Repair>& repair) {
  ordered_json json = json_of(story);
  if (repair) {
    json["repaired"] = json_of(repair->story);
    json["repair"] = repair->words;
  }
  return json_text(json);
}

std::string story_page(const std::string& page, const std::string& player,
                       const std::string& title, const std::string& story) {
  std::string shown = replace_all(title, "&", "&amp;");
  shown = replace_all(shown, "<", "&lt;");
  // A script, and so its data, must not contain "</script>".
  const std::string data = replace_all(story, "<", "\\u003c");
  // Inserted text is not searched again: a submission may contain the same words.
  const std::array<std::pair<std::string_view, const std::string*>, 3> places{
      {{"@TITLE@", &shown}, {"@STORY@", &data}, {"@PLAYER@", &player}}};
  std::string text;
  std::string_view rest = page;
  for (const auto& [place, content] : places) {
    const std::size_t at = rest.find(place);
    if (at == rest.npos) continue;
    text.append(rest.substr(0, at)).append(*content);
    rest.remove_prefix(at + place.size());
  }
  return text.append(rest);
}

}  // namespace gridlock
