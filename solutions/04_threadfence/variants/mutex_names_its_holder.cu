// The mutex is the number of the thread that holds the lock.  A waiting thread polls it
// without writing, with longer and longer pauses.
// overlay

__device__ void lock(int* mutex) {
  const int threads = int(blockDim.x * blockDim.y * blockDim.z);
  const int thread =
      int(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
  const int me = 1 + int(blockIdx.x) * threads + thread;
  volatile int* holder = mutex;
  for (unsigned pause = 8; atomicCAS(mutex, 0, me) != 0; pause = min(2 * pause, 256u))
    while (*holder != 0) __nanosleep(pause);
  __threadfence();
}
