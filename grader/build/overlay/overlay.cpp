#include "build/overlay/overlay.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <system_error>

#include "build/overlay/definitions.h"
#include "build/overlay/elision.h"
#include "build/source/source_files.h"
#include "common/text.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = "overlay";
constexpr std::string_view kWithout = "without:";

/// The text after the "//" of a line that is a comment; nothing for other lines.
std::optional<std::string_view> comment_of(std::string_view line) {
  line = trim(line);
  if (!line.starts_with("//")) return std::nullopt;
  return trim(line.substr(2));
}

/// Whether the line is a mark of a region that the skeleton leaves out.
bool is_region_mark(std::string_view line) {
  line = trim(line);
  return line.starts_with("//#") || line == "// BEGIN SOLUTION" ||
         line == "// END SOLUTION";
}

/// The name and the parameters, without the kind: "lock(int*)".
std::string_view signature(const Definition& definition) {
  std::string_view text = definition.identity;
  return text.substr(std::min(text.find(' ') + 1, text.size()));
}

bool mentions(const std::set<std::string>& words, const std::set<std::string>& names) {
  return std::ranges::any_of(
      names, [&](const std::string& name) { return words.count(name) > 0; });
}

std::string shown(const Definition& definition) {
  return definition.name.empty() ? "what it defines here" : definition.name;
}

class Merger {
 public:
  Merger(std::string_view overlay, std::string_view reference)
      : overlay_lines_(split_lines(overlay)),
        reference_lines_(split_lines(reference)),
        head_(overlay_head(overlay)),
        overlay_(definitions_in(overlay)),
        reference_(definitions_in(reference)),
        fates_(reference_.all.size()),
        places_(overlay_.all.size(), kNowhere) {}

  Expansion run() {
    if (!overlay_.problem.empty()) return failed(0, overlay_.problem);
    if (!reference_.problem.empty())
      return failed(0, "in the reference, " + reference_.problem);
    if (fill() && remove() && match() && place()) write();
    return std::move(result_);
  }

 private:
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  /// What happens to a definition of the reference.
  struct Fate {
    bool removed = false;
    std::size_t by = kNowhere;  ///< The overlay's definition that replaces it.
  };

  Expansion failed(int line, std::string problem) {
    result_.problem_line = line;
    result_.problem = std::move(problem);
    return result_;
  }
  bool fail(int line, std::string problem) {
    failed(line, std::move(problem));
    return false;
  }

  bool fill() {
    for (Definition& mine : overlay_.all) {
      const Excerpt text = excerpt(overlay_lines_, mine);
      const auto dots = std::ranges::find_if(text.lines, is_elision);
      bodies_.push_back(as_it_stands(text));
      if (dots == text.lines.end()) continue;
      const auto theirs = std::ranges::find_if(reference_.all, [&](const Definition& e) {
        return e.identity == mine.identity;
      });
      if (theirs == reference_.all.end())
        return fail(mine.first_line + static_cast<int>(dots - text.lines.begin()),
                    fmt::format("the reference has no {} whose lines these dots could "
                                "stand for",
                                signature(mine)));
      Expansion filled = fill_in(text, excerpt(reference_lines_, *theirs));
      if (!filled.problem.empty()) return fail(filled.problem_line, filled.problem);
      const Definitions whole = definitions_in(filled.text());
      if (whole.all.size() != 1)
        return fail(mine.first_line, "this is no definition with its dots filled in");
      mine.code = whole.all[0].code;
      mine.words = whole.all[0].words;
      bodies_.back() = std::move(filled.lines);
    }
    return has_no_other_dots();
  }

  bool has_no_other_dots() {
    for (std::size_t i = 0; i < overlay_lines_.size(); ++i) {
      const int line = static_cast<int>(i) + 1;
      const bool inside = std::ranges::any_of(overlay_.all, [&](const Definition& each) {
        return each.first_line <= line && line <= each.last_line;
      });
      if (is_elision(overlay_lines_[i]) && !inside)
        return fail(line,
                    "dots stand for lines within a definition; leave them out "
                    "between definitions");
    }
    return true;
  }

  static std::vector<ExpandedLine> as_it_stands(const Excerpt& text) {
    std::vector<ExpandedLine> lines;
    for (const std::string_view line : text.lines)
      lines.push_back(
          {false, text.first_line + static_cast<int>(lines.size()), std::string(line)});
    return lines;
  }

  /// Removes the definitions that the overlay's head names.
  bool remove() {
    for (const OverlayHead::Without& without : head_.without) {
      std::string wanted = without.name;
      if (const std::size_t open = wanted.find('('); open != 0 && open != wanted.npos)
        wanted = std::string(trim(wanted.substr(0, open))) +
                 parameter_types(std::string_view(wanted).substr(open));
      std::set<std::string> found;
      for (std::size_t i = 0; i < fates_.size(); ++i) {
        const Definition& each = reference_.all[i];
        if (each.name != wanted && signature(each) != wanted) continue;
        fates_[i].removed = true;
        found.emplace(signature(each));
      }
      if (found.empty())
        return fail(without.line,
                    fmt::format("the reference has no {} to do without", without.name));
      if (found.size() > 1)
        return fail(without.line,
                    fmt::format("the reference has {} of the name {}; say which, as "
                                "\"// without: {}\"",
                                found.size(), without.name, *found.begin()));
    }
    return true;
  }

