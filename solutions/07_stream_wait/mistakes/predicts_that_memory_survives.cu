// expect: wrong_result
// Memory outlives a reset, it says, so that it can be freed after it.
// overlay

constexpr cudaError_t kFreeAfterReset = cudaSuccess;
