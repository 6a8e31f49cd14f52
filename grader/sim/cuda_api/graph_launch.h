/// A launch of a graph: each chain of nodes is issued to a stream of its own, and events
/// order nodes of different chains.
#pragma once

#include <cstdint>

#include "sim/cuda_api/graph.h"

namespace gridlock::sim {

/// Issues the instance's nodes; its first chain goes to `stream`.
/// \param pc of the call that launches the instance
void issue_graph(GraphExec& exec, Stream& stream, std::uint64_t pc);

}  // namespace gridlock::sim
