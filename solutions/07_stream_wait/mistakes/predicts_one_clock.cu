// expect: wrong_result
// Believes that all devices have one clock, so that the time between any two events can
// be told.
// overlay

constexpr cudaError_t kElapsedAcross = cudaSuccess;
