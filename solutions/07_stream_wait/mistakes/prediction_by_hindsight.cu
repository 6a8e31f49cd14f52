// expect: compile_error
// The prediction is the result of a run, but it has to be a constant.
// overlay

inline cudaError_t hindsight() { return cudaEventElapsedTime(nullptr, nullptr, nullptr); }
const cudaError_t kElapsedAcross = hindsight();
