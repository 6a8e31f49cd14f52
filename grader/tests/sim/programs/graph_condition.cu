// Conditional nodes of graphs: their bodies run if, or while, a condition holds that
// kernels set.
#include "cases.h"
#include "parts/graphs.h"

__global__ void set(int* value, int written) { *value = written; }
__global__ void add(int* value, int added) { *value += added; }
__global__ void decide(Handle handle, const int* value) {
  cudaGraphSetConditional(handle, *value);
}

constexpr unsigned by_default = cudaGraphCondAssignDefault;

Handle condition(cudaGraph_t graph, unsigned value = 0, unsigned flags = 0) {
  Handle handle;
  cudaGraphConditionalHandleCreate(&handle, graph, value, flags);
  return handle;
}

// A kernel and the body of a conditional node write the same word, and no edge orders
// them.
// missing: no edges lead from one node to the other
// unsaid: cudaStreamWaitEvent
CASE(body_beside_a_kernel, data_race) {
  int* value = device<int>();
  const cudaGraph_t graph = new_graph();
  kernel_node(graph, {}, 1, set, value, 1);
  const Conditional node(graph, {}, condition(graph, 1, by_default), cudaGraphCondTypeIf);
  kernel_node(node.bodies[0], {}, 1, set, value, 2);
  return run(graph);
}

__global__ void count_down_in_each_thread(Handle handle, int* left) {
  if (threadIdx.x == 0) --*left;
  __syncthreads();
  cudaGraphSetConditional(handle, threadIdx.x < *left);
}

// Each thread of a kernel sets the condition, to what it finds: the last one wins.
CASE(set_by_all, data_race) {
  int* left = managed<int>();
  *left = 2;
  const cudaGraph_t graph = new_graph();
  const Handle handle = condition(graph, 1, by_default);
  const Conditional loop(graph, {}, handle, cudaGraphCondTypeWhile);
  kernel_node(loop.bodies[0], {}, 32, count_down_in_each_thread, handle, left);
  return run(graph) == 0 && *left == 0 ? 0 : 3;
}

__global__ void decide_once(Handle handle, const int* value) {
  if (*value > 0) cudaGraphSetConditional(handle, 1);
}

// A kernel decides whether another one runs.
int decided_by(void (*kernel)(Handle, const int*), bool ordered, unsigned flags) {
  int* value = zeros<int>();
  const cudaGraph_t graph = new_graph();
  const Handle handle = condition(graph, 0, flags);
  const Nodes none, decides = {kernel_node(graph, {}, 1, kernel, handle, value)};
  const Conditional node(graph, ordered ? decides : none, handle, cudaGraphCondTypeIf);
  kernel_node(node.bodies[0], {}, 1, add, value, 1);
  return run(graph);
}

// The conditional node does not come after the kernel that sets its condition.
// told: the read and the write of handle
// unsaid: cudaStreamWaitEvent
CASE(unordered, data_race) { return decided_by(decide, false, by_default); }

// The kernel sets the condition in one case only, and the handle has no default.
// told: a condition that has no value
CASE(unset, api_error) { return decided_by(decide_once, true, 0); }

// The body of a while node only fills memory: nothing in it can end the loop.
// told: the body of this graph's while node launched no kernel
CASE(loop_without_a_kernel, api_error) {
  const cudaMemsetParams zero = {device<int>(), 0, 0, sizeof(int), 1, 1};
  const cudaGraph_t graph = new_graph();
  const Conditional loop(graph, {}, condition(graph, 1, by_default),
                         cudaGraphCondTypeWhile);
  cudaGraphNode_t inside;
  cudaGraphAddMemsetNode(&inside, loop.bodies[0], nullptr, 0, &zero);
  return run(graph);
}

__global__ void count_down(Handle handle, int* left, int* rounds) {
  *rounds += 1;
  *left -= 1;
  cudaGraphSetConditional(handle, *left > 0);
}

