// expect: wrong_result
// Believes that an event can be recorded in any stream, as it can be waited for in any.
// overlay

constexpr cudaError_t kRecordElsewhere = cudaSuccess;
