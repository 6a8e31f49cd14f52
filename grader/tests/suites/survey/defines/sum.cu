// A second file, and a header for another program.
int sum(int a, int b) { return a + b; }
