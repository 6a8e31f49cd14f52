#include "bench/samples.h"

#include "common/text.h"

namespace gridlock {
namespace {

std::string csv_field(const std::string& value) {
  if (value.find_first_of(",\"\r\n") == value.npos) return value;
  return '"' + replace_all(value, "\"", "\"\"") + '"';
}

std::string csv_line(const std::vector<std::string>& values) {
  std::string line;
  for (const std::string& value : values)
    line += (line.empty() ? "" : ",") + csv_field(value);
  return line + '\n';
}

}  // namespace

std::string csv_text(const SampleTable& table) {
  std::string text = "# bench: " + table.bench + '\n';
  for (const auto& [name, value] : table.environment)
    text += "# " + name + ": " + replace_all(value, "\n", " ") + '\n';
  text += csv_line(table.columns);
  for (const auto& row : table.rows) text += csv_line(row);
  return text;
}

}  // namespace gridlock
