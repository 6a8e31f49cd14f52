#include "common/text.h"

#include <cctype>

namespace gridlock {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

struct Decoded {
  char32_t code = 0;
  std::size_t bytes = 0;  ///< 0 if this is not UTF-8.
};

Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {};
  char32_t code = lead & (0x7Fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kSmallest[bytes] || code > 0x10FFFF || surrogate) return {};
  return {code, bytes};
}

bool is_harmful(char32_t code) {
  if (code < 0x20) return code != '\n' && code != '\t';
  if (code >= 0x7F && code <= 0x9F) return true;
  if (code == 0x200E || code == 0x200F || code == 0x061C) return true;
  return (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

/// Whether there is a character in [low, high) at this place.
bool is_in_range(std::string_view text, std::size_t at, char low, char high) {
  return at < text.size() && text[at] >= low && text[at] < high;
}

/// The length of the terminal escape sequence at the start of `text`, which begins
/// with ESC: "ESC [ ... letter", "ESC ] ... BEL" (or up to the next ESC), "ESC letter",
/// or ESC alone.
std::size_t escape_length(std::string_view text) {
  if (text.size() < 2) return 1;
  if (text[1] == '[') {
    std::size_t end = 2;
    while (is_in_range(text, end, 0x20, 0x40)) ++end;
    return is_in_range(text, end, 0x40, 0x7F) ? end + 1 : end;
  }
  if (text[1] == ']') {
    const std::size_t end = text.find_first_of("\a\n\x1b", 2);
    if (end == text.npos || text[end] == '\n') return 2;
    return text[end] == '\a' ? end + 1 : end;
  }
  std::size_t end = 1;
  while (is_in_range(text, end, 0x20, 0x30)) ++end;
  return is_in_range(text, end, 0x30, 0x7F) ? end + 1 : end;
}

}  // namespace

std::string sanitize_text(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    if (text.front() == '\x1b') {
      text.remove_prefix(escape_length(text));
      continue;
    }
    const Decoded next = decode(text);
    if (next.bytes == 0) {
      clean += kReplacement;
      text.remove_prefix(1);
      continue;
    }
    if (!is_harmful(next.code)) clean += text.substr(0, next.bytes);
    text.remove_prefix(next.bytes);
  }
  return clean;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Decoded next = decode(text);
    if (next.bytes == 0) return false;
    text.remove_prefix(next.bytes);
  }
  return true;
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return lines;
}

std::string first_lines(std::string_view text, std::size_t limit) {
  const auto lines = split_lines(text);
  std::string kept;
  for (std::size_t i = 0; i < std::min(limit, lines.size()); ++i)
    kept.append(lines[i]).append("\n");
  if (lines.size() > limit)
    kept += "... and " + std::to_string(lines.size() - limit) + " more lines\n";
  return kept;
}

std::string line_with(std::string_view text, std::string_view word) {
  for (const std::string_view line : split_lines(text))
    if (line.find(word) != line.npos) return std::string(trim(line));
  return {};
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n\v\f";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    parts.emplace_back(trim(text.substr(begin, comma - begin)));
    begin = comma + 1;
  }
  return parts;
}

std::string replace_all(std::string_view text, std::string_view from,
                        std::string_view to) {
  std::string result;
  for (std::size_t at; (at = text.find(from)) != text.npos;) {
    result.append(text.substr(0, at)).append(to);
    text.remove_prefix(at + from.size());
  }
  return result.append(text);
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

std::string in_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool is_space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!is_space)
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  if (line.ends_with(' ')) line.pop_back();
  return line;
}

bool is_in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

std::string last_name(std::string_view path) {
  return std::string(path.substr(path.rfind('.') + 1));
}

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  return with_commas(number).append(" ").append(number == 1 ? one : many);
}

std::string shell_quoted(const std::string& argument) {
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) || std::string_view("_-./:=,+@%").find(static_cast<char>(c)) !=
                                  std::string_view::npos;
  };
  if (!argument.empty() && std::ranges::all_of(argument, plain)) return argument;
  if (argument.find_first_of("\"$`\\!") == std::string::npos)
    return "\"" + argument + "\"";
  return "'" + replace_all(argument, "'", "'\\''") + "'";
}

}  // namespace gridlock
