// expect: wrong_result
// says: arrived as Message{}
// The receiver looks once, and returns an empty message if the flag is not raised.
// overlay

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  if (atomicAdd(flag, 0) == 0) return Message{};
  __threadfence();
  return *slot;
}
