/// \file
/// What a race in the lab's own code means for the student, who cannot change that code.
#pragma once

#include <string>

#include "checker/record.h"

namespace gridlock {

/// Ends the explanation of a placed finding.  In lines of the student's it is the remedy
/// that the finding brings.  Where the lab's own file races with itself, that file relies
/// on the student's functions, and which those are is said instead.
///
/// \param finding placed, with its `missing`; that is changed
/// \param remedy what to change in the racing lines, or ""
/// \param lab_file the lab's file that calls the submission; "" for a whole program
/// \param submission_name the student's file
void explain_for_student(PlacedFinding& finding, const std::string& remedy,
                         const std::string& lab_file, const std::string& submission_name);

}  // namespace gridlock
