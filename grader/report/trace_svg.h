/// \file
/// An interleaving as a picture for slides and pages.
#pragma once

#include <string>
#include <utility>

#include "report/trace_model.h"

namespace gridlock {

/// An SVG file.  Time runs downwards; one column per thread, stream or host; solid arrows
/// show orders that exist, a dashed red one the missing order.  Each kind of step has its
/// own shape as well as its colour; there is a text alternative, and colours for dark
/// pages.
std::string trace_svg(const Trace& trace);

/// Width and height of such an SVG file, in pixels.
std::pair<int, int> svg_size(const std::string& svg);

}  // namespace gridlock
