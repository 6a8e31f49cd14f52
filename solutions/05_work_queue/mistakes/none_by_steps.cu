// expect: wrong_result
// Takes an item without steps for none(), but it is an item all the same.
// overlay

__host__ __device__ bool WorkItem::isNone() const { return steps == 0; }
