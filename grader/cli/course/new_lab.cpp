#include "cli/course/new_lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "checker/lab/skeleton.h"
#include "cli/bank/demo_script.h"
#include "common/files.h"
#include "common/pattern.h"
#include "common/text.h"

namespace gridlock {
namespace {

constexpr const char* kSample = "grader/cli/course/sample";
constexpr const char* kSampleId = "00_sample";

/// \throws UsageError
std::string id_from(const std::string& name, const std::vector<Lab>& labs) {
  const Pattern::Groups parts = Pattern("(?:([0-9]{2})_)?([a-z][a-z0-9_]*)").match(name);
  if (parts.empty())
    throw UsageError(fmt::format(
        "\"{}\" names no lab.  Write its topic in lower case, such as ticket_lock, or "
        "with two digits before it: 08_ticket_lock.",
        name));
  int last = 0;
  for (const Lab& lab : labs) {
    last = std::max(last, std::stoi(lab.number));
    if (lab.id.substr(0, 2) == parts[1] || lab.topic == parts[2])
      throw UsageError(fmt::format("There is {} already.", lab.id));
  }
  if (!parts[1].empty()) return name;
  if (last >= 99) throw UsageError("There are 99 labs, and no number is left.");
  return fmt::format("{:02}_{}", last + 1, name);
}

/// Texts of the sample, each with its replacement in the new lab.
using SampleNames = std::vector<std::pair<std::string, std::string>>;

SampleNames names_of(const std::string& id) {
  const std::string number = std::to_string(std::stoi(id.substr(0, 2)));
  const std::string topic = id.substr(3);
  return {{kSampleId, id},
          {"sample.cu", topic + ".cu"},
          {"0a", number + "a"},
          {"ab 00", "ab " + id.substr(0, 2)},
          {"check 0", "check " + number},
          {"hint 0", "hint " + number},
          {"skeleton 0", "skeleton " + number},
          {"--lab 0", "--lab " + number}};
}

std::string with_names(std::string text, const SampleNames& names) {
  for (const auto& [old, own] : names) text = replace_all(text, old, own);
  return text;
}

}  // namespace

std::string make_new_lab(const fs::path& root, const std::string& name) {
  need_solutions(root, "new-lab");
  const std::string id = id_from(name, find_labs(root));
  const SampleNames names = names_of(id);
  for (const char* side : {"labs", "solutions"}) {
    const fs::path from = root / kSample / side;
    if (fs::exists(root / side / id))
      throw UsageError(fmt::format("{} exists.", (root / side / id).string()));
    for (const auto& entry : fs::recursive_directory_iterator(from)) {
      if (!entry.is_regular_file()) continue;
      const fs::path file =
          root / side /
          with_names(entry.path().lexically_relative(from).generic_string(), names);
      fs::create_directories(file.parent_path());
      write_file_atomic(file, with_names(read_file(entry.path()), names));
    }
  }
  const auto labs = find_labs(root);
  const Lab& lab = find_lab(labs, id);
  write_file_atomic(lab.skeleton(), original_skeleton(lab));
  return id;
}

std::vector<std::string> texts_of_sample(const fs::path& root, const Lab& lab) {
  std::error_code error;
  if (!fs::exists(root / kSample, error)) return {};
  const Lab sample = find_labs(root / kSample).front();
  if (lab.required == sample.required) return {};
  const auto texts_of = [](const Lab& of) {
    std::vector<std::string> texts{of.title};
    for (const LabPart& part : of.parts) texts.push_back(part.title);
    for (const Hint& hint : of.hints)
      texts.insert(texts.end(), hint.levels.begin(), hint.levels.end());
    if (!fs::exists(of.solution_folder / "demo.toml")) return texts;
    const DemoScript demo = read_demo_script(of);
    texts.push_back(demo.because);
    texts.insert(texts.end(), demo.ask.begin(), demo.ask.end());
    return texts;
  };
  std::vector<std::string> left = texts_of(lab);
  const std::vector<std::string> old = texts_of(sample);
  std::erase_if(left, [&](const std::string& text) {
    return std::ranges::find(old, text) == old.end();
  });
  return left;
}

}  // namespace gridlock
