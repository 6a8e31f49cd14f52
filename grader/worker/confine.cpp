#include "worker/confine.h"

#include <sched.h>
#include <seccomp.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <system_error>

namespace gridlock {
namespace {

constexpr std::array kNeverNeeded{
    // Other programs and processes; fork() is a clone() on most architectures.
    SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(kill),
    SCMP_SYS(tkill), SCMP_SYS(rt_sigqueueinfo), SCMP_SYS(rt_tgsigqueueinfo),
    SCMP_SYS(pidfd_open), SCMP_SYS(pidfd_send_signal), SCMP_SYS(pidfd_getfd),
    SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev),
    SCMP_SYS(setsid), SCMP_SYS(setpgid), SCMP_SYS(prlimit64),
    // The network, and other ways to other processes.
    SCMP_SYS(socketpair), SCMP_SYS(shmget), SCMP_SYS(msgget), SCMP_SYS(semget),
    SCMP_SYS(mq_open), SCMP_SYS(keyctl), SCMP_SYS(add_key), SCMP_SYS(request_key),
    // The system itself.
    SCMP_SYS(unshare), SCMP_SYS(setns), SCMP_SYS(mount), SCMP_SYS(umount2),
    SCMP_SYS(pivot_root), SCMP_SYS(chroot), SCMP_SYS(bpf), SCMP_SYS(perf_event_open),
    SCMP_SYS(userfaultfd), SCMP_SYS(io_uring_setup), SCMP_SYS(open_by_handle_at),
    SCMP_SYS(personality)};

constexpr std::array kNeededToCompute{SCMP_SYS(read),
                                      SCMP_SYS(readv),
                                      SCMP_SYS(write),
                                      SCMP_SYS(writev),
                                      SCMP_SYS(lseek),
                                      SCMP_SYS(close),
                                      SCMP_SYS(fstat),
                                      SCMP_SYS(fcntl),
                                      SCMP_SYS(poll),
                                      SCMP_SYS(ppoll),
                                      SCMP_SYS(mmap),
                                      SCMP_SYS(munmap),
                                      SCMP_SYS(mprotect),
                                      SCMP_SYS(mremap),
                                      SCMP_SYS(madvise),
                                      SCMP_SYS(msync),
                                      SCMP_SYS(brk),
                                      SCMP_SYS(futex),
                                      SCMP_SYS(membarrier),
                                      SCMP_SYS(rt_sigaction),
                                      SCMP_SYS(rt_sigprocmask),
                                      SCMP_SYS(rt_sigreturn),
                                      SCMP_SYS(sigaltstack),
                                      SCMP_SYS(clock_gettime),
                                      SCMP_SYS(clock_getres),
                                      SCMP_SYS(clock_nanosleep),
                                      SCMP_SYS(nanosleep),
                                      SCMP_SYS(gettimeofday),
                                      SCMP_SYS(time),
                                      SCMP_SYS(getpid),
                                      SCMP_SYS(gettid),
                                      SCMP_SYS(getrusage),
                                      SCMP_SYS(sched_yield),
                                      SCMP_SYS(getrandom),
                                      SCMP_SYS(sysinfo),
                                      SCMP_SYS(uname),
                                      SCMP_SYS(restart_syscall),
                                      SCMP_SYS(exit),
                                      SCMP_SYS(exit_group)};

#if defined(__SANITIZE_ADDRESS__)
/// The system calls that sanitizers make, in a worker that is built with them for the
/// tests.  They test addresses with a pipe, ask for the stack's limits, and write
/// findings to a file.  If such a call fails, the sanitizer ends the worker as if it had
/// found something.
constexpr std::array kNeededBySanitizers{
    SCMP_SYS(pipe),       SCMP_SYS(pipe2),     SCMP_SYS(open),
    SCMP_SYS(openat),     SCMP_SYS(ioctl),     SCMP_SYS(readlink),
    SCMP_SYS(newfstatat), SCMP_SYS(prlimit64), SCMP_SYS(sched_getaffinity)};
#else
constexpr std::array<int, 0> kNeededBySanitizers{};
#endif

/// Throws unless libseccomp has returned 0.
void need(int result) {
  if (result != 0)
    throw std::system_error(-result, std::generic_category(),
                            "cannot filter system calls");
}

class Filter {
 public:
  explicit Filter(std::uint32_t otherwise)
      : context_(::seccomp_init(otherwise), &::seccomp_release) {
    if (!context_) need(-ENOMEM);
  }

  template <class... Arguments>
  void rule(std::uint32_t action, int call, Arguments... arguments) {
    const std::array<scmp_arg_cmp, sizeof...(arguments)> conditions{arguments...};
    need(::seccomp_rule_add_array(context_.get(), action, call, conditions.size(),
                                  conditions.data()));
  }
  /// Loads the filter for good: no later filter takes it back.
  void apply() { need(::seccomp_load(context_.get())); }

 private:
  std::unique_ptr<void, decltype(&::seccomp_release)> context_;
};

/// Compares a call's first argument with this process's id: abort() signals its own
/// process.
scmp_arg_cmp this_process(scmp_compare comparison) {
  return SCMP_A0(comparison, static_cast<scmp_datum_t>(::getpid()));
}

}  // namespace

void confine_before_loading(Driver driver) {
  Filter filter(SCMP_ACT_ALLOW);
  const std::uint32_t refuse = SCMP_ACT_ERRNO(EPERM);
  for (const int call : kNeverNeeded)
    if (std::ranges::find(kNeededBySanitizers, call) == kNeededBySanitizers.end())
      filter.rule(refuse, call);
  if (driver == Driver::none) filter.rule(refuse, SCMP_SYS(socket));
  filter.rule(refuse, SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  // clone3() has its flags in memory, where a filter cannot see them; libc then uses
  // clone().
  filter.rule(SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3));
  filter.rule(refuse, SCMP_SYS(tgkill), this_process(SCMP_CMP_NE));
  filter.apply();
}

void confine_to_computing() {
  Filter filter(SCMP_ACT_ERRNO(EPERM));
  for (const int call : kNeededToCompute) filter.rule(SCMP_ACT_ALLOW, call);
  for (const int call : kNeededBySanitizers) filter.rule(SCMP_ACT_ALLOW, call);
  filter.rule(SCMP_ACT_ALLOW, SCMP_SYS(tgkill), this_process(SCMP_CMP_EQ));
  filter.apply();
}

}  // namespace gridlock
