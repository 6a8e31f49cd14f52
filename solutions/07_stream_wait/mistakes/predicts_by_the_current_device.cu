// expect: wrong_result
// Believes that a record needs the right current device, rather than an event and a
// stream of one device.
// overlay

constexpr cudaError_t kRecordThere = cudaErrorInvalidResourceHandle;
