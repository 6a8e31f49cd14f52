// Compiled after a submission: defines what scenarios.cu cannot know of it.

Pipe* newPipe() { return new Pipe{}; }
void deletePipe(Pipe* pipe) { delete pipe; }

Failure& failureOfSubmission() { return failure(); }

// In the order of kTrials in scenarios.cu.  As constants they are fixed before the run.
constexpr cudaError_t kPredictions[] = {
    kLaunchElsewhere, kRecordElsewhere,  kRecordThere,
    kWaitElsewhere,   kCopyElsewhere,    kWaitNeverRecorded,
    kElapsedAcross,   kRecordAfterReset, kFreeAfterReset,
};
