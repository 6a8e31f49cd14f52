/// The machine-readable record of `check`: schema gridlock/result/v2.
///
/// Each entry of `checks` is one check on one executor.  A check's points appear once, in
/// the entry of the run that decided about them (the first that failed, else the first
/// that ran); the other entry of the same check has max_points 0.  So the points of all
/// entries add up to the lab's score.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "checker/record.h"

namespace gridlock {

constexpr const char* kResultSchema = "gridlock/result/v2";

nlohmann::ordered_json result_json(const GradeResult& result);
/// A lab's part of the record.
nlohmann::ordered_json lab_json(const LabResult& lab);

/// The parts of the record that `run` uses as well.
nlohmann::ordered_json finding_json(const PlacedFinding& finding);
nlohmann::ordered_json advice_json(const PlacedFinding& advice);

/// The text of a JSON file.  All its strings are valid UTF-8, whatever the input.
std::string json_text(const nlohmann::ordered_json& json);

}  // namespace gridlock
