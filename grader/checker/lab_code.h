/// Explains a race in the lab's own code to the student, who cannot change that code.
#pragma once

#include <string>

#include "checker/record.h"
#include "wording/names.h"

namespace gridlock {

/// Completes the explanation of a placed finding.  Adds the remedy if the racing lines
/// are the student's.  If the lab's own file races with itself, names instead the
/// student's functions on which that file relies.
///
/// \param finding placed; its `missing` and `lacking` are changed
/// \param remedy what to change in the racing lines, if anything
/// \param lab_file the lab's file that calls the submission; "" for a whole program
/// \param submission_name the student's file
void explain_for_student(PlacedFinding& finding, const Causes& remedy, const Names& names,
                         const std::string& lab_file, const std::string& submission_name);

}  // namespace gridlock
