/// \file
/// Launches of kernels that work for a library (libraries/).
#pragma once

#include <cstdint>

#include "cuda_runtime.h"

namespace gridlock::sim {

/// Issues a kernel of one thread to the stream.
/// \param name stays
/// \param invoke runs the kernel, and \param destroy frees the frame, once
/// \param frame begins with a shim::FrameHead; it is taken over whatever happens
/// \param pc where the program called the library
/// \returns an error that cudaGetLastError returns, too
cudaError_t launch_for_library(const char* name, cudaStream_t stream,
                               void (*invoke)(void* frame), void (*destroy)(void* frame),
                               void* frame, std::uint64_t pc);

/// Whether the host may wait for the stream now: it may not while the stream is captured,
/// nor in a host function, nor for a stream that does not exist.
cudaError_t may_wait_for(cudaStream_t stream);

/// Waits for the stream, which may_wait_for has allowed.
/// \param call the library's function, which stays
void wait_for_library(cudaStream_t stream, const char* call, std::uint64_t pc);

}  // namespace gridlock::sim
