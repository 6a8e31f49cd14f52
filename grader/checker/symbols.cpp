#include "checker/symbols.h"

#include <fmt/format.h>
#include <cstdint>

#include <charconv>
#include <regex>

#include "checker/lab_code.h"

namespace gridlock {
namespace {

/// A program counter in a message: `{@1a2b}` stands for the line, `{&1a2b}` for the
/// variable that the call there allocates, or the stream that it makes.
struct Mention {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::uint64_t pc = 0;
  bool variable = false;
};

/// The next mention at or after `from`; end is 0 if there is none.
Mention next_mention(const std::string& text, std::size_t from) {
  for (std::size_t at; (at = text.find('{', from)) != text.npos; from = at + 1) {
    if (text.compare(at, 2, "{@") != 0 && text.compare(at, 2, "{&") != 0) continue;
    Mention mention{at, 0, 0, text[at + 1] == '&'};
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data() + at + 2, last, mention.pc, 16);
    if (error != std::errc{} || end == last || *end != '}') continue;
    mention.end = static_cast<std::size_t>(end - text.data()) + 1;
    return mention;
  }
  return {};
}

/// "partial" of `cudaMalloc((void**)&partial, bytes)`, "copies" of
/// `cudaStreamCreate(&copies)`; "" if the line is not like that.
std::string allocated_variable(const std::string& line) {
  static const std::regex kCall(
      R"(cuda(?:\w*(?:Malloc|Alloc)\w*\s*\(\s*(?:\([^()]*\)\s*)?&)"
      R"(|HostRegister\s*\(|StreamCreate\w*\s*\(\s*&?))"
      R"(\s*([A-Za-z_]\w*))");
  std::smatch match;
  return std::regex_search(line, match, kCall) ? match[1].str() : std::string();
}

/// "the stream copies", but not "the stream streams".
void append_name(std::string& text, const std::string& name) {
  for (const std::string_view noun : {"the stream ", "The stream "})
    if (text.ends_with(noun) && name.starts_with("stream"))
      text.resize(text.size() - noun.size());
  text += name;
}

}  // namespace

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
      known_[m.pc];
}

void Placer::expect(const std::vector<Access>& accesses) {
  for (const Access& access : accesses) {
    if (access.pc) known_[access.pc];
    for (Mention m = next_mention(access.location, 0); m.end;
         m = next_mention(access.location, m.end))
      known_[m.pc];
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

std::string Placer::with_lines(const std::string& text) {
  std::string result;
  std::size_t done = 0;
  for (Mention m = next_mention(text, 0); m.end; m = next_mention(text, m.end)) {
    result.append(text, done, m.begin - done);
    const SourceLine& place = line_of(m.pc);
    if (const std::string name = allocated_variable(place.text);
        m.variable && !name.empty())
      append_name(result, name);
    else if (m.variable && place.text.find("Stream") != std::string::npos)
      result += fmt::format("of {}:{}", place.file, place.line);
    else if (m.variable && place.line)
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
