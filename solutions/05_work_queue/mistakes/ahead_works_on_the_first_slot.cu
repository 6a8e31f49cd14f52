// expect: data_race, wrong_result
// says: what is given to work() must be the item in hand
// unsaid: a block may end only
// There are two words, and work() gets the first one in each round.
// overlay

__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  __shared__ WorkItem slot[2];
  if (threadIdx.x == 0) slot[0] = queue->draw();
  for (int i = 0;; ++i) {
    __syncthreads();
    if (slot[i % 2].isNone()) break;
    if (threadIdx.x == 0) slot[(i + 1) % 2] = queue->draw();
    work(slot[0], ledger);
  }
}
