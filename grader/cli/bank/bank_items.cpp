#include "cli/bank/bank_items.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "common/files.h"

namespace gridlock {
namespace {

class Bank {
 public:
  Bank(const BankChoice& choice, const Environment& env)
      : choice_(choice), env_(env), labs_(find_labs(env.root)) {
    if (choice.lab.empty())
      chosen_ = labs_;
    else
      chosen_ = {find_lab(labs_, choice.lab)};
  }

  std::vector<BankItem> items() {
    if (choice_.mutants) {
      for (const Lab& lab : chosen_) add_mutants(lab);
      return part_of(std::move(items_));
    }
    for (const Lab& lab : chosen_) add_lab(lab);
    for (const fs::path& file : files_ending(".cu", env_.root / "grader/hostile"))
      add_hostile(file);
    return part_of(std::move(items_));
  }

 private:
  std::vector<BankItem> part_of(std::vector<BankItem> all) const {
    if (choice_.part.empty()) return all;
    std::size_t part = 0;
    std::size_t parts = 0;
    char rest = 0;
    if (std::sscanf(choice_.part.c_str(), "%zu/%zu%c", &part, &parts, &rest) != 2 ||
        part < 1 || part > parts)
      throw UsageError(fmt::format(
          "\"{}\" is no part; for example, 2/9 is the second of nine.", choice_.part));
    std::vector<BankItem> chosen;
    for (std::size_t i = part - 1; i < all.size(); i += parts)
      chosen.push_back(std::move(all[i]));
    return chosen;
  }

  void add_lab(const Lab& lab) {
    add(lab, BankRole::skeleton, lab.skeleton(), "skeleton", {});
    std::error_code error;
    if (!fs::exists(lab.solution(), error)) return;
    add(lab, BankRole::solution, lab.solution(), "solution", {{Verdict::passed}, "", ""});
    for (const std::string folder : {"variants", "ladder"})
      for (const fs::path& file : files_ending(".cu", lab.solution_folder / folder))
        add(lab, BankRole::variant, file, folder + "/" + file.stem().string(),
            {{Verdict::passed}, "", ""});
    for (const fs::path& file : files_ending(".cu", lab.solution_folder / "mistakes"))
      add_with_expectation(lab, BankRole::mistake, file,
                           "mistakes/" + file.stem().string());
  }

  void add_mutants(const Lab& lab) {
    std::error_code error;
    if (!fs::exists(lab.solution(), error)) return;
    std::map<std::string, KnownMutant> known = known_mutants(lab);
    const fs::path folder = env_.build_dir / "mutants" / lab.id;
    fs::create_directories(folder);
    std::map<int, int> in_line;
    const std::vector<Mutant> mutants = mutants_of(read_file(lab.solution()));
    for (const Mutant& mutant : mutants) {
      const std::string stem = fmt::format("{}-{}", mutant.line, ++in_line[mutant.line]);
      const fs::path file = folder / (stem + ".cu");
      if (!add(lab, BankRole::mutant, file, "mutants/" + stem, {})) continue;
      write_file_atomic(file, mutant.source);
      items_.back().change = mutant.key();
      if (const auto entry = known.find(mutant.key()); entry != known.end())
        items_.back().known = entry->second;
    }
    for (const Mutant& mutant : mutants) known.erase(mutant.key());
    for (const auto& [key, unused] : known)
      if (add(lab, BankRole::mutant, folder, "mutants/unknown", {}))
        items_.back().broken = "mutants.toml lists what is no mutant any more: " + key;
  }

  void add_hostile(const fs::path& file) {
    const std::string label = "hostile/" + file.stem().string();
    std::string lab;
    try {
      lab = read_expectation(file).lab;
    } catch (const std::exception&) {
    }
    for (const Lab& known : chosen_)
      if (known.id == lab)
        return add_with_expectation(known, BankRole::hostile, file, label);
    const bool known = std::ranges::find(labs_, lab, &Lab::id) != labs_.end();
    if (!known && add(labs_.front(), BankRole::hostile, file, label, {}))
      items_.back().broken = "its second line does not name a lab";
  }

  void add_with_expectation(const Lab& lab, BankRole role, const fs::path& file,
                            const std::string& label) {
    if (!add(lab, role, file, label, {})) return;
    try {
      items_.back().expected = read_expectation(file);
    } catch (const std::exception& error) {
      items_.back().broken = error.what();
    }
  }

  bool add(const Lab& lab, BankRole role, const fs::path& file, const std::string& label,
           Expectation expected) {
    if (!choice_.only.empty() && label.find(choice_.only) == std::string::npos)
      return false;
    BankItem item;
    item.lab = lab;
    item.role = role;
    item.file = file;
    item.label = role == BankRole::hostile ? label : lab.id + "/" + label;
    item.expected = std::move(expected);
    items_.push_back(std::move(item));
    return true;
  }

  const BankChoice& choice_;
  const Environment& env_;
  std::vector<Lab> labs_;
  std::vector<Lab> chosen_;
  std::vector<BankItem> items_;
};

}  // namespace

std::vector<BankItem> bank_items(const BankChoice& choice, const Environment& env) {
  return Bank(choice, env).items();
}

}  // namespace gridlock
