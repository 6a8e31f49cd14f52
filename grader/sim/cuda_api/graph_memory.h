/// Memory nodes of graphs: memory that each launch allocates at the same address.
#pragma once

#include <cstdint>

#include "sim/cuda_api/graph.h"

namespace gridlock::sim {

/// Begins a launch of the graph: notes what its nodes will allocate and free.
/// \returns cudaSuccess; cudaErrorInvalidValue if a node would allocate memory that is in
/// use or free memory that is not; cudaErrorMemoryAllocation if there is not enough
/// memory
cudaError_t begin_memory(const GraphExec& exec, Stream& stream, std::uint64_t pc);

/// Whether the graph has memory nodes.
bool has_memory(std::size_t graph);

}  // namespace gridlock::sim
