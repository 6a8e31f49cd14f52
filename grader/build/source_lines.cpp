// Turns program counters into lines, with one call of addr2line.
#include <algorithm>
#include <cstdint>
#include <map>

#include "build/module.h"
#include "build/source/source_files.h"
#include "common/files.h"
#include "common/subprocess.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// A frame as addr2line prints it: a line with the function, and one with the place.
struct Frame {
  std::string function;
  std::string path;
  int line = 0;
};

/// The function's name: "sum" for `sum(int const*, int)`, "f<int>" for `void
/// f<int>(int*)`.
std::string short_function(std::string_view demangled) {
  if (demangled == "??") return "";
  if (demangled.starts_with("gridlock_program_main")) return "main";
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < demangled.size(); ++i) {
    const char c = demangled[i];
    const bool call_operator = demangled.substr(0, i).ends_with("operator");
    if (c == '<') ++depth;
    if (c == '>') --depth;
    if (depth > 0) continue;
    if (c == ' ' && !call_operator) begin = i + 1;  // The name follows the return type.
    if (c == '(' && i > begin && !call_operator)
      return std::string(demangled.substr(begin, i - begin));
  }
  return std::string(demangled.substr(begin));
}

/// Parses a place such as `/path/file.cu:12 (discriminator 3)` or `??:0`.
Frame parse_frame(std::string_view function, std::string_view place) {
  Frame frame;
  frame.function = short_function(function);
  place = place.substr(0, place.find(" (discriminator"));
  const std::size_t colon = place.rfind(':');
  if (colon == place.npos || place.starts_with("??")) return frame;
  frame.path = place.substr(0, colon);
  frame.line = std::atoi(std::string(place.substr(colon + 1)).c_str());
  return frame;
}

/// The frames of each address, innermost first.
std::vector<std::vector<Frame>> parse_frames(std::string_view output) {
  std::vector<std::vector<Frame>> result;
  const auto lines = split_lines(output);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].starts_with("0x")) {
      result.emplace_back();
    } else if (!result.empty() && i + 1 < lines.size()) {
      result.back().push_back(parse_frame(lines[i], lines[i + 1]));
      ++i;
    }
  }
  return result;
}

/// How many more parentheses the line opens than it closes.
std::ptrdiff_t open_parentheses(std::string_view line) {
  return std::ranges::count(line, '(') - std::ranges::count(line, ')');
}

/// The line.  If a call begins on it and ends within the next two lines, all lines of the
/// call, because its last argument may be the wrong one.
std::string whole_call(const std::vector<std::string_view>& lines, int line) {
  constexpr std::size_t kLinesMax = 3;
  if (line < 1 || static_cast<std::size_t>(line) > lines.size()) return "";
  const std::size_t first = static_cast<std::size_t>(line) - 1;
  std::string text;
  std::ptrdiff_t open = 0;
  for (std::size_t i = first; i < std::min(first + kLinesMax, lines.size()); ++i) {
    open += open_parentheses(lines[i]);
    text.append(i == first ? "" : " ").append(trim(lines[i]));
    if (open <= 0) return text;
  }
  return std::string(trim(lines[first]));
}

bool is_hexadecimal(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == text.npos;
}

/// Turns frames into source lines; reads each file once.
class LineReader {
 public:
  explicit LineReader(const fs::path& module)
      : folder_(fs::absolute(module).lexically_normal().parent_path()),
        sources_(sources_folder(folder_)) {}

  SourceLine line_of(const std::vector<Frame>& frames) {
    SourceLine found;
    for (const Frame& frame : frames) {
      const std::string file = kept_name(frame.path);
      if (file.empty()) continue;
      SourceLine line{file, frame.line, frame.function, text(file, frame.line)};
      if (found.line != 0) {
        found.inlined_into = {std::move(line)};
        return found;
      }
      found = std::move(line);
    }
    if (found.line == 0 && !frames.empty()) found.function = frames.back().function;
    return found;
  }

 private:
  /// The name of a file stored with the module; "" for others, such as our headers and
  /// the system's.
  std::string kept_name(const std::string& path) const {
    // Any folder may come before the key, since the cache may have been moved.  Any key
    // will do, since the scenarios have a key of their own.
    const std::string own = "/" + sources_.lexically_relative(folder_).string() + "/";
    const std::size_t key_length = folder_.filename().native().size();
    for (std::size_t at = path.find(own); at != path.npos; at = path.find(own, at + 1)) {
      if (at < key_length || !is_hexadecimal(path.substr(at - key_length, key_length)))
        continue;
      const std::string name = path.substr(at + own.size());
      std::error_code error;
      return fs::is_regular_file(sources_ / name, error) ? name : "";
    }
    return "";
  }

  std::string text(const std::string& file, int line) {
    const auto [entry, is_new] = texts_.try_emplace(file);
    if (is_new) entry->second = read_file(sources_ / file);
    return whole_call(split_lines(entry->second), line);
  }

  fs::path folder_, sources_;
  std::map<std::string, std::string> texts_;
};

}  // namespace

std::string stored_source(const fs::path& module, const std::string& file) {
  const fs::path path =
      sources_folder(fs::absolute(module).lexically_normal().parent_path()) / file;
  std::error_code error;
  return fs::is_regular_file(path, error) ? read_file(path) : "";
}

std::vector<SourceLine> source_lines(const fs::path& module,
                                     const std::vector<std::uint64_t>& pcs) {
  std::vector<SourceLine> lines(pcs.size());
  if (pcs.empty()) return lines;
  ProcessRequest request{{"addr2line", "-e", module.string(), "-i", "-f", "-C", "-a"}};
  for (const std::uint64_t pc : pcs) {
    // A return address belongs to the call before it.
    char text[32];
    std::snprintf(text, sizeof text, "0x%llx\n",
                  static_cast<unsigned long long>(pc ? pc - 1 : 0));
    request.input += text;
  }
  request.output_limit = std::size_t{16} << 20;
  request.wall_limit = std::chrono::seconds(30);
  const ProcessResult result = run_process(request);
  if (!result.ok()) return lines;
  const auto frames = parse_frames(result.output);
  LineReader reader(module);
  for (std::size_t i = 0; i < std::min(pcs.size(), frames.size()); ++i)
    if (pcs[i]) lines[i] = reader.line_of(frames[i]);
  return lines;
}

}  // namespace gridlock
