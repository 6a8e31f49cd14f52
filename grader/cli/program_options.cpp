#include "cli/program_options.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/pattern.h"
#include "common/text.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

fs::path existing(const std::string& file) {
  std::error_code error;
  if (!fs::exists(file, error))
    throw UsageError(fmt::format(
        "There is no file \"{}\".  What the program is to get goes behind --.", file));
  return fs::absolute(file);
}

/// The file that standard input is redirected from; empty if it is not a file.  Each
/// schedule reads the file from its beginning.
std::string standard_input() {
  struct stat input{};
  if (::fstat(STDIN_FILENO, &input) != 0 || !S_ISREG(input.st_mode)) return "";
  std::error_code error;
  return fs::read_symlink("/proc/self/fd/0", error).string();
}

/// What is wrong with the argument of a -D; "" if nothing is.
std::string why_no_macro(const std::string& text) {
  static const Pattern kMacro(R"([A-Za-z_]\w*(\([\w, .]*\))?(=[^\n]*)?)");
  if (!kMacro.match(text).empty()) return "";
  return fmt::format("\"{}\" is no macro: write -D NAME or -D NAME=VALUE", text);
}

}  // namespace

void ProgramOptions::add_to(CLI::App& command) {
  add_option(command, "FILES", other_files, "Further source files of the program");
  add_option(command, "-I DIR", include_dirs, "A folder with headers")
      ->allow_extra_args(false)
      ->take_all();
  add_option(command, "-D NAME[=VALUE]", definitions, "A macro")
      ->check(why_no_macro)
      ->allow_extra_args(false)
      ->take_all();
  command.add_flag("--legacy", legacy, "Accept names that CUDA 13 removed");
  command.footer("What stands behind -- are the program's own arguments.");
}

ProgramRequest ProgramOptions::request(const std::string& file,
                                       const Environment& env) const {
  ProgramRequest request;
  request.file = existing(file);
  for (const std::string& other : other_files)
    request.other_files.push_back(existing(other));
  for (const std::string& folder : include_dirs)
    request.include_dirs.push_back(fs::absolute(folder));
  request.definitions = definitions;
  request.legacy = legacy;
  request.call = {
      {request.file.filename().string()}, fs::current_path().string(), standard_input()};
  request.call.arguments.insert(request.call.arguments.end(),
                                env.program_arguments.begin(),
                                env.program_arguments.end());
  request.cache_dir = env.cache_dir();
  return request;
}

std::string ProgramOptions::options_text() const {
  std::string text;
  for (const std::string& file : other_files) text += " " + shell_quoted(file);
  for (const std::string& folder : include_dirs) text += " -I " + shell_quoted(folder);
  for (const std::string& macro : definitions) text += " -D " + shell_quoted(macro);
  if (legacy) text += " --legacy";
  return text;
}

std::string ProgramOptions::arguments_text(const Environment& env) const {
  std::string text;
  for (const std::string& argument : env.program_arguments)
    text += (text.empty() ? " -- " : " ") + shell_quoted(argument);
  return text;
}

}  // namespace gridlock
