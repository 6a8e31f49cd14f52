/// An interleaving for Perfetto (ui.perfetto.dev) and other viewers of Chrome's traces.
#pragma once

#include <string>

#include "report/trace_model.h"

namespace gridlock {

/// The Trace Event Format ("Trace Event Format", Google, the JSON object form): one
/// thread per lane, one slice per step, one flow per arrow.  The times are invented: each
/// row takes 10 microseconds.
std::string trace_json(const Trace& trace);

}  // namespace gridlock