  /// Finds the reference's definition that each definition of the overlay replaces.
  bool match() {
    for (std::size_t i = 0; i < overlay_.all.size(); ++i) {
      const Definition& mine = overlay_.all[i];
      for (std::size_t j = 0; j < fates_.size(); ++j) {
        const Definition& theirs = reference_.all[j];
        if (fates_[j].removed || theirs.identity != mine.identity) continue;
        if (theirs.code == mine.code)
          return fail(mine.first_line, fmt::format("{} is the same in the reference; "
                                                   "leave it out",
                                                   shown(mine)));
        if (fates_[j].by != kNowhere)
          return fail(mine.first_line, fmt::format("{} is defined twice", shown(mine)));
        fates_[j].by = i;
        places_[i] = j;
        break;
      }
    }
    const bool any =
        !head_.without.empty() ||
        std::ranges::any_of(places_, [](std::size_t place) { return place != kNowhere; });
    if (any) return true;
    return fail(head_.line,
                "this overlay names nothing of the reference, by name and parameters, so "
                "that it would change nothing of it");
  }

  /// Finds places for definitions that the reference lacks.  Each goes before its first
  /// user; those with the same place keep the overlay's order.
  bool place() {
    const std::size_t includes = end_of_includes();
    std::size_t later = fates_.size();  // The first of the following definitions' places.
    for (std::size_t i = overlay_.all.size(); i-- > 0;) {
      const Definition& mine = overlay_.all[i];
      if (places_[i] == kNowhere) {
        added_.insert(added_.begin(), i);
        places_[i] = mine.is_include           ? includes
                     : mine.introduces.empty() ? later
                                               : std::max(includes, first_user(i));
        // A header of the overlay may declare and use it.
        if (places_[i] == kNowhere && includes_a_header()) places_[i] = later;
        if (places_[i] == kNowhere)
          return fail(mine.first_line,
                      fmt::format("the reference has no {} to put this in the place of, "
                                  "and nothing uses it",
                                  signature(mine)));
      }
      later = std::min(later, places_[i]);
    }
    return true;
  }

  bool includes_a_header() const {
    return std::ranges::any_of(overlay_.all, [](const Definition& mine) {
      return mine.is_include && mine.name.starts_with('"');
    });
  }

  std::size_t end_of_includes() const {
    std::size_t end = 0;
    while (end < fates_.size() && reference_.all[end].is_include) ++end;
    return end;
  }

  /// The place of the definition's first user.  Later users in the overlay already have
  /// their places.
  std::size_t first_user(std::size_t index) const {
    const auto& names = overlay_.all[index].introduces;
    std::size_t first = kNowhere;
    for (std::size_t j = fates_.size(); j-- > 0;) {
      const bool replaced = fates_[j].by != kNowhere;
      const Definition& user = replaced ? overlay_.all[fates_[j].by] : reference_.all[j];
      if (!fates_[j].removed && mentions(user.words, names)) first = j;
    }
    for (std::size_t i = index + 1; i < overlay_.all.size(); ++i)
      if (mentions(overlay_.all[i].words, names)) first = std::min(first, places_[i]);
    return first;
  }

  void write() {
    for (std::size_t j = 0; j <= fates_.size() && result_.problem.empty(); ++j) {
      const Definition* theirs = j < fates_.size() ? &reference_.all[j] : nullptr;
      const bool adds =
          std::ranges::any_of(added_, [&](std::size_t i) { return places_[i] == j; });
      if (adds || !theirs) reference_up_to(theirs ? theirs->comment_line : kEnd);
      if (adds) write_added(j, theirs);
      if (theirs && fates_[j].removed) {
        reference_up_to(theirs->comment_line);
        next_ = theirs->last_line + 1;
      } else if (theirs && fates_[j].by != kNowhere) {
        reference_up_to(theirs->first_line);
        write_mine(fates_[j].by);
        next_ = theirs->last_line + 1;
      }
    }
    reference_up_to(kEnd);
  }

  /// Writes the added definitions that go before the reference's definition `theirs`; if
  /// it is null, those that go at the end.
  void write_added(std::size_t place, const Definition* theirs) {
    const std::vector<std::string> around =
        theirs ? theirs->blocks : std::vector<std::string>{};
    for (const std::size_t i : added_) {
      if (places_[i] != place) continue;
      const Definition& mine = overlay_.all[i];
      const bool wrapped = mine.blocks != around;
      if (wrapped && !around.empty()) {
        fail(mine.first_line,
             fmt::format("{} is first used in another namespace", shown(mine)));
        return;
      }
      if (wrapped)
        for (const std::string& block : mine.blocks) write_glue(block + " {");
      write_mine(i);
      if (wrapped)
        for (std::size_t k = 0; k < mine.blocks.size(); ++k) write_glue("}");
      // Adjacent definitions of the overlay stay adjacent.
      const bool next_adjoins = std::ranges::find(added_, i + 1) != added_.end() &&
                                places_[i + 1] == place &&
                                overlay_.all[i + 1].comment_line == mine.last_line + 1;
      if (!next_adjoins) write_glue("");
    }
  }

