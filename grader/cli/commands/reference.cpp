// gridlock reference: tables for the documentation, made from what the program knows
// about itself, and what the files of the bank say of themselves.  It is hidden, because
// only the build of the documentation uses it.
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/bank/expectation.h"
#include "cli/command.h"
#include "common/file_head.h"
#include "common/files.h"
#include "common/text.h"
#include "common/verdict.h"

namespace gridlock {
namespace {

/// The text as a cell of a Markdown table: one line, without a bar that ends the cell.
std::string cell(const std::string& text) {
  return replace_all(replace_all(text, "|", "\\|"), "\n", " ");
}

/// "`-l`, `--long`", or the placeholder of a positional argument.
std::string names_of(const CLI::Option& option) {
  if (option.get_positional()) return fmt::format("`{}`", cell(option.get_name(true)));
  std::string names;
  const auto add = [&](const std::string& dashes, const std::string& name) {
    names += fmt::format("{}`{}{}`", names.empty() ? "" : ", ", dashes, name);
  };
  for (const std::string& name : option.get_snames()) add("-", name);
  for (const std::string& name : option.get_lnames()) add("--", name);
  return names;
}

/// The placeholder after an option's name: "N", "sim, gpu or all", or nothing for a flag.
/// CLI11 appends what it checks: "N:INT in [1 - 256]", "TEXT:{sim,gpu,all}".
std::string value_of(const CLI::Option& option) {
  if (option.get_type_size() == 0 || option.get_positional()) return "";
  std::string type = option.get_type_name();
  const std::size_t colon = type.find(':');
  if (colon == type.npos || type.compare(colon, 2, ":{") != 0 || type.back() != '}') {
    type = type.substr(0, colon);
    return type.empty() ? "" : fmt::format(" `{}`", cell(type));
  }
  std::string values;
  std::istringstream words(type.substr(colon + 2, type.size() - colon - 3));
  for (std::string word; std::getline(words, word, ',');)
    values += fmt::format("{}`{}`", values.empty() ? " " : " / ", word);
  return values;
}

/// Whether the tables leave the option out.  Every command has --help: the page says that
/// once.
bool is_hidden(const CLI::Option& option) {
  return option.get_group().empty() || option.check_lname("help");
}

/// A full name such as "check" or "class prepare".
std::string full_name(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  const bool is_nested = parent && parent->get_parent();
  return (is_nested ? full_name(*parent) + " " : "") + command.get_name();
}

std::string usage_of(const CLI::App& command) {
  std::string usage = "./gridlock " + full_name(command);
  bool has_options = false;
  for (const CLI::Option* option : command.get_options()) {
    if (is_hidden(*option)) continue;
    if (!option->get_positional()) {
      has_options = true;
      continue;
    }
    std::string name = option->get_name(true);
    if (name.find(' ') == name.npos && option->get_expected_max() > 1) name += "...";
    usage += option->get_required() ? " " + name : " [" + name + "]";
  }
  return usage + (has_options ? " [OPTIONS]" : "");
}

void print_options(const CLI::App& command) {
  bool first = true;
  for (const CLI::Option* option : command.get_options()) {
    if (is_hidden(*option)) continue;
    if (first) std::puts("| argument or option | what it does |\n|---|---|");
    first = false;
    fmt::print("| {}{} | {} |\n", names_of(*option), value_of(*option),
               cell(option->get_description()));
  }
}

void print_command(const CLI::App& command, const std::string& heading) {
  fmt::print("{} {}\n\n{}.\n\n```text\n{}\n```\n\n", heading, full_name(command),
             command.get_description(), usage_of(command));
  print_options(command);
  std::puts("");
  for (const CLI::App* nested : command.get_subcommands(nullptr))
    if (!nested->get_group().empty()) print_command(*nested, heading + "#");
}

void print_commands(const CLI::App& app) {
  for (const CLI::App* command : app.get_subcommands(nullptr))
    if (!command->get_group().empty()) print_command(*command, "##");
}

template <class Kind>
void print_meanings(std::span<const Kind> kinds, const char* title) {
  fmt::print("| {} | in short |\n|---|---|\n", title);
  for (const Kind kind : kinds)
    fmt::print("| [`{0}`](verdicts.md#{0}) | {1} |\n", name(kind),
               cell(std::string(meaning(kind))));
}

/// Prints JSON of the files in this folder of each lab's solutions, as in
/// {"01_last_block/no_fence": {"story": "lastBlock without its fence.", "without": []}}.
/// A mistake also has its "verdict", the one that it must get.
void print_stories(const std::vector<Lab>& labs, const std::string& folder) {
  nlohmann::json all = nlohmann::json::object();
  for (const Lab& lab : labs)
    for (const fs::path& file : files_ending(".cu", lab.solution_folder / folder)) {
      const std::string text = read_file(file);
      nlohmann::json& told = all[lab.id + "/" + file.stem().string()];
      told = {{"story", story_of(text)}, {"without", head_values(text, "without")}};
      if (folder == "mistakes") told["verdict"] = read_expectation(file).text();
    }
  fmt::print("{}\n", all.dump(1));
}

void print_reference(const std::string& what, const CLI::App& app,
                     const Environment& env) {
  if (what == "commands") print_commands(app);
  if (what == "verdicts") print_meanings(all_verdicts(), "verdict");
  if (what == "advice") print_meanings(all_advice(), "advice");
  if (what == "mistakes" || what == "ladder") print_stories(find_labs(env.root), what);
}

}  // namespace

void add_reference(CLI::App& app, const Environment& environment, int&) {
  CLI::App* command = add_of_all(app, "reference");
  const auto what = std::make_shared<std::string>();
  command->add_option("WHAT", *what, "commands, verdicts, advice, mistakes or ladder")
      ->required()
      ->type_name("")
      ->check(CLI::IsMember({"commands", "verdicts", "advice", "mistakes", "ladder"}));
  command->callback(
      [what, &app, &environment] { print_reference(*what, app, environment); });
}

}  // namespace gridlock
