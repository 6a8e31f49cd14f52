// expect: wrong_result
// Believes that a copy, like a launch, needs a stream of its device.
// overlay

constexpr cudaError_t kCopyElsewhere = cudaErrorInvalidResourceHandle;
