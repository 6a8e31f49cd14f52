// expect: wrong_result
// fence_too_wide: the message goes by block-scope atomics, and the fences around them
// reach the whole device.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  atomicExch_block(&slot->from, message.from);
  atomicExch_block(&slot->number, message.number);
  atomicExch_block(&slot->value, message.value);
  __threadfence();
  atomicAdd_block(flag, 1);
}

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  while (atomicAdd_block(flag, 0) == 0) {
  }
  __threadfence();
  Message* there = const_cast<Message*>(slot);
  return Message{atomicAdd_block(&there->from, 0), atomicAdd_block(&there->number, 0),
                 atomicAdd_block(&there->value, 0)};
}
