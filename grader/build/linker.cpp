#include "build/linker.h"

#include <algorithm>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>

#include "common/files.h"
#include "common/text.h"

namespace gridlock {
namespace {

using nlohmann::json;

std::vector<std::string> quoted_words(std::string_view line) {
  std::istringstream text{std::string(line)};
  std::vector<std::string> words;
  for (std::string word; text >> std::quoted(word);) words.push_back(word);
  return words;
}

std::optional<LinkCommand> read_kept(const fs::path& file) {
  try {
    const json kept = json::parse(read_file(file));
    return LinkCommand{kept.at("before"), kept.at("behind")};
  } catch (const std::exception&) {  // The command is asked for and written again.
    return std::nullopt;
  }
}

}  // namespace

std::vector<std::string> LinkCommand::with(
    const std::vector<std::string>& objects_and_flags) const {
  std::vector<std::string> words = before;
  for (const auto* more : {&objects_and_flags, &behind})
    words.insert(words.end(), more->begin(), more->end());
  return words;
}

bool LinkCommand::exists() const {
  const std::vector<std::string> words = with({});
  return !words.empty() && std::all_of(words.begin(), words.end(), [](const auto& word) {
    std::error_code error;
    return !word.starts_with('/') || fs::exists(word, error);
  });
}

std::optional<LinkCommand> parse_link_command(std::string_view printed,
                                              std::string_view object) {
  for (const std::string_view line : split_lines(printed)) {
    const std::vector<std::string> words = quoted_words(line);
    const auto at = std::find(words.begin(), words.end(), object);
    if (at != words.begin() && at != words.end())
      return LinkCommand{{words.begin(), at}, {at + 1, words.end()}};
  }
  return std::nullopt;
}

std::optional<LinkCommand> kept_link_command(
    const fs::path& file, const std::function<std::optional<LinkCommand>()>& ask) {
  if (auto kept = read_kept(file); kept && kept->exists()) return kept;
  const std::optional<LinkCommand> asked = ask();
  if (!asked) return std::nullopt;
  fs::create_directories(file.parent_path());
  write_file_atomic(file,
                    json{{"before", asked->before}, {"behind", asked->behind}}.dump());
  return asked;
}

}  // namespace gridlock
