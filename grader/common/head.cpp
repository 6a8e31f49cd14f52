#include "common/head.h"

#include "common/text.h"

namespace gridlock {

std::vector<std::string> head_values(std::string_view text, std::string_view key) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::vector<std::string> values;
  for (const std::string_view line : split_lines(text)) {
    if (!line.starts_with("//")) break;
    const std::string_view said = trim(line.substr(2));
    if (said.starts_with(key) && said.substr(key.size()).starts_with(':'))
      values.emplace_back(trim(said.substr(key.size() + 1)));
  }
  return values;
}

std::string head_value(std::string_view text, std::string_view key) {
  const auto values = head_values(text, key);
  return values.empty() ? "" : values.front();
}

}  // namespace gridlock
