/// The variables to which a line of code assigns memory or a stream.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "build/module.h"

namespace gridlock {

/// The variables that get memory from the calls in a line, in order: "partial" for
/// `cudaMalloc((void**)&partial, bytes)` and for `partial = new int[n]`.
std::vector<std::string> allocated_variables(const std::string& line);

/// The variables that get streams from the calls in a line: "copies" for
/// `cudaStreamCreate(&copies)`.
std::vector<std::string> created_streams(const std::string& line);

/// "streams[2]" for "streams[i]" and turn 3, if a loop in this line or the three lines
/// above counts `i` up from 0; without such a loop, the name itself.
/// \param turn from 1
std::string element_of_loop(const std::string& name, unsigned turn,
                            const std::string& source, int line);

/// The code of argument number `index`, from 0, of the only call of the function in a
/// line; "" if the line has several calls or none, or the argument goes on in the next
/// line.
std::string argument_in(const std::string& line, std::string_view function,
                        std::size_t index);

/// The variable to which a function that allocates memory hands it over: the caller's
/// "x" in `allocate(&x, n)`, `allocate(x, n)` and `x = allocate(n)`, if the function
/// allocates for that parameter or returns the variable; "" for all others.
/// \param allocation the line of the function that allocates
/// \param caller the line that calls it
/// \param source the text of the file that has the line `allocation`
std::string variable_of_caller(const SourceLine& allocation, const SourceLine& caller,
                               const std::string& source);

}  // namespace gridlock
