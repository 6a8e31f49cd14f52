// expect: wrong_result
// fence_too_wide: right, but each fence waits for the farthest reader there could be.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence_system();
  *static_cast<volatile int*>(flag) = 1;
}

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  __threadfence_system();
  return *slot;
}

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence_system();
  *static_cast<volatile int*>(flag) = 1;
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  __threadfence_system();
  return *slot;
}

__device__ void lock(int* mutex) {
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
  __threadfence_system();
}

__device__ void unlock(int* mutex) {
  __threadfence_system();
  atomicExch(mutex, 0);
}

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  if (*now != kReady && atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    buildTable(table, recipe);
    __threadfence_system();
    *now = kReady;
    return table;
  }
  while (*now != kReady) {
  }
  __threadfence_system();
  return table;
}
