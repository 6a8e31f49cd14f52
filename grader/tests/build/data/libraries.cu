// Whole programs use much of the standard library: all of this must be allowed.
#include <getopt.h>
#include <sys/time.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <bitset>
#include <cassert>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <exception>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <valarray>
#include <variant>
#include <vector>
struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
};
struct Square : Shape {
  double a = 2;
  double area() const override { return a * a; }
};
__global__ void k(float* p) {
  p[threadIdx.x] = sqrtf(p[threadIdx.x]) + __expf(1.0f) + fmaf(1, 2, 3);
  assert(p[threadIdx.x] > 0);
  printf("%d\n", threadIdx.x);
}
static void varargs(const char* f, ...) {
  va_list a;
  va_start(a, f);
  vprintf(f, a);
  va_end(a);
}
int main(int argc, char** argv) {
  std::vector<int> v(100);
  std::iota(v.begin(), v.end(), 0);
  std::mt19937 g(1);
  std::shuffle(v.begin(), v.end(), g);
  std::sort(v.begin(), v.end());
  std::cout << std::setw(4) << v[3] << " " << 1.5 << std::endl;
  std::normal_distribution<double> nd;
  std::uniform_real_distribution<float> ud;
  std::cerr << nd(g) << ud(g) << '\n';
  std::map<std::string, int> m{{"a", 1}};
  std::unordered_map<std::string, double> um;
  um["x"] = 2;
  std::set<int> s{1, 2};
  std::stringstream ss;
  ss << m["a"] << um["x"];
  std::string t;
  std::getline(ss, t);
  std::cout << t << std::stoi("12") << std::to_string(1.5) << "\n";
  std::regex r("a+");
  std::cout << std::regex_match("aaa", r) << "\n";
  auto p = std::make_shared<Square>();
  std::unique_ptr<Shape> u = std::make_unique<Square>();
  std::cout << u->area() << p.use_count() << dynamic_cast<Square*>(u.get())->a << "\n";
  std::function<int(int)> f = [&](int x) { return x + v[0]; };
  std::cout << f(2) << "\n";
  try {
    throw std::runtime_error("x");
  } catch (const std::exception& e) {
    std::cout << e.what() << "\n";
  }
  try {
    std::vector<int>().at(3);
  } catch (const std::out_of_range&) {
  }
  std::mutex mu;
  {
    std::lock_guard<std::mutex> l(mu);
  }
  std::once_flag of;
  std::call_once(of, [] { puts("once"); });
  std::complex<double> c(1, 2);
  std::cout << c * c << std::abs(c) << std::bitset<8>(5) << "\n";
  auto t0 = std::chrono::high_resolution_clock::now();
  (void)t0;
  (void)time(nullptr);
  timeval tv;
  gettimeofday(&tv, nullptr);
  usleep(1);
  std::this_thread::sleep_for(std::chrono::microseconds(1));
  std::variant<int, std::string> va = "x";
  std::optional<int> o = 3;
  std::cout << std::get<std::string>(va) << *o << std::quoted("q") << std::hex << 255
            << "\n";
  int ch;
  while ((ch = getopt(argc, argv, "n:")) != -1) {
  }
  srand(1);
  (void)rand();
  (void)getenv("HOME");
  std::ofstream("/dev/null") << "x";
  std::ifstream in("/proc/version");
  std::string w;
  in >> w;
  std::cout << w << "\n";
  FILE* fp = fopen("/dev/null", "w");
  fprintf(fp, "%d", 3);
  fclose(fp);
  varargs("%s\n", "va");
  char buf[10];
  snprintf(buf, 10, "%d", 5);
  sscanf("5", "%d", &ch);
  std::priority_queue<int> q;
  q.push(1);
  std::deque<int> d{1};
  std::list<int> li{1};
  std::valarray<int> vl{1, 2};
  std::cout << vl.sum() << std::pow(2.0, 3) << std::tgamma(4.0) << (double)std::sin(1.0L)
            << "\n";
  qsort(v.data(), v.size(), 4,
        [](const void* a, const void* b) { return *(int*)a - *(int*)b; });
  strtok(buf, ",");
  std::cout << std::stod("1.5") << std::strtoul("7", nullptr, 10) << "\n";
  float* dp;
  cudaMalloc(&dp, 400);
  cudaMemset(dp, 0, 400);
  k<<<1, 2>>>(dp);
  cudaDeviceSynchronize();
  cudaFree(dp);
  struct timespec ts;
  clock_gettime(CLOCK_MONOTONIC, &ts);
  std::wstring ws = L"x";
  std::wcout << ws.size() << L"\n";
  std::terminate;
  if (argc > 100) {
    std::abort();
    exit(3);
  }
}
