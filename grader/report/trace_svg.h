/// \file
/// An interleaving as a picture for slides and pages.
#pragma once

#include <string>
#include <utility>

#include "report/trace_model.h"

namespace gridlock {

/// An SVG file.  Time runs downwards; a column for each thread, stream or the host; solid
/// arrows for what comes after what, a dashed red one for the order that is missing.
/// Every kind of step has a shape of its own beside its colour; it has a text for those
/// who cannot see it, and colours for dark pages.
std::string trace_svg(const Trace& trace);

/// Width and height of such a file, in pixels.
std::pair<int, int> svg_size(const std::string& svg);

}  // namespace gridlock
