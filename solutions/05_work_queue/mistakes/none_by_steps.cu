// expect: wrong_result
// An item without steps is an item all the same.
// overlay

__host__ __device__ bool WorkItem::isNone() const { return steps == 0; }
