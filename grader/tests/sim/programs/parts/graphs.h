/// Graphs and their nodes, for files of several cases.
#pragma once

#include <initializer_list>

using Nodes = std::initializer_list<cudaGraphNode_t>;

inline cudaGraph_t new_graph() {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  return graph;
}

/// Adds a block of a kernel behind these nodes.
template <class... T, class... Given>
cudaGraphNode_t kernel_node(cudaGraph_t graph, Nodes after, unsigned threads,
                            void (*kernel)(T...), Given... given) {
  cudaGraphNode_t node = nullptr;
  [&](T... arguments) {
    void* pointers[] = {&arguments...};
    cudaGraphNodeParams params = {cudaGraphNodeTypeKernel};
    params.kernel = {(void*)kernel, 1, threads, 0, pointers};
    cudaGraphAddNode(&node, graph, after.begin(), nullptr, after.size(), &params);
  }(given...);
  return node;
}

/// A graph that can be launched.
inline cudaGraphExec_t instantiated(cudaGraph_t graph, unsigned long long flags = 0) {
  cudaGraphExec_t exec = nullptr;
  cudaGraphInstantiate(&exec, graph, flags);
  return exec;
}

/// Launches a graph and waits for it.
inline int run(cudaGraph_t graph) {
  OK(cudaGraphLaunch(instantiated(graph), nullptr));
  return finish();
}
