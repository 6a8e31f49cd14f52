// expect: wrong_result
// Believes that memory survives a reset, so that it can be freed afterwards.
// overlay

constexpr cudaError_t kFreeAfterReset = cudaSuccess;
