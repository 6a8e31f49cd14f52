// expect: wrong_result
// Believes that a record needs the current device, and not that event and stream agree.
// overlay

constexpr cudaError_t kRecordThere = cudaErrorInvalidResourceHandle;
