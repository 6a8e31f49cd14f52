// expect: bad_access
// The second of two slots lies behind the array.
// overlay

__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  __shared__ WorkItem slot[1];
  if (threadIdx.x == 0) slot[0] = queue->draw();
  // ...
}
