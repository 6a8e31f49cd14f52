// A program at full size: 10^8 accesses of device code where the data says, half of them
// atomics, and as many that are contiguous.  -D SHRINK=8 divides its sizes by 8 * 8.
#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>

#include "plant.h"

#ifndef SHRINK
#define SHRINK 1
#endif

constexpr unsigned kKeys = (1 << 22) / (SHRINK * SHRINK), kSlots = 2 * kKeys, kNone = ~0u;
constexpr unsigned kVertices = kKeys / 4, kDegree = 16;
constexpr int kLookups = 4, kSpreads = 3, kRounds = 1 + kLookups + kSpreads;

__host__ __device__ unsigned mix(unsigned n) {
  n = (n ^ n >> 16) * 0x7FEB352Du;
  n = (n ^ n >> 15) * 0x846CA68Bu;
  return n ^ n >> 16;
}

// All keys are different.
__global__ void insert(int round, const unsigned* keys, unsigned* slots,
                       unsigned* values) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned key = keys[i];
  if (is_planted(round, kRounds))
    slots[mix(keys[drawn(Draw::element, kKeys)]) % kSlots] = kNone;
  unsigned slot = mix(key) % kSlots;
  while (atomicCAS(&slots[slot], kNone, key) != kNone) slot = (slot + 1) % kSlots;
  values[slot] = i;
}

// Leaves in `found` the value of each key, or kNone.
__global__ void look_up(int round, const unsigned* keys, unsigned* slots,
                        const unsigned* values, unsigned* found) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned key = keys[i];
  if (is_planted(round, kRounds))
    slots[mix(keys[drawn(Draw::element, kKeys)]) % kSlots] = kNone;
  unsigned slot = mix(key) % kSlots;
  while (slots[slot] != key && slots[slot] != kNone) slot = (slot + 1) % kSlots;
  found[i] = slots[slot] == key ? values[slot] : kNone;
}

// Each vertex passes its label on to those that its edges lead to.
__global__ void spread(int round, const unsigned* targets, const unsigned* labels,
                       unsigned* next) {
  const unsigned vertex = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned label = labels[vertex];
  if (is_planted(round, kRounds))
    next[targets[drawn(Draw::element, kVertices * kDegree)]] = 0;
  for (unsigned edge = vertex * kDegree; edge < (vertex + 1) * kDegree; ++edge)
    atomicMin(&next[targets[edge]], label);
}

bool hash_table(int& round) {
  const size_t bytes = kKeys * sizeof(unsigned);
  unsigned *keys, *slots, *values, *found, *host = static_cast<unsigned*>(malloc(bytes));
  cudaMalloc(&keys, bytes);
  cudaMalloc(&slots, kSlots * sizeof(unsigned));
  cudaMalloc(&values, kSlots * sizeof(unsigned));
  cudaMalloc(&found, bytes);
  for (unsigned i = 0; i < kKeys; ++i) host[i] = i * 2654435761u >> 1;
  cudaMemcpy(keys, host, bytes, cudaMemcpyHostToDevice);
  cudaMemset(slots, 0xFF, kSlots * sizeof(unsigned));
  insert<<<kKeys / 256, 256>>>(round++, keys, slots, values);
  for (int i = 0; i < kLookups; ++i)
    look_up<<<kKeys / 256, 256>>>(round++, keys, slots, values, found);
  cudaMemcpy(host, found, bytes, cudaMemcpyDeviceToHost);
  bool right = true;
  for (unsigned i = 0; i < kKeys; ++i) right &= host[i] == i;
  cudaFree(keys);
  cudaFree(slots);
  cudaFree(values);
  cudaFree(found);
  free(host);
  return right;
}

bool graph(int& round) {
  const unsigned edges = kVertices * kDegree;
  const size_t bytes = kVertices * sizeof(unsigned);
  unsigned *targets, *labels, *next;
  auto* host = static_cast<unsigned*>(malloc(edges * sizeof(unsigned)));
  auto* expected = static_cast<unsigned*>(malloc(2 * bytes));
  cudaMalloc(&targets, edges * sizeof(unsigned));
  cudaMalloc(&labels, bytes);
  cudaMalloc(&next, bytes);
  for (unsigned i = 0; i < kVertices; ++i) host[i] = expected[i] = mix(i);
  cudaMemcpy(labels, host, bytes, cudaMemcpyHostToDevice);
  for (unsigned i = 0; i < edges; ++i) host[i] = mix(~i) % kVertices;
  cudaMemcpy(targets, host, edges * sizeof(unsigned), cudaMemcpyHostToDevice);
  for (int i = 0; i < kSpreads; ++i) {
    cudaMemcpy(next, labels, bytes, cudaMemcpyDeviceToDevice);
    spread<<<kVertices / 256, 256>>>(round++, targets, labels, next);
    cudaMemcpy(labels, next, bytes, cudaMemcpyDeviceToDevice);
    unsigned *before = expected + kVertices * (i % 2), *after = expected + kVertices;
    if (i % 2) after = expected;
    for (unsigned v = 0; v < kVertices; ++v) after[v] = before[v];
    for (unsigned e = 0; e < edges; ++e)
      if (before[e / kDegree] < after[host[e]]) after[host[e]] = before[e / kDegree];
  }
  const unsigned* last = expected + kVertices * (kSpreads % 2);
  cudaMemcpy(host, labels, bytes, cudaMemcpyDeviceToHost);
  bool right = true;
  for (unsigned v = 0; v < kVertices; ++v) right &= host[v] == last[v];
  cudaFree(targets);
  cudaFree(labels);
  cudaFree(next);
  free(host);
  free(expected);
  return right;
}

int main() {
  int round = 0;
  const bool right = hash_table(round) && graph(round);
  puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
