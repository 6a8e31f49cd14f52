// expect: data_race
// A library function writes the message to another block, but is no fence.
// overlay

// These bits make a float so small that its sine is the float itself.
__device__ void put(int* word, int value) {
  float ignored;
  sincosf(__int_as_float(value), reinterpret_cast<float*>(word), &ignored);
}

__device__ void put(Message* slot, Message message) {
  put(&slot->from, message.from);
  put(&slot->number, message.number);
  put(&slot->value, message.value);
}

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  put(slot, message);
  *static_cast<volatile int*>(flag) = 1;
}

__device__ void sendToHost(Message* slot, int* flag, Message message) {
  put(slot, message);
  *static_cast<volatile int*>(flag) = 1;
}
