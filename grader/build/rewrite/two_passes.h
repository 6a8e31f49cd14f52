/// One translation unit from a program's text for the host and its text for the device.
///
/// nvcc preprocesses a file once for each side: with __CUDA_ARCH__ for the device,
/// without it for the host.  Where a program asks for that macro the two texts differ,
/// and the one compile of the simulator needs both:
///
///     differs                      becomes
///     kernel, __device__ function  the device's
///     host function                the host's, but the device's lambdas for the device
///     function of both             if (in device code) {device's} else {host's}
///     function of one side alone   itself, if it is for that side
///     device variable              the device's
///     namespace, class             the same for each of its members
///
/// Everything else must be the same on both sides; a difference is reported as a
/// complaint.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "build/source/complaint.h"
#include "build/source/lexer.h"

namespace gridlock {

/// A preprocessed text and its tokens.
struct PreprocessedText {
  std::string text;
  TokenizedText tokenized;
};

struct MergedText {
  std::string text;  ///< Preprocessed text, each token in its file and line.
  std::vector<Complaint> complaints;
};

/// Both texts have the same headers of the system and of the grader, and the marker word
/// `__gridlock_host__` for `__host__`, which the result does not contain.
MergedText merge_passes(const PreprocessedText& host, const PreprocessedText& device);

}  // namespace gridlock
