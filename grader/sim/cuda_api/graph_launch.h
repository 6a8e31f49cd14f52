/// A launch of a graph: a chain of nodes is issued to one stream, and events order
/// different chains.
#pragma once

#include <cstdint>

#include "sim/cuda_api/graph.h"

namespace gridlock::sim {

/// Issues the nodes of the instance; its first chain goes to the stream.
/// \param pc of the call that launches it
void issue_graph(GraphExec& exec, Stream& stream, std::uint64_t pc);

/// Sets the conditions of the graph, and of the graphs in its nodes, to their values at
/// the beginning of a launch in the stream.
void begin_conditions(const GraphExec& exec, Stream& stream, std::uint64_t pc);

}  // namespace gridlock::sim
