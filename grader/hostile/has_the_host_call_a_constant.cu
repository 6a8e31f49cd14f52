// expect: crashed
// lab: 02_lock_barrier
// Gives a graph's host node machine code that is hidden in a constant.

#include "right_barrier.cuh"

// xor eax, eax; ret
unsigned returns_zero() { return 0x90c3c031u; }

void meddle() {
  constexpr int kPrologueBytes = 5;
  cudaHostNodeParams node{};
  node.fn = reinterpret_cast<cudaHostFn_t>(reinterpret_cast<char*>(&returns_zero) +
                                           kPrologueBytes);
  cudaGraph_t graph;
  cudaGraphNode_t added;
  cudaGraphExec_t ready;
  cudaGraphCreate(&graph, 0);
  cudaGraphAddHostNode(&added, graph, nullptr, 0, &node);
  cudaGraphInstantiate(&ready, graph, 0);
  cudaGraphLaunch(ready, nullptr);
  cudaDeviceSynchronize();
}
