// Passes with the Makefile's definition, files and arguments only.
#include <cstdlib>
#include <cstring>

int sum(int a, int b);

int main(int count, char** words) {
  return count == 3 && sum(SIZE, atoi(words[1])) == 7 && !strcmp(words[2], "two words")
             ? 0
             : 1;
}
