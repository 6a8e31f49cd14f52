// expect: data_race
// __ldg() reads through a cache that may not see writes of the same kernel.
// overlay

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  // ...
  __threadfence();
  return Message{__ldg(&slot->from), __ldg(&slot->number), __ldg(&slot->value)};
}
