// expect: wrong_result
// says: an event can be recorded only in streams of its own device
// Believes that an event can be recorded in any stream, as it can be waited for in any.
// overlay

constexpr cudaError_t kRecordElsewhere = cudaSuccess;
