#include "checker/symbols.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <set>
#include <tuple>
#include <utility>

#include "build/overlay/overlay.h"
#include "build/source/lexer.h"
#include "build/source/syntax.h"
#include "checker/created_variables.h"
#include "checker/lab_code.h"
#include "wording/values.h"
#include "wording/words.h"

namespace gridlock {
namespace {

bool holds_for_any(std::initializer_list<std::string_view> signs, const auto& holds) {
  return std::ranges::any_of(signs, holds);
}

/// The atomic function for the change that a line makes.  "" if the line makes several
/// changes, as the line of a `for` does, or if no function for its change takes every
/// type of 4 bytes.
std::string update_in(const std::string& line) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kFunctions = {{
      {"+", "atomicAdd"},
      {"|", "atomicOr"},
      {"&", "atomicAnd"},
      {"^", "atomicXor"},
  }};
  const RawText text = tokenize_raw(line);
  const Syntax syntax(text.tokens);
  const auto is_pair = [&](std::size_t i, std::string_view one, std::string_view two) {
    return syntax.is(i, one) && syntax.is(i + 1, two) &&
           syntax[i].end() == syntax[i + 1].offset;
  };
  std::string function;
  int changes = 0;
  for (std::size_t i = 0; i < syntax.size(); ++i) {
    const auto is_twice = [&](std::string_view sign) { return is_pair(i, sign, sign); };
    const auto is_compared = [&](std::string_view sign) { return is_pair(i, sign, "="); };
    const bool compares = holds_for_any({"=", "!", "<", ">"}, is_compared);
    const bool counts = holds_for_any({"+", "-"}, is_twice);
    const bool shifts = holds_for_any({"<", ">"}, is_twice) && syntax.is(i + 2, "=");
    for (const auto& [sign, name] : kFunctions)
      if (is_pair(i, sign, "=") || (counts && syntax.is(i, sign))) function = name;
    changes += counts || shifts || (syntax.is(i, "=") && !compares);
    i += shifts ? 2 : compares || counts;
  }
  return changes == 1 ? function : "";
}

constexpr const char* kUnknownLine = "a line without debug information";

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
  for (const Causes* causes : {&finding.what, &finding.missing, &finding.remedy})
    for (const Cause& cause : *causes) {
      cause.for_each_place([&](const Place& place) { known_[place.pc]; });
      cause.for_each_creation_site([&](const CreationSite& site) { expect(site); });
    }
}

void Placer::expect(const std::vector<Access>& accesses) {
  for (const Access& access : accesses) {
    known_[access.pc];
    expect(access.location.created_at);
    if (access.stream_name) expect(access.stream_name->created_at);
  }
}

void Placer::expect(const std::vector<LineUse>& uses) {
  for (const LineUse& use : uses) {
    known_[use.pc];
    for (const Location* location : {&use.first, &use.last}) expect(location->created_at);
    if (use.stream_name) expect(use.stream_name->created_at);
  }
}

void Placer::expect(const CreationSite& created_at) {
  for (const std::uint64_t pc : created_at.calls) known_[pc];
  known_[created_at.caller];
}

