#include "worker/serve.h"

#include <fcntl.h>
#include <unistd.h>
#include <cstdint>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "common/limits.h"
#include "protocol/conversation.h"
#include "protocol/frame.h"
#include "protocol/serialize.h"

namespace gridlock {
namespace {

/// The checker closed its end of the pipe; the worker is done.
struct CheckerGone {};

class Channel {
 public:
  Channel(int in, int out) : in_(in), out_(out) {
    for (const int fd : {in, out})
      if (::fcntl(fd, F_SETFD, FD_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "no pipe to the checker");
  }

  template <class Message>
  void send(FrameType type, const Message& message) {
    const std::string frame = encode_frame(type, message);
    for (std::size_t done = 0; done < frame.size();) {
      const ssize_t written = ::write(out_, frame.data() + done, frame.size() - done);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) throw CheckerGone{};
      done += static_cast<std::size_t>(written);
    }
  }

  Frame receive() {
    for (;;) {
      if (auto frame = decoder_.next()) return std::move(*frame);
      char buffer[1 << 16];
      const ssize_t got = ::read(in_, buffer, sizeof buffer);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) throw CheckerGone{};
      decoder_.feed({buffer, static_cast<std::size_t>(got)});
    }
  }

 private:
  int in_;
  int out_;
  FrameDecoder decoder_;
};

/// Sends an executor's observations, and waits for the checker's answer to each.
class ChannelSink : public Sink {
 public:
  explicit ChannelSink(Channel& channel) : channel_(channel) {}

  bool outcome(const Outcome& outcome) override {
    return ask(FrameType::outcome, outcome);
  }
  bool finding(const Finding& finding) override {
    return ask(FrameType::finding, finding);
  }
  bool program_result(const ProgramResult& result) override {
    return ask(FrameType::program_result, result);
  }

  void progress(std::uint64_t schedules) override {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_sign_ < kSignInterval) return;
    last_sign_ = now;
    channel_.send(FrameType::progress, Progress{schedules});
  }

 private:
  static constexpr std::chrono::milliseconds kSignInterval{250};

  /// Frees `body` only after the answer: freeing a long body takes as much memory again.
  template <class Message>
  bool ask(FrameType type, const Message& message) {
    const nlohmann::json body = serial::written(message);
    channel_.send(type, body);
    const Frame reply = channel_.receive();
    if (reply.type != FrameType::answer) throw ProtocolError("expected an answer");
    return decode_as<Answer>(reply).go_on;
  }

  Channel& channel_;
  std::chrono::steady_clock::time_point last_sign_ = std::chrono::steady_clock::now();
};

Summary execute(Executor& executor, const Frame& request, Sink& sink) {
  switch (request.type) {
    case FrameType::explore:
      return executor.explore(decode_as<ExploreRequest>(request), sink);
    case FrameType::run:
      return executor.run_program(decode_as<RunRequest>(request), sink);
    default:
      throw ProtocolError("expected a request");
  }
}

/// Serves requests until the checker wants a module loaded, whose path it returns.
std::string serve(Executor& executor, Channel& channel) {
  channel.send(FrameType::hello, Hello{executor.description(), executor.unusable(),
                                       executor.devices(), executor.scenarios()});
  for (;;) {
    const Frame request = channel.receive();
    if (request.type == FrameType::load) return decode_as<Load>(request).module;
    ChannelSink sink(channel);
    try {
      const Summary summary = execute(executor, request, sink);
      std::fflush(nullptr);
      channel.send(FrameType::summary, summary);
    } catch (const std::exception& error) {
      const bool too_large = dynamic_cast<const std::length_error*>(&error) != nullptr;
      std::fflush(nullptr);
      channel.send(FrameType::failure, Failure{message_of(error), too_large});
    }
  }
}

std::string first_module(Channel& channel, const std::function<void(int)>& warm_up) {
  Frame frame = channel.receive();
  for (; frame.type == FrameType::warm_up; frame = channel.receive())
    if (warm_up) warm_up(decode_as<WarmUp>(frame).devices);
  if (frame.type != FrameType::load) throw ProtocolError("expected a module");
  return decode_as<Load>(frame).module;
}

int number(const char* text) {
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  return *text && !*end && value >= 0 && value < (1 << 20) ? static_cast<int>(value) : -1;
}

}  // namespace

int worker_main(int argc, char** argv, const ExecutorFactory& make_executor,
                Driver driver, const std::function<void(int)>& warm_up) {
  const bool is_confined = argc == 5 && std::string_view(argv[4]) == kConfined;
  const bool is_called_right = argc == 4 || is_confined;
  const int in = is_called_right ? number(argv[2]) : -1;
  const int out = is_called_right ? number(argv[3]) : -1;
  if (in < 0 || out < 0) {
    std::fprintf(stderr, "%s is started by gridlock; there is nothing to run by hand.\n",
                 argc > 0 ? argv[0] : "This program");
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, 1 << 16);
  try {
    Channel channel(in, out);
    std::string module = argv[1];
    for (;;) {
      std::unique_ptr<Executor> executor;
      try {
        if (is_confined) confine_before_loading(driver);
        if (module.empty()) module = first_module(channel, warm_up);
        executor = make_executor(module);
        if (is_confined && executor->prepare_to_compute()) confine_to_computing();
      } catch (const std::exception& error) {
        channel.send(FrameType::failure, Failure{message_of(error)});
        return 1;
      }
      module = serve(*executor, channel);
      if (is_confined) throw ProtocolError("it is confined to the first module");
    }
  } catch (const CheckerGone&) {
    std::_Exit(0);  // Without destructors: some belong to the submission.
  } catch (const std::exception& error) {
    std::fprintf(stderr, "worker: %s\n", error.what());
  }
  std::_Exit(1);
}

}  // namespace gridlock
