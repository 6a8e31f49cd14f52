// The test covers the experiments, so this file has nothing to do.
int nothing() { return 0; }
