// expect: rejected
// missing: gives the lines of this file other numbers
// A report would quote the wrong lines.
__global__ void count(int* total) {
#line 200
  *total += 1;
}

int main() { return 0; }
