// expect: passed
// command: parts/sum_in_c.c
// A part in C: names that C++ reserves, no casts from void*, and no dim3 without struct.
extern "C" int* new_words(int count);
extern "C" int sum_of(const int* words, int count);

__global__ void number(int* words) { words[threadIdx.x] = threadIdx.x; }

int main() {
  int* words = new_words(8);
  number<<<1, 8>>>(words);
  return sum_of(words, 8) != 28;
}
