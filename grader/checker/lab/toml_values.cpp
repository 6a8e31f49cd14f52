#include "checker/lab/toml_values.h"

#include <fmt/format.h>

#include <stdexcept>

namespace gridlock::toml_values {

namespace fs = std::filesystem;

void wrong(const fs::path& file, const std::string& what) {
  throw std::runtime_error(fmt::format("{}: {}", file.string(), what));
}

std::string text(const toml::table& table, const char* key, const fs::path& file) {
  if (const auto value = table[key].value<std::string>()) return *value;
  wrong(file, fmt::format("needs {} = \"...\"", key));
}

std::vector<std::string> texts(const toml::table& table, const char* key,
                               const fs::path& file) {
  std::vector<std::string> values;
  const toml::array* list = table[key].as_array();
  if (!list) wrong(file, fmt::format("needs {} = [\"...\"]", key));
  for (const toml::node& item : *list) {
    const auto value = item.value<std::string>();
    if (!value) wrong(file, fmt::format("{} contains something that is not text", key));
    values.push_back(*value);
  }
  return values;
}

toml::table parsed(const fs::path& file) {
  try {
    return toml::parse_file(file.string());
  } catch (const toml::parse_error& error) {
    wrong(file, fmt::format("line {}: {}", error.source().begin.line,
                            std::string(error.description())));
  }
}

}  // namespace gridlock::toml_values
