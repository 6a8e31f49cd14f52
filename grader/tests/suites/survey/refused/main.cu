// Does not compile.
int main() { return nowhere; }
