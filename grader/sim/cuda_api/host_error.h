/// How a function of the CUDA runtime API fails.
#pragma once

#include "cuda_runtime.h"
#include "protocol/cause_api.h"
#include "sim/cuda_api/the_machine.h"

namespace gridlock::sim {

/// Notes an error for cudaGetLastError and returns it.
cudaError_t fail(cudaError_t error, CallFault fault = {});
/// Fails because the handle names no stream; the finding says whether it was destroyed.
cudaError_t fail_without_stream(cudaStream_t handle);

/// The first line of an API function that a host function may not call.
#define GRIDLOCK_NOT_IN_HOST_FUNCTION \
  if (machine->in_host_function()) return fail(cudaErrorNotPermitted)

}  // namespace gridlock::sim
