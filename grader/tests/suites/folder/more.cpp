// The second file.
int more() { return 1; }