  void write_glue(std::string text) {
    result_.lines.push_back({false, 0, std::move(text)});
  }

  void write_mine(std::size_t index) {
    const Definition& mine = overlay_.all[index];
    for (int line = mine.comment_line; line < mine.first_line; ++line)
      result_.lines.push_back(
          {false, line, std::string(overlay_lines_[static_cast<std::size_t>(line) - 1])});
    const std::vector<ExpandedLine>& body = bodies_[index];
    result_.lines.insert(result_.lines.end(), body.begin(), body.end());
  }

  static constexpr int kEnd = 1 << 30;

  /// Writes the reference's remaining lines that come before this one.
  void reference_up_to(int line) {
    const int end = std::min(line, static_cast<int>(reference_lines_.size()) + 1);
    for (; next_ < end; ++next_)
      result_.lines.push_back(
          {true, next_,
           std::string(reference_lines_[static_cast<std::size_t>(next_) - 1])});
  }

  std::vector<std::string_view> overlay_lines_;
  std::vector<std::string_view> reference_lines_;
  OverlayHead head_;
  Definitions overlay_;
  Definitions reference_;
  /// Lines of each overlay definition, filled in.
  std::vector<std::vector<ExpandedLine>> bodies_;
  std::vector<Fate> fates_;  ///< For each definition of the reference.
  /// For each overlay definition, its position in the reference.
  std::vector<std::size_t> places_;
  std::vector<std::size_t> added_;  ///< Indices of definitions that replace no other.
  int next_ = 1;                    ///< The next line of the reference to write.
  Expansion result_;
};

}  // namespace

OverlayHead overlay_head(std::string_view text) {
  OverlayHead head;
  int number = 0;
  for (const std::string_view line : split_lines(text)) {
    ++number;
    const auto comment = comment_of(line);
    if (!comment && !trim(line).empty()) break;
    if (!comment) continue;
    if (*comment == kMark && head.line == 0) head.line = number;
    if (comment->starts_with(kWithout))
      head.without.push_back(
          {std::string(trim(comment->substr(kWithout.size()))), number});
  }
  if (head.line == 0) head.without.clear();
  return head;
}

std::vector<ExpandedLine> Expansion::readable_lines() const {
  std::vector<ExpandedLine> readable;
  bool blank = true;  // Removed lines leave only one blank line.
  for (const ExpandedLine& line : lines) {
    if (is_region_mark(line.text)) continue;
    const bool empty = trim(line.text).empty();
    if (!(empty && blank)) readable.push_back(line);
    blank = empty;
  }
  return readable;
}

std::string Expansion::text() const {
  std::string text;
  for (const ExpandedLine& line : readable_lines()) text.append(line.text).append("\n");
  return text;
}

std::string Expansion::text_with_places(std::string_view overlay_name,
                                        std::string_view reference_name) const {
  std::string text;
  const ExpandedLine* before = nullptr;
  for (const ExpandedLine& line : lines) {
    const bool follows = before && before->of_reference == line.of_reference &&
                         before->number + 1 == line.number;
    if (line.number > 0 && !follows)
      text += fmt::format("#line {} \"{}\"\n", line.number,
                          line.of_reference ? reference_name : overlay_name);
    text.append(line.text).append("\n");
    before = &line;
  }
  return text;
}

Expansion expand_overlay(std::string_view overlay, std::string_view reference) {
  return Merger(overlay, reference).run();
}

bool is_submission_file(const std::string& file, const std::string& submission_name) {
  return file == submission_name || file == kReferenceName;
}

std::string why_no_overlay(const fs::path& file, const fs::path& reference) {
  if (reference.empty())
    return "Only a wrong or an unusual submission of a lab's solutions can be an "
           "overlay: this has no reference. Remove the line, and write the whole.";
  std::error_code error;
  if (!fs::exists(reference, error))
    return fmt::format("An overlay needs the lab's reference, and there is none ({}).",
                       reference.string());
  const fs::path folder = fs::canonical(reference, error).parent_path();
  const fs::path real = error ? fs::path() : fs::canonical(file, error);
  const fs::path below = error ? fs::path() : real.lexically_relative(folder);
  if (!below.empty() && *below.begin() != "..") return "";
  return fmt::format(
      "Only a file in {} may leave to the reference what it does not define. Remove the "
      "line, and write the whole.",
      (folder.parent_path().filename() / folder.filename()).string());
}

}  // namespace gridlock