// If with and without else, while around a body with two branches, switch, and one
// inside another.  The host reads what the bodies did.
CASE(all_kinds, passed) {
  enum { of_if, of_switch, left, then, otherwise, rounds, beside, third, inner, count };
  int* values = managed<int>(count);
  const cudaGraph_t graph = new_graph();
  const Handle if_else = condition(graph), loop = condition(graph, 1, by_default),
               choice = condition(graph);
  const auto decides = kernel_node(graph, {}, 1, decide, if_else, values + of_if);
  const Conditional either(graph, {decides}, if_else, cudaGraphCondTypeIf, 2);
  kernel_node(either.bodies[0], {}, 1, add, values + then, 1);
  kernel_node(either.bodies[1], {}, 1, add, values + otherwise, 10);

  const Conditional repeats(graph, {either.node}, loop, cudaGraphCondTypeWhile);
  const cudaGraph_t body = repeats.bodies[0];
  kernel_node(body, {}, 1, count_down, loop, values + left, values + rounds);
  kernel_node(body, {}, 1, add, values + beside, 1);
  const Conditional inside(body, {}, condition(body, 1, by_default), cudaGraphCondTypeIf);
  kernel_node(inside.bodies[0], {}, 1, add, values + inner, 1);

  const auto chooses =
      kernel_node(graph, {repeats.node}, 1, decide, choice, values + of_switch);
  const Conditional cases(graph, {chooses}, choice, cudaGraphCondTypeSwitch, 3);
  kernel_node(cases.bodies[2], {}, 1, add, values + third, 10);

  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  // There is only one instance, and no copy, of a graph with conditional nodes.
  cudaGraphExec_t second;
  cudaGraph_t copy;
  if (cudaGraphInstantiate(&second, graph, 0) == cudaSuccess) return 6;
  if (cudaGraphClone(&copy, graph) == cudaSuccess) return 7;
  cudaGetLastError();

  for (int launch = 0; launch < 2; ++launch) {
    values[of_if] = launch;
    values[of_switch] = launch ? 2 : 7;  // There is no eighth body.
    values[left] = 3;
    for (int i = then; i < count; ++i) values[i] = 0;
    OK(cudaGraphLaunch(exec, 0));
    OK(cudaDeviceSynchronize());
    if (values[then] != launch || values[otherwise] != (launch ? 0 : 10)) return 10;
    if (values[rounds] != 3 || values[beside] != 3 || values[inner] != 3) return 11;
    if (values[third] != (launch ? 10 : 0)) return 12;
  }
  return cudaGraphExecDestroy(exec) || cudaGraphDestroy(graph) ? 13 : 0;
}

__global__ void check(Handle handle, int* left) {
  if (*left > 0) --*left;
  cudaGraphSetConditional(handle, *left);
}
__global__ void done(const int* left, int* seen) { *seen = *left + 1; }

// A while node put into a capture, whose body another stream captures.
CASE(captured, passed) {
  int* values = managed<int>(2);
  const cudaStream_t stream = Streams().first;
  cudaGraph_t graph;
  cudaStreamCaptureStatus status;
  const cudaGraphNode_t* nodes;
  size_t count;
  OK(cudaStreamGetCaptureInfo(stream, &status));
  if (status != cudaStreamCaptureStatusNone) return 1;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &nodes, nullptr, &count);
  if (status != cudaStreamCaptureStatusActive || count != 0) return 2;
  const Handle handle = condition(graph);
  check<<<1, 1, 0, stream>>>(handle, values);
  cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &nodes, nullptr, &count);
  if (count != 1) return 4;

  Conditional loop(graph, {nodes[0]}, handle, cudaGraphCondTypeWhile);
  OK(cudaStreamUpdateCaptureDependencies(stream, &loop.node, nullptr, 1,
                                         cudaStreamSetCaptureDependencies));
  done<<<1, 1, 0, stream>>>(values, values + 1);
  OK(cudaStreamEndCapture(stream, &graph));

  const auto capture_body = [&] {
    return cudaStreamBeginCaptureToGraph(stream, loop.bodies[0], nullptr, nullptr, 0,
                                         cudaStreamCaptureModeGlobal);
  };
  OK(capture_body());
  check<<<1, 1, 0, stream>>>(handle, values);
  OK(cudaStreamEndCapture(stream, nullptr));

  // The body of a conditional node cannot have a host function.
  OK(capture_body());
  cudaLaunchHostFunc(stream, [](void*) {}, nullptr);
  EXPECT(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(stream, nullptr));
  cudaGetLastError();

  cudaGraphExec_t exec;
  OK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
  for (int start = 0; start < 5; start += 4) {
    values[0] = start;
    values[1] = 0;
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    if (values[0] != 0 || values[1] != 1) return 12;
  }
  return 0;
}
