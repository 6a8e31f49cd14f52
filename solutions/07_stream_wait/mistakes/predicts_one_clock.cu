// expect: wrong_result
// Believes that all devices share one clock, so that the time between any two events can
// be measured.
// overlay

constexpr cudaError_t kElapsedAcross = cudaSuccess;
