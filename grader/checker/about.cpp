#include "checker/about.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "common/text.h"

namespace gridlock {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c); });
}

}  // namespace

bool About::has(const std::string& name) const { return is_any_of(name, names); }

About about_of(std::string_view message) {
  About about;
  std::set<std::string> names;
  for (std::size_t at = 0; at < message.size();) {
    std::size_t end = at;
    while (end < message.size() && is_in_name(message[end])) ++end;
    if (end == at) {
      ++at;
      continue;
    }
    const std::string word(message.substr(at, end - at));
    names.insert(word);
    if (about.number.empty() && is_number(word) && word != "0" && word != "1")
      about.number = word;
    const std::size_t close = message.find(']', end);
    if (message.substr(end).starts_with('[') && close != message.npos)
      if (const auto index = message.substr(end + 1, close - end - 1); is_number(index))
        names.insert(word + "[" + std::string(index) + "]");
    at = end;
  }
  about.names.assign(names.begin(), names.end());
  return about;
}

}  // namespace gridlock
