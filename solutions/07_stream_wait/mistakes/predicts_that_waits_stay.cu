// expect: wrong_result
// Believes that a stream can wait for events of its own device only.
// overlay

constexpr cudaError_t kWaitElsewhere = cudaErrorInvalidResourceHandle;
