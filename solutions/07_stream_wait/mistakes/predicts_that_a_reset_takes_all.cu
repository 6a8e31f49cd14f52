// expect: wrong_result
// Believes that a reset of one device destroys the events of all.
// overlay

constexpr cudaError_t kRecordAfterReset = cudaErrorInvalidResourceHandle;
