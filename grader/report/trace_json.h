/// \file
/// An interleaving for Perfetto (ui.perfetto.dev) and other viewers of Chrome's traces.
#pragma once

#include <string>

#include "report/trace_model.h"

namespace gridlock {

/// The Trace Event Format ("Trace Event Format", Google, the JSON object form): a thread
/// a lane, a slice a step, a flow an arrow.  Times are made up: a row takes 10
/// microseconds.
std::string trace_json(const Trace& trace);

}  // namespace gridlock
