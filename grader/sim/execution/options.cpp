// The text that names a schedule, in its two forms:
//
//     s1.17k80pw                execution 17 of seed 1, for executions of 80 steps
//                               (without "k80": of 64)
//     cpw_1-0-0.3~1-1-0         the choices themselves, see choices.h
//
// p: plain accesses are switch points; w: strong reads may see old values; l: they may
// see all that the letter of the rules allows; t: more patience with polls; b: what is
// wrong only by the letter of the rules counts as wrong; n3: the first three races do
// not end the execution.
#include "sim/execution/options.h"

#include <charconv>
#include <stdexcept>

#include <fmt/format.h>

namespace gridlock::sim {

namespace {

[[noreturn]] void refuse(const std::string& token) {
  throw std::runtime_error(fmt::format("'{}' is not a schedule", token));
}

/// Removes a number from the front of the text and returns it.
std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

bool take(std::string_view& text, char expected) {
  if (text.empty() || text.front() != expected) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

std::string token_of(const ExecutionOptions& options) {
  const std::string races =
      options.races_to_pass ? fmt::format("n{}", options.races_to_pass) : "";
  const std::string flags = fmt::format(
      "{}{}{}{}{}{}", options.switch_at_plain ? "p" : "", options.weak_values ? "w" : "",
      options.strict_values ? "l" : "", options.patience == Patience::long_ ? "t" : "",
      options.strict ? "b" : "", races);
  if (options.choices) return fmt::format("c{}{}", flags, to_text(*options.choices));
  const std::string steps =
      options.steps == kStepsGuess ? "" : fmt::format("k{}", options.steps);
  return fmt::format("s{}.{}{}{}", options.seed, options.number, steps, flags);
}

ExecutionOptions parse_token(const std::string& token) {
  ExecutionOptions options;
  std::string_view rest = token;
  const bool by_choices = take(rest, 'c');
  if (!by_choices) {
    if (!take(rest, 's')) refuse(token);
    const auto seed = take_number(rest);
    if (!seed || !take(rest, '.')) refuse(token);
    const auto number = take_number(rest);
    if (!number) refuse(token);
    options.seed = *seed;
    options.number = *number;
    if (take(rest, 'k')) {
      const auto steps = take_number(rest);
      if (!steps) refuse(token);
      options.steps = *steps;
    }
  }
  options.switch_at_plain = take(rest, 'p');
  options.weak_values = take(rest, 'w');
  options.strict_values = take(rest, 'l');
  if (take(rest, 't')) options.patience = Patience::long_;
  options.strict = take(rest, 'b');
  if (take(rest, 'n')) {
    const auto races = take_number(rest);
    if (!races) refuse(token);
    options.races_to_pass = *races;
  }
  if (by_choices) {
    options.choices = parse_deviations(rest);
    if (!options.choices) refuse(token);
  } else if (!rest.empty()) {
    refuse(token);
  }
  return options;
}

std::unique_ptr<Policy> policy_of(const ExecutionOptions& options) {
  if (options.branch) return make_branch_policy(options.branch);
  if (options.choices) return make_directed(*options.choices);
  return make_policy(options.seed, options.number, options.steps, options.patience);
}

}  // namespace gridlock::sim
