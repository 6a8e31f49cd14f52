// What is tested is the experiments.
int nothing() { return 0; }
