#include "cli/bank/demo_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "checker/lab/toml_values.h"
#include "class/csv.h"
#include "common/files.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// The records for `mistake` in one file; empty if the file has none.
std::vector<GpuRecord> records_in(const fs::path& file, const std::string& mistake) {
  std::vector<GpuRecord> found;
  std::string machine;
  std::vector<std::string> columns;
  const std::string bytes = read_file(file);
  for (const std::string_view line : split_lines(bytes)) {
    if (line.starts_with("#")) {
      machine = trim(line.substr(1));  // The last of these lines names the machine.
      continue;
    }
    const std::vector<CsvRow> rows = read_csv(line);
    if (rows.empty()) continue;
    const std::vector<std::string>& fields = rows.front().cells;
    if (columns.empty()) {
      columns = fields;
      // A bank file without this column has the simulator's verdicts.
      if (std::ranges::find(columns, "gpu") == columns.end()) return {};
    } else if (fields.front() == mistake) {
      std::map<std::string, std::string> value;
      for (std::size_t i = 0; i < std::min(columns.size(), fields.size()); ++i)
        value[columns[i]] = fields[i];
      found.push_back({machine, value["gpu"], value["gpu_checks_failed"],
                       value["gpu_checks"], value["gpu_score"]});
    }
  }
  return found;
}

}  // namespace

DemoScript read_demo_script(const Lab& lab) {
  const auto demo = read_demo(lab);
  const fs::path file = lab.solution_folder / "demo.toml";
  if (!demo)
    throw UsageError(fmt::format("There is no demo of {} in this tree: no {}.", lab.id,
                                 file.string()));
  DemoScript script;
  script.wrong = demo->wrong;
  script.check = demo->check;
  const toml::table table = toml_values::parsed(file);
  script.functions = toml_values::texts(table, "functions", file);
  script.ask = toml_values::texts(table, "ask", file);
  script.because = toml_values::text(table, "because", file);
  return script;
}

std::vector<GpuRecord> gpu_records(const fs::path& submission) {
  const fs::path folder = submission.parent_path().parent_path();
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("bank_") && name.ends_with(".csv"))
      files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::vector<GpuRecord> all;
  for (const fs::path& file : files)
    for (GpuRecord& record : records_in(file, submission.stem().string()))
      all.push_back(std::move(record));
  return all;
}

}  // namespace gridlock
