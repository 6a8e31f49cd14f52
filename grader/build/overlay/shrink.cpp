// Reduces a whole file to an overlay with the same meaning.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "build/overlay/definitions.h"
#include "build/overlay/elision.h"
#include "build/overlay/overlay.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// The code of each definition, sorted; includes are not compared.
std::vector<std::string> codes_of(const Definitions& definitions) {
  std::vector<std::string> codes;
  for (const Definition& each : definitions.all)
    if (!each.is_include) codes.push_back(each.code);
  std::sort(codes.begin(), codes.end());
  return codes;
}

/// The first definition that uses a name before it is introduced, and the definition that
/// introduces it.
struct UseBefore {
  std::size_t user = 0, introduced = 0;
};
std::optional<UseBefore> use_before(const std::vector<Definition>& all) {
  std::set<std::string> known;
  for (std::size_t i = 0; i < all.size(); ++i) {
    known.insert(all[i].introduces.begin(), all[i].introduces.end());
    for (std::size_t j = i + 1; j < all.size(); ++j)
      for (const std::string& word : all[j].introduces)
        if (all[i].words.count(word) && !known.count(word)) return UseBefore{i, j};
  }
  return std::nullopt;
}

class Shrinker {
 public:
  Shrinker(std::string_view whole, std::string_view reference)
      : reference_text_(reference),
        lines_(split_lines(whole)),
        reference_lines_(split_lines(reference)),
        whole_(definitions_in(whole)),
        reference_(definitions_in(reference)) {}

  Shrunk run() {
    for (const Definitions* source : {&whole_, &reference_}) {
      if (!source->problem.empty()) return {"", source->problem};
      for (const Definition& each : source->all)
        if (!each.blocks.empty()) return {"", each.name + " is in a namespace"};
    }
    if (whole_.all.empty()) return {"", "it defines nothing"};
    // A definition that is used earlier than in the reference must move before its first
    // user; then so must the definitions that it uses, and so on.
    for (std::size_t tries = 0; tries <= whole_.all.size(); ++tries) {
      const std::string text = overlay();
      if (text.empty()) return {"", "it differs in nothing from the reference"};
      const Expansion expansion = expand_overlay(text, reference_text_);
      if (!expansion.problem.empty()) return {"", expansion.problem};
      const Definitions got = definitions_in(expansion.text());
      if (codes_of(got) != codes_of(whole_))
        return {"", "its parts change when put together"};
      const auto early = use_before(got.all);
      if (!early || use_before(whole_.all)) return {text, ""};
      const Definition& late = got.all[early->introduced];
      if (!of_reference(late) || !moved_.insert(late.identity).second) break;
    }
    return {"", "its definitions stand in another order"};
  }

 private:
  const Definition* of_reference(const Definition& mine) const {
    for (const Definition& theirs : reference_.all)
      if (theirs.identity == mine.identity) return &theirs;
    return nullptr;
  }

  bool is_kept(const Definition& mine) const {
    const Definition* theirs = of_reference(mine);
    return theirs && theirs->code == mine.code && !moved_.count(mine.identity);
  }

  std::string overlay() const {
    std::string body;
    int last = 0;
    for (const Definition& mine : whole_.all) {
      if (is_kept(mine)) continue;
      const int begin = std::max(
          has_its_comment(mine) ? mine.first_line : mine.comment_line, head_lines() + 1);
      if (begin != last + 1 || body.empty()) body += "\n";
      for (int line = begin; line < mine.first_line; ++line)
        body.append(lines_[static_cast<std::size_t>(line) - 1]).append("\n");
      for (const std::string& line : what_differs(mine)) body.append(line).append("\n");
      last = mine.last_line;
    }
    std::string head;
    for (int line = 1; line <= head_lines(); ++line)
      head.append(lines_[static_cast<std::size_t>(line) - 1]).append("\n");
    const std::string without = lines_without();
    if (body.empty() && without.empty()) return "";
    return head + "// overlay\n" + without + body;
  }

  /// Whether the reference has the same comment above the definition, so that it stays.
  bool has_its_comment(const Definition& mine) const {
    const Definition* theirs = of_reference(mine);
    return theirs && !moved_.count(mine.identity) &&
           comment_of(lines_, mine) == comment_of(reference_lines_, *theirs);
  }

  static std::vector<std::string_view> comment_of(
      const std::vector<std::string_view>& file, const Definition& definition) {
    return {file.begin() + definition.comment_line - 1,
            file.begin() + definition.first_line - 1};
  }

  /// The definition, with dots for the lines that the reference also has.
  std::vector<std::string> what_differs(const Definition& mine) const {
    const Excerpt text = excerpt(lines_, mine);
    const Definition* theirs = of_reference(mine);
    if (theirs) return elide(text, excerpt(reference_lines_, *theirs));
    return {text.lines.begin(), text.lines.end()};
  }

  /// The number of lines of the comment at the beginning of the file.
  int head_lines() const {
    int count = 0;
    while (static_cast<std::size_t>(count) < lines_.size() &&
           lines_[static_cast<std::size_t>(count)].starts_with("//"))
      ++count;
    return count;
  }

  std::string lines_without() const {
    std::string lines;
    for (const Definition& theirs : reference_.all) {
      if (theirs.is_include) continue;  // An additional include does no harm.
      const bool there = std::any_of(
          whole_.all.begin(), whole_.all.end(),
          [&](const Definition& mine) { return mine.identity == theirs.identity; });
      if (there && !moved_.count(theirs.identity)) continue;
      const auto namesakes = std::count_if(
          reference_.all.begin(), reference_.all.end(),
          [&](const Definition& other) { return other.name == theirs.name; });
      std::string name = theirs.name;
      if (namesakes > 1) name = theirs.identity.substr(theirs.identity.find(' ') + 1);
      lines += fmt::format("// without: {}\n", name);
    }
    return lines;
  }

  std::string_view reference_text_;
  std::vector<std::string_view> lines_;
  std::vector<std::string_view> reference_lines_;
  Definitions whole_;
  Definitions reference_;
  std::set<std::string> moved_;  ///< Identities of definitions that must move.
};

}  // namespace

Shrunk shrink_to_overlay(std::string_view whole, std::string_view reference) {
  return Shrinker(whole, reference).run();
}

}  // namespace gridlock
