// A program at full size: 10^8 accesses of device code at data-dependent addresses, half
// of them atomics, and as many contiguous ones.  -DSHRINK=8 divides its sizes by 8 * 8.
#include <cstdio>

#include "speed.h"

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

// Inserts each key with its value.  All keys are different.
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

// Each vertex passes its label on along its edges.
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
  const Array<unsigned> keys(kKeys, [](unsigned i) { return i * 2654435761u >> 1; });
  const Array<unsigned> slots(kSlots, 0xFF), values(kSlots), found(kKeys);
  insert<<<kKeys / 256, 256>>>(round++, keys, slots, values);
  for (int i = 0; i < kLookups; ++i)
    look_up<<<kKeys / 256, 256>>>(round++, keys, slots, values, found);
  const auto host = found.on_host();
  bool right = true;
  for (unsigned i = 0; i < kKeys; ++i) right &= host[i] == i;
  return right;
}

bool graph(int& round) {
  const unsigned edges = kVertices * kDegree;
  const size_t bytes = kVertices * sizeof(unsigned);
  const Array<unsigned> targets(edges, [](unsigned i) { return mix(~i) % kVertices; });
  const Array<unsigned> labels(kVertices, mix), next(kVertices);
  const auto to = targets.on_host();
  auto before = labels.on_host();
  for (int i = 0; i < kSpreads; ++i) {
    cudaMemcpy(next, labels, bytes, cudaMemcpyDeviceToDevice);
    spread<<<kVertices / 256, 256>>>(round++, targets, labels, next);
    cudaMemcpy(labels, next, bytes, cudaMemcpyDeviceToDevice);
    auto after = before;
    for (unsigned e = 0; e < edges; ++e)
      if (before[e / kDegree] < after[to[e]]) after[to[e]] = before[e / kDegree];
    before = after;
  }
  return labels.on_host() == before;
}

int main() {
  int round = 0;
  const bool right = hash_table(round) && graph(round);
  puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
