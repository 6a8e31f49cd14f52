#include "cli/nvcc_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>

#include "cli/command.h"

namespace gridlock {
namespace {

/// How we treat an option.
enum class Meaning { include_dir, definition, default_stream, nothing, refused };

struct Option {
  std::string_view name;
  Meaning meaning;
};

constexpr std::array kTelling = std::to_array<Option>({
    {"-I", Meaning::include_dir},
    {"--include-path", Meaning::include_dir},
    {"-isystem", Meaning::include_dir},
    {"--system-include", Meaning::include_dir},
    {"-D", Meaning::definition},
    {"--define-macro", Meaning::definition},
    {"-default-stream", Meaning::default_stream},
    {"--default-stream", Meaning::default_stream},
    {"-include", Meaning::refused},
    {"--pre-include", Meaning::refused},
    {"-U", Meaning::refused},
    {"--undefine-macro", Meaning::refused},
    {"-optf", Meaning::refused},
    {"--options-file", Meaning::refused},
});

/// The other options of nvcc 13.0 that take a value, by all their names, from
/// `nvcc --help`, each between blanks; what is in neither list is a flag.
constexpr std::string_view kIgnored =
    " "
    "-o --output-file -odir --output-directory -l --library -L --library-path -x --x "
    "-std --std -O --optimize -Ofc --Ofast-compile -dopt --dopt -m --machine -t "
    "--threads -split-compile --split-compile -split-compile-extended "
    "--split-compile-extended -arch --gpu-architecture -code --gpu-code -gencode "
    "--generate-code -rdc --relocatable-device-code -maxrregcount --maxrregcount -e "
    "--entries -ftz --ftz -prec-div --prec-div -prec-sqrt --prec-sqrt -fmad --fmad "
    "-cudart --cudart -cudadevrt --cudadevrt -ccbin --compiler-bindir -arbin "
    "--archiver-binary -ldir --libdevice-directory -target-dir --target-directory "
    "-opt-info --optimization-info -Xcompiler --compiler-options -Xlinker "
    "--linker-options -Xarchive --archive-options -Xptxas --ptxas-options -Xnvlink "
    "--nvlink-options -ftemplate-backtrace-limit --ftemplate-backtrace-limit "
    "-ftemplate-depth --ftemplate-depth -fdevice-time-trace --fdevice-time-trace "
    "-frandom-seed --frandom-seed -keep-dir --keep-dir -time --time -run-args "
    "--run-args -MF --dependency-output -MT --dependency-target-name -idp "
    "--input-drive-prefix -ddp --dependency-drive-prefix -dp --drive-prefix -Werror "
    "--Werror -diag-error --diag-error -diag-suppress --diag-suppress -diag-warn "
    "--diag-warn -brief-diag --brief-diagnostics -jtd --jump-table-density -sanitize "
    "--sanitize -static-global-template-stub --static-global-template-stub "
    "-device-entity-has-hidden-visibility --device-entity-has-hidden-visibility -hls "
    "--host-linker-script -device-stack-protector --device-stack-protector ";

/// One-letter options also take their value without a blank: -Iinclude, -O3.
constexpr std::string_view kJoined = "IDULlOtm";

constexpr std::array<std::string_view, 5> kSources{".cu", ".c", ".cc", ".cxx", ".cpp"};

/// The option of this name, if it takes a value.
std::optional<Option> option_named(std::string_view name) {
  for (const Option& option : kTelling)
    if (option.name == name) return option;
  if (kIgnored.find(fmt::format(" {} ", name)) == kIgnored.npos) return {};
  return Option{name, Meaning::nothing};
}

/// `a,b` is a list of two for nvcc; a comma within brackets belongs to its member.
std::vector<std::string> members(std::string_view list) {
  std::vector<std::string> all(1);
  int depth = 0;
  for (const char c : list) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0)
      all.emplace_back();
    else
      all.back() += c;
  }
  return all;
}

class Reader {
 public:
  explicit Reader(const std::vector<std::string>& words) : words_(words) {}

  NvccLine read() {
    while (next_ < words_.size()) {
      const std::string& word = words_[next_++];
      if (word == "--") break;
      if (word.starts_with('@')) refuse(word);
      if (word.starts_with('-') && word.size() > 1)
        take_option(word);
      else
        take_file(word);
    }
    line_.program_arguments.assign(words_.begin() + static_cast<std::ptrdiff_t>(next_),
                                   words_.end());
    if (line_.files.empty())
      throw UsageError("The command line of nvcc names no source file.");
    return std::move(line_);
  }

 private:
  [[noreturn]] static void refuse(std::string_view what) {
    throw UsageError(
        fmt::format("{} in a command line of nvcc is not taken over: it would make "
                    "another program.  Name the files, and give -I and -D, yourself.",
                    what));
  }

  void take_option(const std::string& word) {
    const std::size_t equals = word.find('=');
    // This is -DX=1, not an option named -DX.
    if (const bool joined =
            word[1] != '-' && word.size() > 2 && kJoined.find(word[1]) != kJoined.npos;
        joined && !option_named(word.substr(0, equals)))
      return take(*option_named(word.substr(0, 2)), word.substr(2));
    const std::optional<Option> option = option_named(word.substr(0, equals));
    if (!option) return;  // It is a flag.
    if (equals != word.npos) return take(*option, word.substr(equals + 1));
    if (next_ == words_.size())
      throw UsageError(
          fmt::format("{} at the end of nvcc's command line has no value.", word));
    take(*option, words_[next_++]);
  }

  void take(const Option& option, const std::string& value) {
    switch (option.meaning) {
      case Meaning::include_dir:
        return add(line_.include_dirs, value);
      case Meaning::definition:
        return add(line_.definitions, value);
      case Meaning::default_stream:
        if (value == "per-thread") refuse("--default-stream per-thread");
        return;
      case Meaning::refused:
        refuse(option.name);
      case Meaning::nothing:
        return;
    }
  }

  static void add(std::vector<std::string>& list, const std::string& value) {
    for (std::string& member : members(value)) list.push_back(std::move(member));
  }

  void take_file(const std::string& word) {
    const std::string extension = std::filesystem::path(word).extension().string();
    if (std::find(kSources.begin(), kSources.end(), extension) == kSources.end())
      throw UsageError(fmt::format(
          "{} in nvcc's command line is no source.  The simulator compiles the whole "
          "program: name the .cu and .cpp files that it was made from.",
          word));
    line_.files.push_back(word);
  }

  const std::vector<std::string>& words_;
  std::size_t next_ = 1;  ///< Index of the next word; word 0 is "nvcc".
  NvccLine line_;
};

}  // namespace

bool is_nvcc_line(const std::vector<std::string>& words) {
  return !words.empty() && std::filesystem::path(words.front()).filename() == "nvcc";
}

NvccLine read_nvcc_line(const std::vector<std::string>& words) {
  return Reader(words).read();
}

}  // namespace gridlock
