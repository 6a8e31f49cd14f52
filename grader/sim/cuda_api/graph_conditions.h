/// Conditional nodes of graphs.
#pragma once

#include "sim/cuda_api/graph.h"

namespace gridlock::sim {

/// Makes a conditional node with empty bodies; `asked.phGraph_out` receives their
/// handles.
/// \returns cudaSuccess; or cudaErrorInvalidValue if the condition's handle is invalid or
/// already has a node, or if a node of this type cannot have that many bodies
cudaError_t make_conditional_node(cudaConditionalNodeParams& asked, GraphNode& node);

}  // namespace gridlock::sim
