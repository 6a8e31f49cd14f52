#include "checker/symbols.h"

#include <fmt/format.h>
#include <cstdint>

#include <charconv>
#include <cstring>
#include <regex>
#include <utility>

#include "checker/lab_code.h"

namespace gridlock {
namespace {

/// A program counter in a message: `{@1a2b}` stands for the line, `{&1a2b}` for the
/// variable that the call there allocates, `{$1a2b}` for the stream that it makes.  Other
/// such calls, perhaps of the same line, may follow: `{&1a2b|1a08}`.
struct Mention {
  std::size_t begin = 0;
  std::size_t end = 0;
  char kind = '@';
  std::vector<std::uint64_t> pcs;
  std::uint64_t pc() const { return pcs.front(); }
};

/// The numbers up to the closing brace; none if it is not like that.  `at` is moved
/// behind.
std::vector<std::uint64_t> parse_pcs(const std::string& text, std::size_t& at) {
  std::vector<std::uint64_t> pcs;
  const char* const last = text.data() + text.size();
  for (const char* next = text.data() + at;; ++next) {
    std::uint64_t pc = 0;
    const auto [end, error] = std::from_chars(next, last, pc, 16);
    if (error != std::errc{} || end == last || (*end != '}' && *end != '|')) return {};
    pcs.push_back(pc);
    next = end;
    if (*end == '|') continue;
    at = static_cast<std::size_t>(end - text.data()) + 1;
    return pcs;
  }
}

/// The next mention at or after `from`; end is 0 if there is none.
Mention next_mention(const std::string& text, std::size_t from) {
  for (std::size_t at; (at = text.find('{', from)) != text.npos; from = at + 1) {
    if (at + 1 >= text.size() || std::strchr("@&$", text[at + 1]) == nullptr) continue;
    std::size_t end = at + 2;
    std::vector<std::uint64_t> pcs = parse_pcs(text, end);
    if (!pcs.empty()) return {at, end, text[at + 1], std::move(pcs)};
  }
  return {};
}

/// "partial" of `cudaMalloc((void**)&partial, bytes)`, "copies" of
/// `cudaStreamCreate(&copies)`: those of a line, of one kind.
std::vector<std::string> made_variables(const std::string& line, char kind) {
  static const std::regex kMemory(
      R"(cuda(?:\w*(?:Malloc|Alloc)\w*\s*\(\s*(?:\([^()]*\)\s*)?&)"
      R"(|HostRegister\s*\()\s*([A-Za-z_]\w*))");
  static const std::regex kStream(R"(cudaStreamCreate\w*\s*\(\s*&?\s*([A-Za-z_]\w*))");
  const std::regex& call = kind == '$' ? kStream : kMemory;
  std::vector<std::string> names;
  for (std::sregex_iterator found(line.begin(), line.end(), call), none; found != none;
       ++found)
    names.push_back((*found)[1].str());
  return names;
}

/// "the stream copies", but not "the stream streams".
void append_name(std::string& text, const std::string& name) {
  for (const std::string_view noun : {"the stream ", "The stream "})
    if (text.ends_with(noun) && name.starts_with("stream"))
      text.resize(text.size() - noun.size());
  text += name;
}

}  // namespace

std::string without_other_calls(std::string message) {
  for (Mention m = next_mention(message, 0); m.end;
       m = next_mention(message, m.begin + 1))
    if (const std::size_t others = message.find('|', m.begin); others < m.end)
      message.erase(others, m.end - 1 - others);
  return message;
}

Placer::Placer(const LineFinder& lines, std::filesystem::path module,
               std::string submission_name, std::string lab_file)
    : lines_(lines),
      module_(std::move(module)),
      submission_name_(std::move(submission_name)),
      lab_file_(std::move(lab_file)) {}

void Placer::expect(const Finding& finding) {
  expect(finding.accesses);
  expect(finding.interleaving);
  for (const std::string* text : {&finding.message, &finding.missing, &finding.remedy})
    for (Mention m = next_mention(*text, 0); m.end; m = next_mention(*text, m.end))
      for (const std::uint64_t pc : m.pcs) known_[pc];
}

void Placer::expect(const std::vector<Access>& accesses) {
  for (const Access& access : accesses) {
    if (access.pc) known_[access.pc];
    for (Mention m = next_mention(access.location, 0); m.end;
         m = next_mention(access.location, m.end))
      for (const std::uint64_t pc : m.pcs) known_[pc];
  }
}

const SourceLine& Placer::line_of(std::uint64_t pc) {
  if (!asked_) {
    asked_ = true;
    std::vector<std::uint64_t> pcs;
    for (const auto& [known, line] : known_)
      if (known) pcs.push_back(known);
    if (!pcs.empty() && lines_) {
      const auto found = lines_(module_, pcs);
      for (std::size_t i = 0; i < std::min(pcs.size(), found.size()); ++i)
        known_[pcs[i]] = found[i];
    }
  }
  return known_[pc];
}

/// The variable that the first of these calls gives a value; "" if the line does not
/// tell. If the line has several calls, they are in the order of the code.
std::string Placer::variable_made_at(const std::vector<std::uint64_t>& calls, char kind) {
  const SourceLine& place = line_of(calls.front());
  const std::vector<std::string> names =
      kind == '@' ? std::vector<std::string>{} : made_variables(place.text, kind);
  if (names.size() < 2) return names.empty() ? "" : names.front();
  std::size_t before = 0, here = 0;
  for (const std::uint64_t call : calls) {
    const SourceLine& other = line_of(call);
    if (other.line != place.line || other.file != place.file) continue;
    ++here;
    before += call < calls.front();
  }
  return here == names.size() ? names[before] : "";
}

std::string Placer::with_lines(const std::string& text) {
  std::string result;
  std::size_t done = 0;
  for (Mention m = next_mention(text, 0); m.end; m = next_mention(text, m.end)) {
    result.append(text, done, m.begin - done);
    const SourceLine& place = line_of(m.pc());
    if (const std::string name = variable_made_at(m.pcs, m.kind); !name.empty())
      append_name(result, name);
    else if (m.kind == '$' && place.line)
      result += fmt::format("of {}:{}", place.file, place.line);
    else if (m.kind == '&' && place.line)
      result += fmt::format("memory of {}:{} ", place.file, place.line);
    else if (place.line == 0)
      result += "a line without debug information";
    else if (place.file == submission_name_)
      result += fmt::format("line {}", place.line);
    else
      result += fmt::format("{}:{}", place.file, place.line);
    done = m.end;
  }
  return result.append(text, done);
}

PlacedFinding Placer::place(const Finding& finding) {
  PlacedFinding placed;
  placed.kind = finding.kind;
  placed.message = with_lines(finding.message);
  placed.missing = with_lines(finding.missing);
  placed.accesses = place(finding.accesses);
  placed.interleaving = place(finding.interleaving);
  explain_for_student(placed, with_lines(finding.remedy), lab_file_, submission_name_);
  return placed;
}

std::vector<PlacedAccess> Placer::place(const std::vector<Access>& accesses) {
  std::vector<PlacedAccess> placed;
  for (const Access& access : accesses) {
    placed.push_back({access, access.pc ? line_of(access.pc) : SourceLine{}});
    placed.back().access.location = with_lines(access.location);
  }
  return placed;
}

}  // namespace gridlock