const SourceLine& Placer::line_of(std::uint64_t pc) const {
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

bool Placer::is_own(Place place) const {
  return line_of(place.pc).file == submission_name_;
}

bool Placer::is_labs(Place place) const {
  return !lab_file_.empty() && line_of(place.pc).file == lab_file_;
}

std::string Placer::line(Place place) const {
  const SourceLine& line = line_of(place.pc);
  if (line.line == 0) return kUnknownLine;
  if (is_own(place)) return fmt::format("line {}", line.line);
  return fmt::format("{}:{}", line.file, line.line);
}

MemoryName Placer::memory(const CreationSite& created_at) const {
  const SourceLine& line =
      line_of(created_at.calls.empty() ? 0 : created_at.calls.front());
  const bool inlined = !line.inlined_into.empty();
  if (line.line != 0 && (inlined || created_at.caller != 0)) {
    std::string name = variable_of_caller(
        line, inlined ? line.inlined_into.front() : line_of(created_at.caller),
        stored_source(module_, line.file));
    if (!name.empty())
      return {std::move(name), inlined ? created_at.number : created_at.number_by_caller};
  }
  if (std::string name = variable_created_at(created_at, allocated_variables);
      !name.empty())
    return {std::move(name), created_at.number};
  if (line.line == 0) return {kUnknownLine, created_at.number};
  return {fmt::format("memory of {}:{} ", line.file, line.line), created_at.number};
}

std::string Placer::stream(const CreationSite& created_at) const {
  const SourceLine& line =
      line_of(created_at.calls.empty() ? 0 : created_at.calls.front());
  if (std::string name = variable_created_at(created_at, created_streams); !name.empty())
    return element_of_loop(name, std::max(1u, created_at.number),
                           stored_source(module_, line.file), line.line);
  if (line.line == 0) return kUnknownLine;
  return fmt::format("of {}:{}", line.file, line.line);
}

std::string Placer::argument(const Operation& call, std::size_t index) const {
  return argument_in(line_of(call.at.pc).text, call.name, index);
}

bool Placer::drops_result(const Operation& call) const {
  const SourceLine& line = line_of(call.at.pc);
  const Statements source(stored_source(module_, line.file));
  for (std::size_t i = 0; i < source.tokens().size(); ++i)
    if (source.tokens()[i].line == line.line && source.syntax().is(i, call.name) &&
        source.begins(i) && source.syntax().is(i + 1, "(") &&
        source.syntax().is(source.syntax().partner(i + 1) + 1, ";"))
      return true;
  return false;
}

bool Placer::passes_nothing(Place call, const std::string& function) const {
  const std::string name = function.substr(function.rfind(':') + 1);
  const RawText text = tokenize_raw(line_of(call.pc).text);
  const Syntax syntax(text.tokens);
  for (std::size_t i = 0; i < syntax.size(); ++i)
    if (syntax.is(i, name) && syntax.is(i + 1, "(") && syntax.is(i + 2, ")")) return true;
  return false;
}

std::string Placer::atomic_update(Place update) const {
  return update_in(line_of(update.pc).text);
}

std::vector<Branch> Placer::branches_around(Place place) const {
  if (!is_own(place)) return {};
  const SourceLine& line = line_of(place.pc);
  const std::string source = stored_source(module_, line.file);
  return Statements(source).branches_around(line.line);
}

std::string Placer::branch(Place place) const {
  const std::vector<Branch> around = branches_around(place);
  return around.empty() ? "" : fmt::format("line {}", around.back().line);
}

std::string Placer::in_branch_before(Place place, std::string_view call) const {
  if (!is_own(place)) return "";
  const SourceLine& line = line_of(place.pc);
  const std::string source = stored_source(module_, line.file);
  const int found = Statements(source).in_branch_before(line.line, call);
  return found == 0 ? "" : fmt::format("line {}", found);
}

std::string Placer::branch_of_threads(Place place) const {
  for (const Branch& branch : branches_around(place))
    if (branch.parts_threads) return fmt::format("line {}", branch.line);
  return "";
}

std::string Placer::loop(Place place) const {
  if (!is_own(place)) return "";
  const SourceLine& line = line_of(place.pc);
  const std::string source = stored_source(module_, line.file);
  const int found = Statements(source).loop_at(line.line);
  return found == 0 ? "" : fmt::format("line {}", found);
}

bool Placer::stands_above(Place first, Place other) const {
  const SourceLine &above = line_of(first.pc), &below = line_of(other.pc);
  return above.file == below.file && above.function == below.function &&
         above.line < below.line;
}

std::string Placer::scope_parameter(Place place) const {
  const SourceLine& line = line_of(place.pc);
  const std::string source = stored_source(module_, line.file);
  return Statements(source).template_parameter(line.line, "thread_scope");
}

/// The variable that the first of `created_at.calls` sets; "" if its line does not show
/// one.  If the line has several such calls, their addresses are in the line's order.
std::string Placer::variable_created_at(const CreationSite& created_at,
                                        VariablesOf variables_of) const {
  if (created_at.calls.empty()) return "";
  const SourceLine& place = line_of(created_at.calls.front());
  const std::vector<std::string> names = variables_of(place.text);
  if (names.size() < 2) return names.empty() ? "" : names.front();
  std::size_t before = 0, here = 0;
  for (const std::uint64_t pc : created_at.calls) {
    const SourceLine& other = line_of(pc);
    if (other.line != place.line || other.file != place.file) continue;
    ++here;
    before += pc < created_at.calls.front();
  }
  return here == names.size() ? names[before] : "";
}

std::vector<SourceLine> Placer::lines_named_beside(const Finding& finding) const {
  std::set<std::pair<std::string, int>> known;
  for (const Access& access : finding.accesses)
    if (access.pc) known.emplace(line_of(access.pc).file, line_of(access.pc).line);
  std::vector<SourceLine> named;
  const auto note = [&](const Place& place) {
    const SourceLine& line = line_of(place.pc);
    if (is_submission_file(line.file, submission_name_) && !line.text.empty() &&
        known.emplace(line.file, line.line).second)
      named.push_back(line);
  };
  for (const Cause& cause : finding.what) cause.for_each_place(note);
  return named;
}

namespace {

/// Two remedies exclude each other: an atomic load in place of the read, and the value
/// that the addition before the read returned.  Drops the load if the schedule gave a
/// wrong result, because the read then begins no wait; otherwise drops the value.
Causes without_alternatives(Causes remedies) {
  const auto reads = std::ranges::find_if(
      remedies, [](const auto& cause) { return cause.template is<ReadStrongly>(); });
  const auto adds = std::ranges::find_if(
      remedies, [](const auto& cause) { return cause.template is<GoByWhatItReturns>(); });
  if (reads == remedies.end() || adds == remedies.end()) return remedies;
  remedies.erase(reads->get_if<ReadStrongly>()->failed ? reads : adds);
  return remedies;
}

}  // namespace

/// The finding.  If it is a race of an ordinary write with the read of an empty loop,
/// explains it by that loop, which waits for the write: no other signal can be meant.
Finding Placer::with_plain_wait(Finding finding) const {
  if (finding.missing.empty() || finding.accesses.size() != 2 ||
      !finding.missing.front()
           .is_any<SignalledTooEarly, NothingSignalled, NeitherWaits, NoBlockBarrier,
                   OrdinaryBesideStrong>())
    return finding;
  const Access &one = finding.accesses.front(), &other = finding.accesses.back();
  const Access& read = one.kind == StepKind::read ? one : other;
  const Access& write = &read == &one ? other : one;
  const bool reads_plainly = read.op == "read";
  if (read.kind != StepKind::read || write.op != "write" ||
      !is_own({reads_plainly ? read.pc : write.pc}))
    return finding;
  const SourceLine& line = line_of(read.pc);
  if (!Statements(stored_source(module_, line.file)).waits(line.line)) return finding;
  const bool in_one_block = !one.host && !other.host && one.block == other.block &&
                            one.kernel == other.kernel && one.device == other.device;
  if (!reads_plainly) {
    if (!in_one_block) return finding;
    finding.missing = {OrdinaryBesideStrong{{"write", {write.pc}}, {read.op, {read.pc}}}};
    finding.remedy = {WriteStrongly{{write.pc}}};
    return finding;
  }
  finding.missing = {PollsPlainly{{read.pc}, in_one_block}};
  finding.remedy = {in_one_block ? Cause(PollStronglyInBlock{}) : Cause(PollStrongly{})};
  return finding;
}

PlacedFinding Placer::place(const Finding& found) {
  const Finding finding = with_plain_wait(found);
  PlacedFinding placed;
  placed.kind = name(finding.kind);
  placed.message = sentences(finding.what, *this);
  placed.missing = sentences(finding.missing, *this);
  placed.what = finding.what;
  placed.lacking = finding.missing;
  for (const Cause& cause : finding.missing)
    cause.for_each_place([&](const Place& place) {
      if (place.pc != 0) placed.blamed.push_back(line_of(place.pc));
    });
  placed.named = lines_named_beside(finding);
  placed.accesses = place(finding.accesses);
  placed.interleaving = place(finding.interleaving);
  placed.lacks = missing_link(finding.missing);
  placed.cause = missing_link(found.missing);
  if (const auto asked = order_asked_for(finding.missing))
    placed.asked_order = {line_of(asked->first.pc), line_of(asked->second.pc)};
  explain_for_student(placed, without_alternatives(finding.remedy), *this, lab_file_,
                      submission_name_);
  return placed;
}

std::vector<PlacedAccess> Placer::place(const std::vector<Access>& accesses) {
  std::vector<PlacedAccess> placed;
  for (const Access& access : accesses) {
    placed.push_back({access, access.pc ? line_of(access.pc) : SourceLine{}, {}, {}});
    placed.back().location = words_of(access.location, *this);
    placed.back().variable = variable_text(access.location, *this);
    placed.back().note = words_of(access.note);
    if (access.stream_name) placed.back().stream = lane_of(*access.stream_name, *this);
  }
  return placed;
}

std::vector<PlacedUse> Placer::place(const std::vector<LineUse>& uses) {
  std::vector<PlacedUse> placed;
  for (const LineUse& use : uses) {
    const SourceLine line = use.pc ? line_of(use.pc) : SourceLine{};
    if (!is_submission_file(line.file, submission_name_)) continue;
    placed.push_back({use, line, words_of(use.first, use.last, use.elements, *this), {}});
    placed.back().variable = variable_text(use.first, *this);
    if (use.stream_name) placed.back().stream = words_of(*use.stream_name, *this);
  }
  std::ranges::stable_sort(placed, {}, [](const auto& one) {
    return std::tie(one.place.file, one.place.line);
  });
  return placed;
}

}  // namespace gridlock
