// Its Makefile lists a further file, which is not here.
int main() { return 0; }
