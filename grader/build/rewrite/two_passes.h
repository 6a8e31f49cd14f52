/// Merges a program's text for the host and its text for the device into one.
///
/// nvcc preprocesses a file once for each side: with __CUDA_ARCH__ for the device,
/// without it for the host.  If a program tests that macro, the two texts differ, and the
/// simulator, which compiles once, needs both:
///
///     differs                      becomes
///     kernel, __device__ function  the device's
///     host function                the host's, but the device's lambdas for the device
///     function of both             if (in device code) {device's} else {host's}
///     function of one side alone   itself, if it is for that side
///     device variable              the device's
///     namespace, class             the same for each of its members
///
/// Everything else must be the same on both sides; a difference leads to a complaint.
#pragma once

#include <string>
#include <vector>

#include "build/source/complaint.h"
#include "build/source/lexer.h"

namespace gridlock {

struct PreprocessedText {
  std::string text;
  TokenizedText tokenized;
};

struct MergedText {
  std::string text;  ///< Each token keeps its file and line.
  std::vector<Complaint> complaints;
};

/// Merges the two passes.  Both texts include the same headers of the system and of the
/// grader.  Both have the marker word `__gridlock_host__` for `__host__`; the result does
/// not.
MergedText merge_passes(const PreprocessedText& host, const PreprocessedText& device);

}  // namespace gridlock
