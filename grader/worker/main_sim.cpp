// gridlock-worker-sim: runs one module on the simulator.
#include <sys/personality.h>
#include <unistd.h>

#include "worker/serve.h"

namespace {

/// Begins this program again with the same addresses in every run: what a submission
/// makes of an address, and what a finding says of one, is then the same too.  Where a
/// system does not allow that, it goes on as it is.
void fix_addresses(char** argv) {
  constexpr unsigned long kAsk = 0xffffffff;
  const int now = ::personality(kAsk);
  if (now == -1 || (now & ADDR_NO_RANDOMIZE)) return;
  if (::personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) != -1)
    ::execv("/proc/self/exe", argv);
}

}  // namespace

int main(int argc, char** argv) {
  fix_addresses(argv);
  return gridlock::worker_main(argc, argv, gridlock::make_sim_executor);
}
