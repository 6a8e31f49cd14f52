/// A launch of a graph: its nodes are issued to streams, a chain of nodes to one stream,
/// and events order those of different streams.
#pragma once

#include <cstdint>

#include "sim/cuda_api/graph.h"

namespace gridlock::sim {

/// Issues the nodes of the instance; its first chain goes to the stream.
/// \param pc of the call that launches it
void issue_graph(GraphExec& exec, Stream& stream, std::uint64_t pc);

/// Sets the conditions of the graph, and of those in its nodes, to what they have at the
/// beginning of a launch in the stream.
void begin_conditions(const GraphExec& exec, Stream& stream, std::uint64_t pc);

}  // namespace gridlock::sim
