// gridlock completion: what a shell needs to complete commands, options and labs.  It is
// generated from the commands themselves, so that it cannot lag behind them.
#include "cli/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>

#include "cli/command.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// The candidates at a place: words, and also files if `files`.
struct Candidates {
  std::vector<std::string> words;
  bool files = false;
};

/// The words of a validator such as "{sim,gpu,all}"; empty for another kind of validator.
std::vector<std::string> words_of(const std::string& type_name) {
  const std::size_t begin = type_name.find('{');
  const std::size_t end = type_name.find('}', begin);
  std::vector<std::string> words;
  if (begin == std::string::npos || end == std::string::npos) return words;
  std::string word;
  for (const char c : type_name.substr(begin + 1, end - begin - 1) + ",") {
    if (c != ',') word += c;
    if (c == ',' && !word.empty()) words.push_back(std::exchange(word, ""));
  }
  return words;
}

bool speaks_of(const std::string& text, std::string_view word) {
  return text.find(word) != std::string::npos;
}

Candidates candidates_for(const CLI::Option& option,
                          const std::vector<std::string>& labs) {
  const std::string type = option.get_type_name();
  Candidates candidates{words_of(type), false};
  const std::string name = option.get_positional() ? option.get_name(true) : "";
  if (speaks_of(name, "LAB"))
    candidates.words.insert(candidates.words.end(), labs.begin(), labs.end());
  for (const char* word : {"FILE", "PATH", "DIR", "ARGS"})
    candidates.files |= speaks_of(name, word) || speaks_of(type, word);
  return candidates;
}

struct Taken {
  std::vector<std::string> names;  ///< "--on"; empty for a positional argument.
  bool has_value = false;
  Candidates candidates;
};

std::vector<Taken> taken_by(const CLI::App& command,
                            const std::vector<std::string>& labs) {
  std::vector<Taken> all;
  for (const CLI::Option* option : command.get_options()) {
    Taken taken;
    for (const std::string& name : option->get_lnames())
      taken.names.push_back("--" + name);
    for (const std::string& name : option->get_snames())
      taken.names.push_back("-" + name);
    taken.has_value = option->get_items_expected_max() > 0;
    taken.candidates = candidates_for(*option, labs);
    all.push_back(std::move(taken));
  }
  return all;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) {
    return !command->get_name().empty() && !command->get_group().empty();
  });
}

/// The lines of bash that fill COMPREPLY with these candidates and more words.
std::string bash_reply(const Candidates& candidates, const std::string& more = "") {
  const std::string words = fmt::format("{}{}{}", more, more.empty() ? "" : " ",
                                        fmt::join(candidates.words, " "));
  return fmt::format("COMPREPLY=($(compgen {}-W '{}' -- \"$word\"))",
                     candidates.files ? "-o plusdirs -f " : "", words);
}

std::string bash_case(const CLI::App& command, const std::vector<std::string>& labs) {
  std::string text = fmt::format("    {})\n      case $before in\n", command.get_name());
  Candidates unnamed;
  std::vector<std::string> names;
  for (const Taken& taken : taken_by(command, labs)) {
    names.insert(names.end(), taken.names.begin(), taken.names.end());
    if (taken.names.empty()) {
      unnamed.words.insert(unnamed.words.end(), taken.candidates.words.begin(),
                           taken.candidates.words.end());
      unnamed.files |= taken.candidates.files;
    } else if (taken.has_value) {
      text += fmt::format("        {}) {} ;;\n", fmt::join(taken.names, " | "),
                          bash_reply(taken.candidates));
    }
  }
  text += fmt::format("        *) {} ;;\n      esac ;;\n",
                      bash_reply(unnamed, fmt::format("{}", fmt::join(names, " "))));
  return text;
}

std::string bash_script(const CLI::App& app, const std::vector<std::string>& labs) {
  std::string names;
  std::string cases;
  for (const CLI::App* command : commands_of(app)) {
    names += command->get_name() + " ";
    cases += bash_case(*command, labs);
  }
  return fmt::format(
      "# Completion of gridlock, made by: ./gridlock completion\n"
      "_gridlock() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} command='' i\n"
      "  local before=${{COMP_WORDS[COMP_CWORD - 1]}}\n"
      "  for ((i = 1; i < COMP_CWORD; ++i)); do\n"
      "    [[ ${{COMP_WORDS[i]}} == -* ]] && continue\n"
      "    command=${{COMP_WORDS[i]}}\n"
      "    break\n"
      "  done\n"
      "  COMPREPLY=()\n"
      "  case $command in\n"
      "    '') COMPREPLY=($(compgen -W '{}--help --version --yes' -- \"$word\")) ;;\n"
      "{}"
      "  esac\n"
      "}}\n"
      "complete -F _gridlock gridlock\n",
      names, cases);
}

}  // namespace

std::string completion_script(const std::string& shell, const CLI::App& app,
                              const std::vector<std::string>& labs) {
  // zsh can run what is written for bash.
  constexpr const char* kForZsh = "autoload -Uz bashcompinit && bashcompinit\n";
  return (shell == "zsh" ? kForZsh : "") + bash_script(app, labs);
}

void add_completion(CLI::App& app, const Environment& environment, int&) {
  CLI::App* command = add_of_all(app, "completion");
  command->footer(
      "For bash, put this into ~/.bashrc; for zsh, into ~/.zshrc after compinit:\n"
      "  source <(/path/to/gridlock completion bash)\n"
      "  source <(/path/to/gridlock completion zsh)");
  const auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "bash or zsh")
      ->required()
      ->type_name("")
      ->check(CLI::IsMember({"bash", "zsh"}));
  command->callback([shell, &app, &environment] {
    std::vector<std::string> labs;
    for (const Lab& lab : find_labs(environment.root)) labs.push_back(lab.id);
    std::fputs(completion_script(*shell, app, labs).c_str(), stdout);
  });
}

}  // namespace gridlock
