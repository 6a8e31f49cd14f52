#include "cure/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "build/overlay/definitions.h"

namespace gridlock {

Scene::Scene(std::string_view source, Symptom symptom, LineName line_name)
    : statements_(source),
      symptom_(std::move(symptom)),
      line_name_(std::move(line_name)) {
  if (statements_.text().size() != source.size()) return;
  for (const Definition& each : definitions_in(source).all) {
    const auto shows_in = [&](int line) {
      return each.first_line <= line && line <= each.last_line;
    };
    const bool is_device_code =
        each.words.contains("__device__") || each.words.contains("__global__");
    if (!is_device_code || std::ranges::none_of(symptom_.lines, shows_in)) continue;
    suspects_.push_back(
        {each.name, first_token_of(each.first_line), first_token_of(each.last_line + 1)});
  }
}

bool Scene::races(std::size_t first, std::size_t last) const {
  const auto begin = symptom_.lines.begin();
  return std::any_of(begin, begin + static_cast<std::ptrdiff_t>(symptom_.racing),
                     [&](int line) {
                       return tokens()[first].line <= line && line <= tokens()[last].line;
                     });
}

std::size_t Scene::comma_in(std::size_t open) const {
  const std::size_t close = syntax().partner(open);
  if (close == kNone) return kNone;
  std::size_t i = open + 1;
  while (i < close && !syntax().is(i, ",")) i = syntax().after(i);
  return i < close ? i : kNone;
}

int Scene::distance_of(int line) const {
  int least = 1000;
  for (std::size_t i = 0; i < symptom_.lines.size(); ++i)
    least = std::min(least, std::abs(symptom_.lines[i] - line) +
                                static_cast<int>(std::min<std::size_t>(i, 4)) / 2);
  return least;
}

std::size_t Scene::first_token_of(int line) const {
  const auto first = std::lower_bound(
      tokens().begin(), tokens().end(), line,
      [](const Token& token, int wanted) { return token.line < wanted; });
  return static_cast<std::size_t>(first - tokens().begin());
}

std::string Scene::quoted(std::size_t begin, std::size_t end) const {
  constexpr std::size_t kLengthMax = 48;
  std::string code = statements_.code(begin, end);
  // Cut between two words, if possible.
  if (code.size() > kLengthMax)
    code = code.substr(0, code.rfind(' ', kLengthMax)).substr(0, kLengthMax) + " ...";
  return "`" + code + "`";
}

std::string Scene::source(std::size_t first, std::size_t last) const {
  return statements_.text().substr(tokens()[first].offset,
                                   tokens()[last].end() - tokens()[first].offset);
}

std::string Scene::place(std::string_view where, std::size_t first,
                         std::size_t last) const {
  const int begins = tokens()[first].line, ends = tokens()[last].line;
  const std::string code = quoted(first, last + 1);
  // "in line 8" alone could mean a place within a loop that begins there.
  std::string text =
      begins == ends ? fmt::format("{} {} in {}", where, code, line_name(begins))
      : where == "after"
          ? fmt::format("{} {}, which ends in {}", where, code, line_name(ends))
          : fmt::format("{} {}, which begins in {}", where, code, line_name(begins));
  // If a condition guards the statement without braces, it must also guard what is
  // inserted.
  if (statements_.is_guarded_alone(first)) text += ", in braces with it";
  return text;
}

}  // namespace gridlock
