// gridlock-worker-gpu: runs one module, made by nvcc, on the GPU.  Links no CUDA: the
// module brings its own.
#include "worker/gpu_executor.h"
#include "worker/serve.h"

int main(int argc, char** argv) {
  return gridlock::worker_main(argc, argv, gridlock::make_gpu_executor,
                               gridlock::Driver::gpu, gridlock::warm_up_gpu);
}
