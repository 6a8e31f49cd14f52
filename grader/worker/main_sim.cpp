// gridlock-worker-sim: runs one module on the simulator.
#include "sim/run/executor.h"
#include "worker/serve.h"

int main(int argc, char** argv) {
  return gridlock::worker_main(argc, argv, gridlock::make_sim_executor);
}
