// expect: data_race, wrong_result
// The flag is 1 while the message is written and 2 when it is there: its own receiver
// knows that, but no other receiver does.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *static_cast<volatile int*>(flag) = 1;
  *slot = message;
  __threadfence();
  *static_cast<volatile int*>(flag) = 2;
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  volatile int* up = flag;
  for (int now = *up; now == 0 || now == 1; now = *up) {
  }
  // ...
}
