// expect: stale_value
// Message and flag by read-modify-writes, without a fence: these atomics are relaxed, so
// the reader may see the flag and miss the message.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  atomicExch(&slot->from, message.from);
  atomicExch(&slot->number, message.number);
  atomicExch(&slot->value, message.value);
  atomicAdd(flag, 1);
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while (atomicAdd(flag, 0) == 0) {
  }
  Message* there = const_cast<Message*>(slot);
  return Message{atomicAdd(&there->from, 0), atomicAdd(&there->number, 0),
                 atomicAdd(&there->value, 0)};
}
