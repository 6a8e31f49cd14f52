// expect: passed
// The started thread waits for what the first one does later.
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
  {
    const std::lock_guard<std::mutex> lock(mutex);
    ready = true;
  }
  changed.notify_one();
  waiting.join();
}
