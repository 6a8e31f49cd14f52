// Sentences on why an access to memory is invalid.
#include <fmt/format.h>

#include "common/text.h"
#include "wording/values.h"
#include "wording/words.h"

namespace gridlock {

std::string words_of(const Misaligned& cause, const Names&) {
  return fmt::format(
      "Misaligned {}: its type needs an address that is a multiple of {}, and this "
      "address is {} byte{} past one.",
      cause.operation, cause.alignment, cause.past, cause.past == 1 ? "" : "s");
}

std::string words_of(const LedToByCall& cause, const Names& names) {
  const std::string call = names.line(cause.call);
  if (!names.is_own(cause.call) || call == names.line(cause.access) ||
      names.passes_nothing(cause.call, names.function(cause.access)))
    return "";
  // The call is right if it passes `lane.device`, and the record is in `lane.stream`.
  const std::string stream = names.argument({"cudaEventRecord", cause.record}, 1);
  const std::size_t object = stream.find_last_of(".>") + 1;
  constexpr std::size_t kArgumentsMost = 8;
  for (std::size_t i = 0; object > 0 && i < kArgumentsMost; ++i)
    if (const std::string passed =
            names.argument({names.function(cause.access), cause.call}, i);
        passed.starts_with(stream.substr(0, object)))
      return fmt::format(
          "The call in {} passes {}, for {}: that device must be current in {}.", call,
          passed, stream, names.line(cause.access));
  return fmt::format("The call in {} led there: what it passes may be wrong.", call);
}

std::string words_of(const UseAfterFree& cause, const Names& names) {
  const std::string what = words_of(cause.location, names),
                    where = names.line(cause.freed);
  if (cause.operation.starts_with("cuda"))
    return fmt::format("{} of {}, which had been freed in {} when the stream came to it.",
                       cause.operation, what, where);
  return fmt::format("{} of {} after it was freed in {}.", capitalized(cause.operation),
                     what, where);
}

std::string words_of(const OutOfBounds& cause, const Names& names) {
  return fmt::format("{} out of bounds: index {} of {}, which has {} element{}.",
                     capitalized(cause.operation), cause.index,
                     words_of(cause.location, names), cause.elements,
                     cause.elements == 1 ? "" : "s");
}

std::string words_of(const TakenBeyond& cause, const Names& names) {
  return fmt::format(
      "The {} by {} made {} {}, and {} went by that, although there {} only {}.  Even if "
      "it is set back, others see it before: let atomicCAS raise it only while there is "
      "room.",
      words_of(cause.change, names), thread_text(cause.by, cause.by),
      words_of(cause.word, names), words_of(cause.now), names.line(cause.look),
      cause.elements == 1 ? "is" : "are", counted(cause.elements, "element", "elements"));
}

std::string words_of(const OutOfBytes& cause, const Names& names) {
  return fmt::format("{} out of bounds: {} bytes at byte {} of {}, which has {} bytes.",
                     capitalized(cause.operation), cause.bytes, cause.offset,
                     words_of(cause.location, names), cause.size) +
         allocated_in(cause.location, names);
}

std::string words_of(const OutsideAllocations& cause, const Names&) {
  return fmt::format("{} outside every allocation.", capitalized(cause.operation));
}

std::string words_of(const PastTheEnd& cause, const Names& names) {
  return fmt::format("{} past the end of {}.", capitalized(cause.operation),
                     words_of(cause.location, names));
}

std::string words_of(const PastDynamicShared& cause, const Names&) {
  return fmt::format(
      "{} past the end of dynamic shared memory: the launch gave it {} bytes, and this "
      "access is at byte {}.",
      capitalized(cause.operation), cause.bytes, cause.offset);
}

std::string words_of(const NoPeerAccess& cause, const Names& names) {
  const std::string what = fmt::format(
      "{} of memory of device {} by a kernel on device {}, which has no access to it: ",
      capitalized(cause.operation), cause.owner, cause.device);
  if (cause.of_pool)
    return what + "cudaMemPoolSetAccess opens a memory pool to another device.";
  if (cause.back && names.is_labs(cause.at))
    return what +
           fmt::format(
               "only device {1} has access to device {0}.  The other way round, "
               "cudaDeviceEnablePeerAccess({1}, 0) must be called while device {0} is "
               "current.",
               cause.device, cause.owner);
  const bool own_launch = cause.launch.pc != 0 && names.is_own(cause.launch);
  const std::string line =
      own_launch ? fmt::format(" (the launch is in {})", names.line(cause.launch)) : "";
  if (own_launch && cause.in_default)
    return fmt::format(
        "{} of memory of device {} by a kernel on device {}: the launch in {} names no "
        "stream, so it went to the current device.  Pass it a stream of the right device.{}",
        capitalized(cause.operation), cause.owner, cause.device, names.line(cause.launch),
        cause.back ? ""
                   : fmt::format("  Only if it uses memory of both devices, call "
                                 "cudaDeviceEnablePeerAccess({}, 0) while device {} is "
                                 "current.",
                                 cause.owner, cause.device));
  if (cause.back)
    return what +
           fmt::format(
               "device {1} has access to device {0}, so launch it there, in a stream of "
               "device {1} and with that device current{2}.  If not, call "
               "cudaDeviceEnablePeerAccess({1}, 0) while device {0} is current.",
               cause.device, cause.owner, line);
  return what +
         fmt::format(
             "call cudaDeviceEnablePeerAccess({}, 0) while device {} is current or, if the "
             "kernel uses memory of no other device, launch it on device {}{}.",
             cause.owner, cause.device, cause.owner, line);
}

std::string words_of(const NullPointer& cause, const Names& names) {
  std::string text =
      fmt::format("{} through a null pointer.", capitalized(cause.operation));
  if (cause.asked > 0)
    text += fmt::format(
        "  Earlier, the allocation in {} failed: it asked for {} bytes, and the simulator "
        "had room for {}. Check its return value, and give the program a smaller problem.",
        names.line(cause.failed), with_commas(cause.asked), with_commas(cause.room));
  return text;
}

std::string words_of(const DeviceTouchesHost& cause, const Names& names) {
  if (cause.near.is_known())
    return fmt::format("{} outside every allocation: {} bytes {} {}.",
                       capitalized(cause.operation), cause.bytes,
                       cause.is_before ? "before the beginning of" : "behind the end of",
                       words_of(cause.near, names));
  return fmt::format(
      "Device code {}s an address that is in no allocation and no variable of the device: "
      "it may be a host pointer, or the index may be wrong.",
      cause.operation);
}

std::string words_of(const WrongSide& cause, const Names&) {
  switch (cause.kind) {
    case WrongSide::Kind::host_touches_device:
      return "Host code accesses device memory: use host memory and copy it, with "
             "cudaMemcpyAsync if the function has a stream, else with cudaMemcpy.";
    case WrongSide::Kind::host_touches_variable:
      return "Host code cannot use a device variable directly: cudaMemcpyToSymbol writes "
             "it, and cudaMemcpyFromSymbol reads it.";
    case WrongSide::Kind::host_touches_shared:
      return "Host code accesses shared memory.";
    case WrongSide::Kind::writes_constant:
      return "Write to constant memory.";
    case WrongSide::Kind::writes_foreign:
      return "Write to memory that does not belong to the program.";
  }
  return "";
}

std::string words_of(const PeerNotThere& cause, const Names& names) {
  switch (cause.kind) {
    case PeerNotThere::Kind::may_not_have_begun:
      return "The block whose shared memory this is may not have begun: cluster.sync() "
             "must come first.";
    case PeerNotThere::Kind::has_ended:
      return "The block whose shared memory this was has ended: no block may end before "
             "the others are done with its memory, so cluster.sync() must come last.";
    case PeerNotThere::Kind::may_be_at_it:
      return fmt::format(
          "A block ends while another one may still be at its shared memory, in {}: "
          "cluster.sync() must come between.",
          names.line(cause.use));
  }
  return "";
}

std::string words_of(const BadIndex& cause, const Names&) {
  if (cause.elements)
    return fmt::format("Index out of bounds: index {} of a {}, which has {}.",
                       cause.index, cause.type,
                       counted(*cause.elements, "element", "elements"));
  return fmt::format("Index out of bounds: index {} of an array of type {}.", cause.index,
                     cause.type);
}

std::string words_of(const PassesHostCopy& cause, const Names&) {
  return fmt::format(
      "The launch passes &{0}, which in host code is the address of the host's copy of "
      "the device variable.  cudaGetSymbolAddress returns the address of {0} on the "
      "device.",
      cause.variable);
}

std::string words_of(const PassesHalfPointer& cause, const Names& names) {
  return fmt::format(
      "The launch in {} passes half of a pointer as argument {} of {}: args[{}] is the "
      "address of a pointer, and the parameter has 4 bytes.  Let args[{}] be the address "
      "of the number.",
      names.line(cause.launch), cause.number, cause.kernel, cause.number - 1,
      cause.number - 1);
}

std::string words_of(const UnreadableArgument& cause, const Names& names) {
  using Wrong = UnreadableArgument::Wrong;
  std::string wrong = "null";
  if (cause.wrong == Wrong::null) wrong = "a null pointer";
  if (cause.wrong == Wrong::outside) wrong = "an address outside every allocation";
  if (cause.wrong == Wrong::on_device)
    wrong = "the device address of " + words_of(cause.location, names);
  if (cause.wrong == Wrong::no_address)
    wrong = fmt::format("{:#x}, which is not an address", cause.location.address);
  return fmt::format("The launch cannot read argument {} of {}: {} is {}.", cause.number,
                     cause.kernel.empty() ? "the kernel" : cause.kernel,
                     cause.wrong == Wrong::null_array
                         ? "args"
                         : fmt::format("args[{}]", cause.number - 1),
                     wrong);
}

std::string words_of(const ArgumentsByAddress&, const Names&) {
  return "Each element of args must be the address of a host variable that holds the "
         "argument, as in void* args[] = {&pointer, &count}, and there must be one for "
         "each parameter of the kernel.";
}

std::string words_of(const Fault& cause, const Names&) {
  switch (cause.kind) {
    case Fault::Kind::stack_overflow:
      return "Stack overflow: endless recursion, or very large local arrays.";
    case Fault::Kind::division_by_zero:
      return "Integer division by zero; on a GPU the result would be garbage.";
    case Fault::Kind::foreign_address:
      return "The program accessed an address that does not belong to it.";
  }
  return "";
}

}  // namespace gridlock
