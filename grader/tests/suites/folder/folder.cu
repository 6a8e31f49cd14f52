// A program in the file of its folder's name, with a second file.
int more();

int main() { return more() - 1; }
