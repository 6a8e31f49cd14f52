#include "cure/candidate.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gridlock {

std::string edited(std::string_view source, std::vector<TextEdit> edits) {
  std::ranges::stable_sort(edits, {}, [](const TextEdit& edit) {
    return std::pair(edit.offset, edit.length > 0);
  });
  std::string text;
  std::size_t done = 0;
  for (const TextEdit& edit : edits) {
    if (edit.offset > source.size() || edit.length > source.size() - edit.offset)
      throw std::out_of_range("an edit outside the text");
    if (edit.offset > done) text += source.substr(done, edit.offset - done);
    text += edit.text;
    done = std::max(done, edit.offset + edit.length);
  }
  return text += source.substr(done);
}

TextEdit edit_between(std::string_view before, std::string_view after) {
  const auto common = std::min(before.size(), after.size());
  const auto offset = static_cast<std::size_t>(
      std::mismatch(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(common),
                    after.begin())
          .first -
      before.begin());
  std::size_t tail = 0;
  while (tail < common - offset &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  return {offset, before.size() - offset - tail,
          std::string(after.substr(offset, after.size() - offset - tail))};
}

}  // namespace gridlock
