// Finds its header by the folder that the Makefile names.
#include "sum.cu"

int main() { return sum(1, 1) == 2 ? 0 : 1; }
