// expect: wrong_result
// Believes that a launch fails if the stream is not of the current device.
// overlay

constexpr cudaError_t kLaunchElsewhere = cudaErrorInvalidResourceHandle;
