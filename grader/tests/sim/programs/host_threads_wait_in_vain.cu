// expect: deadlock
// schedules: 1
// missing: which stays 0
// Two host threads wait for a word that neither writes, and main() for the two.
#include <cuda_runtime.h>

#include <atomic>
#include <thread>

std::atomic<int> ready{0};

void wait() {
  while (ready.load() == 0) {
  }
}

int main() {
  std::thread one(wait), other(wait);
  one.join();
  other.join();
}
