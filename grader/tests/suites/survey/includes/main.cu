#include "sum.cu"

int main() { return sum(1, 1) == 2 ? 0 : 1; }
