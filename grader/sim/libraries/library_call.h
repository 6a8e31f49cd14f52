/// \file
/// How a function of one of CUDA's libraries does its work: as a kernel of one thread, in
/// a stream, which tells what it reads and writes and then works on that unwatched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "cuda_runtime.h"
#include "gridlock_launch.h"
#include "gridlock_library.h"
#include "sim/cuda_api/host_launch.h"
#include "sim/cuda_api/the_machine.h"

namespace gridlock::sim {

/// One call, as its accesses name it.
struct LibraryCall {
  const char* name;     ///< The function's.
  std::uint64_t pc;     ///< Where the program called it.
  cudaStream_t stream;  ///< Where its work goes.

  /// The running thread, of the host or of the kernel, reads or writes so many numbers.
  template <class T>
  void reads(const T* first, std::size_t count = 1) const {
    gridlock_range(first, count * sizeof(T), false, "read", pc);
  }
  template <class T>
  void writes(T* first, std::size_t count = 1) const {
    gridlock_range(first, count * sizeof(T), true, "write", pc);
  }
};

/// Issues a kernel of one thread that calls body().
template <class Body>
cudaError_t issue(const LibraryCall& call, const Body& body) {
  struct Frame : shim::FrameHead {
    Body body;
    explicit Frame(const Body& body) : FrameHead{sizeof(Frame)}, body(body) {}
  };
  const auto invoke = [](void* frame) { static_cast<const Frame*>(frame)->body(); };
  return launch_for_library(
      call.name, call.stream, invoke,
      [](void* frame) { delete static_cast<Frame*>(frame); }, new Frame(body), call.pc);
}

/// The same for a call with a result for the host, which waits for it.
/// \param result the host's memory
/// \param body returns the result
template <class Result, class Body>
cudaError_t issue_for(const LibraryCall& call, Result* result, const Body& body) {
  if (const cudaError_t error = may_wait_for(call.stream)) return error;
  const auto made = std::make_shared<Result>();
  const cudaError_t error = issue(call, [made, body] {
    machine->must_run();  // A record of the launch would lack the result.
    *made = body();
  });
  if (error != cudaSuccess) return error;
  wait_for_library(call.stream, call.name, call.pc);
  call.writes(result);
  *result = *made;
  return cudaSuccess;
}

}  // namespace gridlock::sim
