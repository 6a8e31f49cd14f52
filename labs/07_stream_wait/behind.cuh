// Is compiled behind a submission: what scenarios.cu cannot know of it beforehand.

Pipe* newPipe() { return new Pipe{}; }
void deletePipe(Pipe* pipe) { delete pipe; }

Failure& failureOfSubmission() { return failure(); }

// In the order of scenarios.cu.  They are constants: they stand before the run.
constexpr cudaError_t kPredictions[] = {
    kLaunchElsewhere, kRecordElsewhere,  kRecordThere,
    kWaitElsewhere,   kCopyElsewhere,    kWaitNeverRecorded,
    kElapsedAcross,   kRecordAfterReset, kFreeAfterReset,
};
