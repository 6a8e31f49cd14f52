/// An interleaving as a picture for slides and pages, and for Perfetto (ui.perfetto.dev)
/// and other viewers of Chrome's traces.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report/trace_model.h"

namespace gridlock {

/// The selection of rows that a picture shows, and the remarks on them.
struct PictureLook {
  bool slide = false;  ///< Without title and sentences, which the slide around it has.
  std::vector<std::string> hide;  ///< Rows that contain one of these texts are left out.
  /// "TEXT = REMARK": a remark below the first row that contains the text.
  std::vector<std::string> say;
};

/// An SVG file.  Time runs downwards; one column per thread, stream or host; solid arrows
/// show orders that exist, a dashed red one the missing order.  Each kind of step has its
/// own shape as well as its colour; there is a text alternative, and colours for dark
/// pages.  It is as wide as a slide or wider.
/// \throws std::invalid_argument if a text of `look` is in no row
std::string trace_svg(const Trace& trace, const PictureLook& look = {});

/// Width and height of such an SVG file, in pixels.
std::pair<int, int> svg_size(const std::string& svg);

/// The Trace Event Format ("Trace Event Format", Google, the JSON object form): one
/// thread per lane, one slice per step, one flow per arrow.  The times are invented: each
/// row takes 10 microseconds.
std::string trace_json(const Trace& trace);

}  // namespace gridlock
