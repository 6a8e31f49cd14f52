// expect: passed
// Conditional nodes: if with and without else, while around a body with two branches,
// switch, and one inside another.  The host reads what the bodies did.
#include <cuda_runtime.h>

__global__ void decide(cudaGraphConditionalHandle handle, const int* value) {
  cudaGraphSetConditional(handle, *value);
}
__global__ void add(int* value, int added) { *value += added; }
__global__ void count_down(cudaGraphConditionalHandle handle, int* left, int* rounds) {
  *rounds += 1;
  *left -= 1;
  cudaGraphSetConditional(handle, *left > 0);
}

static cudaGraphNode_t kernel_node(cudaGraph_t graph, cudaGraphNode_t* after,
                                   size_t count, void* kernel, void** arguments) {
  cudaGraphNodeParams params = {cudaGraphNodeTypeKernel};
  params.kernel.func = kernel;
  params.kernel.gridDim = dim3(1);
  params.kernel.blockDim = dim3(1);
  params.kernel.kernelParams = arguments;
  cudaGraphNode_t node = nullptr;
  if (cudaGraphAddNode(&node, graph, after, nullptr, count, &params) != cudaSuccess)
    return nullptr;
  return node;
}

static cudaGraph_t* conditional_node(cudaGraph_t graph, cudaGraphNode_t* node,
                                     cudaGraphNode_t* after,
                                     cudaGraphConditionalHandle handle,
                                     cudaGraphConditionalNodeType type, unsigned bodies) {
  cudaGraphNodeParams params = {cudaGraphNodeTypeConditional};
  params.conditional.handle = handle;
  params.conditional.type = type;
  params.conditional.size = bodies;
  if (cudaGraphAddNode(node, graph, after, nullptr, after ? 1 : 0, &params) !=
      cudaSuccess)
    return nullptr;
  return params.conditional.phGraph_out;
}

// values: what decides, what the bodies write, the rounds.
enum { kIf, kSwitch, kLeft, kThen, kElse, kRounds, kBeside, kThird, kInner, kValues };

int main() {
  int* values;
  cudaMallocManaged(&values, kValues * sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle if_else, loop, choice, inner;
  cudaGraphConditionalHandleCreate(&if_else, graph);
  cudaGraphConditionalHandleCreate(&loop, graph, 1, cudaGraphCondAssignDefault);
  cudaGraphConditionalHandleCreate(&choice, graph);
  int one = 1, ten = 10;
  int *if_value = values + kIf, *switch_value = values + kSwitch,
      *then_value = values + kThen, *else_value = values + kElse, *left = values + kLeft,
      *rounds = values + kRounds, *beside = values + kBeside, *third = values + kThird,
      *inner_value = values + kInner;

  void* decide_if[] = {&if_else, &if_value};
  void* decide_switch[] = {&choice, &switch_value};
  void* add_then[] = {&then_value, &one};
  void* add_else[] = {&else_value, &ten};
  void* add_beside[] = {&beside, &one};
  void* add_third[] = {&third, &ten};
  void* add_inner[] = {&inner_value, &one};
  void* counts[] = {&loop, &left, &rounds};

  cudaGraphNode_t decides = kernel_node(graph, nullptr, 0, (void*)decide, decide_if);
  cudaGraphNode_t if_node, while_node, switch_node, inner_node;
  cudaGraph_t* bodies =
      conditional_node(graph, &if_node, &decides, if_else, cudaGraphCondTypeIf, 2);
  if (!decides || !bodies) return 1;
  kernel_node(bodies[0], nullptr, 0, (void*)add, add_then);
  kernel_node(bodies[1], nullptr, 0, (void*)add, add_else);

  bodies =
      conditional_node(graph, &while_node, &if_node, loop, cudaGraphCondTypeWhile, 1);
  if (!bodies) return 2;
  kernel_node(bodies[0], nullptr, 0, (void*)count_down, counts);
  kernel_node(bodies[0], nullptr, 0, (void*)add, add_beside);
  // An if inside the loop, whose handle has a default.
  cudaGraphConditionalHandleCreate(&inner, bodies[0], 1, cudaGraphCondAssignDefault);
  cudaGraph_t* inside =
      conditional_node(bodies[0], &inner_node, nullptr, inner, cudaGraphCondTypeIf, 1);
  if (!inside) return 3;
  kernel_node(inside[0], nullptr, 0, (void*)add, add_inner);

  cudaGraphNode_t chooses =
      kernel_node(graph, &while_node, 1, (void*)decide, decide_switch);
  bodies =
      conditional_node(graph, &switch_node, &chooses, choice, cudaGraphCondTypeSwitch, 3);
  if (!bodies) return 4;
  kernel_node(bodies[2], nullptr, 0, (void*)add, add_third);

  cudaGraphExec_t exec;
  if (cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0) != cudaSuccess) return 5;
  // There is only one instance, and no copy, of a graph with conditional nodes.
  cudaGraphExec_t second;
  cudaGraph_t copy;
  if (cudaGraphInstantiate(&second, graph, 0) == cudaSuccess) return 6;
  if (cudaGraphClone(&copy, graph) == cudaSuccess) return 7;
  cudaGetLastError();

  for (int launch = 0; launch < 2; ++launch) {
    values[kIf] = launch;
    values[kSwitch] = launch ? 2 : 7;  // There is no eighth body.
    values[kLeft] = 3;
    for (int i = kThen; i < kValues; ++i) values[i] = 0;
    if (cudaGraphLaunch(exec, 0) != cudaSuccess) return 8;
    if (cudaDeviceSynchronize() != cudaSuccess) return 9;
    if (values[kThen] != launch || values[kElse] != (launch ? 0 : 10)) return 10;
    if (values[kRounds] != 3 || values[kBeside] != 3 || values[kInner] != 3) return 11;
    if (values[kThird] != (launch ? 10 : 0)) return 12;
  }
  return cudaGraphExecDestroy(exec) || cudaGraphDestroy(graph) ? 13 : 0;
}
