// The abilities of a confined worker.  Each case has its own process, since a process
// cannot undo its confinement.
#include <sched.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <cerrno>

#include "tests/test.h"
#include "worker/confine.h"

namespace gridlock::test_confine {
/// The exit code of a process that does this, or 128 + the signal that ended it.
int exit_code_of(const std::function<int()>& body) {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(body());
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

bool refused(long result) { return result < 0 && errno == EPERM; }

TEST_CASE("before loading, a worker gives up processes, signals, sockets and tracing") {
  CHECK(exit_code_of([] {
          gridlock::confine_before_loading(gridlock::Driver::none);
          if (!refused(::fork())) return 1;
          if (!refused(::vfork())) return 2;
          char* const arguments[] = {nullptr};
          if (!refused(::execve("/bin/true", arguments, arguments))) return 3;
          if (!refused(::kill(::getppid(), 0))) return 4;
          if (!refused(::socket(AF_UNIX, SOCK_STREAM, 0))) return 5;
          if (!refused(::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr))) return 6;
          return 0;
        }) == 0);
}

TEST_CASE("before loading, a worker gives up namespaces, mounts and what outlives it") {
  CHECK(exit_code_of([] {
          gridlock::confine_before_loading(gridlock::Driver::none);
          if (!refused(::unshare(CLONE_NEWUSER))) return 1;
          if (!refused(::mount("none", "/", "tmpfs", 0, nullptr))) return 2;
          if (!refused(::shmget(IPC_PRIVATE, 4096, 0600))) return 3;
          if (!refused(::syscall(SYS_keyctl, 0, 0, 0, 0, 0))) return 4;
          if (!refused(::syscall(SYS_io_uring_setup, 1, nullptr))) return 5;
          return 0;
        }) == 0);
}

TEST_CASE("before loading, a worker may still open files, start threads and abort") {
  CHECK(exit_code_of([] {
          gridlock::confine_before_loading(gridlock::Driver::none);
          int seen = 0;
          std::thread([&] { seen = 1; }).join();
          return ::open("/proc/self/maps", O_RDONLY) >= 0 && seen == 1 ? 0 : 1;
        }) == 0);
  CHECK(exit_code_of([] {
          ::signal(SIGABRT, SIG_DFL);
          gridlock::confine_before_loading(gridlock::Driver::none);
          ::abort();
          return 0;
        }) == 128 + SIGABRT);
}

TEST_CASE("while it computes, a worker has its memory and its descriptors, and no file") {
  CHECK(exit_code_of([] {
          int pipe[2];
          if (::pipe(pipe) != 0) return 1;
          gridlock::confine_to_computing();
          if (!refused(::open("/proc/self/maps", O_RDONLY))) return 2;
          if (!refused(::open("/dev/null", O_WRONLY))) return 3;
          if (!refused(::fork())) return 4;
          char byte = 'x';
          if (::write(pipe[1], &byte, 1) != 1 || ::read(pipe[0], &byte, 1) != 1) return 5;
          void* const memory = ::mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE,
                                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
          return memory == MAP_FAILED ? 6 : 0;
        }) == 0);
}

}  // namespace gridlock::test_confine
