// What the host of several_files.cu computes.
unsigned expected(unsigned threads) { return 4 * threads; }
