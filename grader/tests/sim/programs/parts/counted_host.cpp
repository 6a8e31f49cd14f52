// A computation of several_files.cu on the host.
unsigned expected(unsigned threads) { return 4 * threads; }
