/// Calls by which device code changes the graph in which it runs.
#pragma once

#include "cuda_runtime_api.h"

extern "C" {

/// Sets the condition of a conditional node.  Calls by two threads must be ordered.
GRIDLOCK_DEVICE void cudaGraphSetConditional(cudaGraphConditionalHandle handle,
                                             unsigned int value);

}  // extern "C"
