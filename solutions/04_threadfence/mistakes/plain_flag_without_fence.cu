// expect: data_race
// says: is ordinary, neither atomic nor volatile
// unsaid: No __syncthreads()
// The flag is written plainly, right behind the message; the receiver does all it should.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  *flag = 1;
}
