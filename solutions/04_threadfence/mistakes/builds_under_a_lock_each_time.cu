// expect: wrong_result, data_race
// no cure: it builds the table anew in every call
// says: may still write there
// unsaid: No __syncthreads()
// Each caller takes the lock, builds the table and gives the lock back.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  lock(state);
  buildTable(table, recipe);
  unlock(state);
  return table;
}
