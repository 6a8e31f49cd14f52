// expect: api_error
// missing: a host thread waits for another one here, but no other thread can continue
// The started thread waits for a condition that main() never signals.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
bool ready = false;

void wait_until_ready() {
  std::unique_lock<std::mutex> lock(mutex);
  while (!ready) changed.wait(lock);
}

int main() {
  std::thread waiting(wait_until_ready);
  waiting.join();
}
