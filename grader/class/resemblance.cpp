#include "class/resemblance.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "common/files.h"
#include "common/verdict.h"

namespace gridlock {
namespace {

using nlohmann::json;

constexpr const char* kFile = "bank_failures.json";
constexpr const char* kFailuresSchema = "gridlock/bank-failures/v1";
constexpr double kShareMin = 0.5;
constexpr std::size_t kNamedMax = 3;

/// Whether the check is compared: it ran on the simulator and is not hidden.
bool counts(const CheckSummary& check) {
  return check.executor == "sim" && !check.hidden && check.verdict != Verdict::skipped &&
         check.verdict != Verdict::grader_error &&
         check.verdict != Verdict::compile_error && check.verdict != Verdict::rejected;
}

double alike(const std::set<std::string>& a, const std::set<std::string>& b) {
  const auto both = std::ranges::count_if(
      a, [&](const std::string& title) { return b.contains(title); });
  const auto all = a.size() + b.size() - static_cast<std::size_t>(both);
  return all == 0 ? 0 : static_cast<double>(both) / static_cast<double>(all);
}

std::set<std::string> without(std::set<std::string> titles,
                              const std::set<std::string>& dropped) {
  std::erase_if(titles, [&](const std::string& one) { return dropped.contains(one); });
  return titles;
}

fs::path path_of(const Lab& lab) { return lab.solution_folder / kFile; }

}  // namespace

std::optional<LabFailure> failure_of(const LabSummary& lab,
                                     const std::set<std::string>& not_begun) {
  LabFailure failure;
  Verdict worst = Verdict::passed;
  for (const CheckSummary& check : lab.checks) {
    if (not_begun.contains(check.part)) {
      failure.untold.insert(check.name);
      continue;
    }
    if (!counts(check) || check.verdict == Verdict::passed) continue;
    failure.checks.insert(check.name);
    worst = worse(worst, check.verdict);
  }
  if (failure.checks.empty()) return std::nullopt;
  failure.verdict = name(worst);
  for (const CheckSummary& check : lab.checks)
    if (failure.cause.empty() && failure.checks.contains(check.name) && counts(check) &&
        check.verdict == worst)
      failure.cause = check.finding.cause;
  return failure;
}

// The file holds the titles of checks once; a mistake refers to them by index.
BankFailures read_bank_failures(const Lab& lab) {
  BankFailures failures;
  std::error_code error;
  if (!fs::exists(path_of(lab), error)) return failures;
  try {
    const json recorded = json::parse(read_file(path_of(lab)));
    if (recorded.at("schema") != kFailuresSchema)
      throw std::runtime_error("unknown schema");
    for (const auto& [mistake, entry] : recorded.at("mistakes").items()) {
      LabFailure& failure = failures[mistake];
      failure.verdict = entry.at("verdict");
      failure.cause = entry.at("cause");
      for (const json& place : entry.at("failed"))
        failure.checks.insert(recorded.at("checks").at(place.get<std::size_t>()));
    }
  } catch (const std::exception& damaged) {
    throw std::runtime_error(fmt::format(
        "\"{}\" is damaged ({}): ./gridlock selfcheck --lab {} --record writes it anew.",
        path_of(lab).string(), damaged.what(), lab.number));
  }
  return failures;
}

void record_bank_failures(const Lab& lab, const BankFailures& failures) {
  BankFailures all = read_bank_failures(lab);
  for (const auto& [mistake, failure] : failures) all[mistake] = failure;
  std::erase_if(all, [&](const auto& entry) {
    std::error_code error;
    return !fs::exists(lab.solution_folder / "mistakes" / (entry.first + ".cu"), error);
  });
  std::set<std::string> titles;
  for (const auto& [mistake, failure] : all)
    titles.insert(failure.checks.begin(), failure.checks.end());
  std::string text =
      fmt::format("{{\"schema\": \"{}\",\n\"checks\": {},\n\"mistakes\": {{",
                  kFailuresSchema, json(titles).dump(1));
  const char* before = "\n";
  for (const auto& [mistake, failure] : all) {
    json failed = json::array();
    for (const std::string& title : failure.checks)
      failed.push_back(std::distance(titles.begin(), titles.find(title)));
    text += fmt::format("{}{}: {}", before, json(mistake).dump(),
                        json{{"verdict", failure.verdict},
                             {"cause", failure.cause},
                             {"failed", std::move(failed)}}
                            .dump());
    before = ",\n";
  }
  write_file_atomic(path_of(lab), text + "\n}}\n");
}

std::vector<Resemblance> resembling(const LabFailure& failure, const BankFailures& bank) {
  std::vector<Resemblance> found;
  for (const auto& [mistake, other] : bank)
    if (other.verdict == failure.verdict && other.cause == failure.cause)
      if (const double share =
              alike(failure.checks, without(other.checks, failure.untold));
          share >= kShareMin)
        found.push_back({mistake, share});
  std::ranges::stable_sort(found, std::greater(), &Resemblance::share);
  const auto end = std::ranges::find_if(
      found, [&](const Resemblance& one) { return one.share < found.front().share; });
  found.erase(end, found.end());
  if (found.size() > kNamedMax) found.resize(kNamedMax);
  return found;
}

}  // namespace gridlock
