// expect: wrong_result
// Believes that waiting for an event without a record is an error, or waits for its first
// record.
// overlay

constexpr cudaError_t kWaitNeverRecorded = cudaErrorNotReady;
