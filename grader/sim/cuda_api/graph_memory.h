/// Memory nodes of graphs: memory that each launch allocates at the same address.
#pragma once

#include <cstdint>

#include "sim/cuda_api/graph.h"

namespace gridlock::sim {

/// Make a node that allocates memory, or one that frees what another node allocates.
/// \param graph the graph for which the node is made
/// \returns cudaSuccess, or the error for wrong arguments
cudaError_t make_allocation_node(std::size_t graph, cudaMemAllocNodeParams& asked,
                                 std::uint64_t pc, GraphNode& node);
cudaError_t make_free_node(std::size_t graph, void* pointer, std::uint64_t pc,
                           GraphNode& node);

/// Begins a launch of the graph: notes what its nodes will allocate and free.
/// \returns cudaSuccess; cudaErrorInvalidValue if a node would allocate memory that is in
/// use or free memory that is not; cudaErrorMemoryAllocation if there is not enough
/// memory
cudaError_t begin_memory(const GraphExec& exec, Stream& stream, std::uint64_t pc);

/// Whether the graph has memory nodes.
bool has_memory(std::size_t graph);

}  // namespace gridlock::sim
