int main() { return nowhere; }
