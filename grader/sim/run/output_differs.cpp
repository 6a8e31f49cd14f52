#include "sim/run/output_differs.h"

namespace gridlock::sim {

namespace {

/// The schedule's output while modelled time stands still; nothing if two runs differ.
std::optional<std::string> printed_in_still_time(ExecutionOptions options,
                                                 const RunToPrint& run) {
  options.still_time = true;
  std::string printed = run(options).second;
  if (run(options).second != printed) return std::nullopt;
  return printed;
}

std::vector<Observation> observed(ExecutionOptions options, const RunToPrint& run) {
  options.record = options.note_observations = true;
  return run(options).first.observations;
}

Finding told(const Printed& first, const Printed& other, const RunToPrint& run) {
  Finding finding;
  finding.kind = Advice::output_differs;
  finding.what = {OutputDiffers{}};
  if (const auto difference =
          first_difference(observed(other.options, run), observed(first.options, run))) {
    ExecutionOptions again = other.options;
    again.record = true;
    again.decision = {difference->event, difference->elsewhere};
    for (const Reported& reported : run(again).first.reports)
      if (reported.key == kWhatDecided) finding = reported.finding;
  }
  finding.schedule = token_of(other.options);
  return finding;
}

}  // namespace

std::optional<Finding> output_differs(const Printed& first,
                                      const std::vector<Printed>& others,
                                      const RunToPrint& run) {
  const auto usual = printed_in_still_time(first.options, run);
  if (!usual) return std::nullopt;
  for (const Printed& other : others) {
    const auto printed = printed_in_still_time(other.options, run);
    // The time of day may have changed the output, so the first schedule must print the
    // same again.
    if (printed && printed != usual && printed_in_still_time(first.options, run) == usual)
      return told(first, other, run);
  }
  return std::nullopt;
}

}  // namespace gridlock::sim
