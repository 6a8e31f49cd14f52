#include "checker/schedule_string.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "common/hash.h"

namespace gridlock {
namespace {

constexpr std::string_view kVersion = "2";
constexpr std::size_t kFields = 9;
constexpr std::size_t kTokenMax = 64 << 10;

[[noreturn]] void damaged(std::string_view what) {
  throw BadScheduleString(fmt::format(
      "This schedule string is damaged ({}).  Copy the whole of it, from the \"2:\" at "
      "its start to its end.",
      what));
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == text.npos) return parts;
    text.remove_prefix(end + 1);
  }
}

template <class Number>
Number number(std::string_view text, std::string_view what) {
  Number value{};
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) damaged(what);
  return value;
}

bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
    return std::isalnum(c) || c == '_';
  });
}

Params parse_params(std::string_view text) {
  Params params;
  if (text.empty()) return params;
  for (const std::string_view part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    if (equals == part.npos || !is_name(part.substr(0, equals))) damaged("parameters");
    params[std::string(part.substr(0, equals))] =
        number<std::int64_t>(part.substr(equals + 1), "parameters");
  }
  return params;
}

std::string format_params(const Params& params) {
  std::string text;
  for (const auto& [key, value] : params)
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", key, value);
  return text;
}

/// The checksum of everything before it.  A user who changes a parameter or cuts the end
/// off gets an error, and not the results of another execution.
std::string checksum(std::string_view text) {
  constexpr std::size_t kDigits = 6;
  return hash_hex(text).substr(0, kDigits);
}

/// The letters of the kinds of checks, in the order of the enumerators.
constexpr std::string_view kKindLetters = "fosw";

char letter(CheckKind kind) { return kKindLetters.at(static_cast<std::size_t>(kind)); }

CheckKind kind_with(char letter) {
  const std::size_t index = kKindLetters.find(letter);
  if (index == kKindLetters.npos) damaged("check");
  return static_cast<CheckKind>(index);
}

}  // namespace

bool is_token(std::string_view token) {
  constexpr std::string_view kPunctuation = "-_.,+=/~@%";
  return !token.empty() && token.size() <= kTokenMax &&
         std::ranges::all_of(token, [&](unsigned char c) {
           return (c < 0x80 && std::isalnum(c)) ||
                  kPunctuation.find(static_cast<char>(c)) != kPunctuation.npos;
         });
}

std::string format_schedule(const ScheduleString& schedule) {
  const std::string check =
      schedule.check == 0 ? "-"
                          : fmt::format("{}{}", schedule.check, letter(schedule.kind));
  const std::string text = fmt::format(
      "{}:{}:{}:{}:{}:{}.{}.{}:{}:{}", kVersion, schedule.source_hash, check,
      schedule.scenario, format_params(schedule.params), schedule.device.devices,
      schedule.device.sms, schedule.device.blocks_per_sm, schedule.seed, schedule.token);
  return fmt::format("{}:{}", text, checksum(text));
}

std::string schedule_id(std::string_view text) {
  return std::string(text.substr(text.rfind(':') + 1));
}

ScheduleString parse_schedule(std::string_view text) {
  const auto fields = split(text, ':');
  if (fields[0] != kVersion) {
    const bool other_version =
        fields.size() > 1 && !fields[0].empty() &&
        std::ranges::all_of(fields[0], [](unsigned char c) { return std::isdigit(c); });
    if (other_version)
      throw BadScheduleString(fmt::format(
          "This schedule string has format {}; this gridlock reads format {}.  Check "
          "the file again to get a new one.",
          fields[0], kVersion));
    damaged("it does not begin with a format version");
  }
  if (fields.size() != kFields) damaged("it has too few or too many parts");

  ScheduleString schedule;
  schedule.source_hash = fields[1];
  if (!is_name(fields[1])) damaged("source hash");
  if (fields[2] != "-") {
    if (fields[2].empty()) damaged("check");
    schedule.kind = kind_with(fields[2].back());
    schedule.check = number<int>(fields[2].substr(0, fields[2].size() - 1), "check");
    if (schedule.check < 1) damaged("check");
  }
  if (!is_name(fields[3])) damaged("scenario");
  schedule.scenario = fields[3];
  schedule.params = parse_params(fields[4]);
  const auto device = split(fields[5], '.');
  if (device.size() != 3) damaged("device");
  schedule.device = {number<int>(device[0], "device"), number<int>(device[1], "device"),
                     number<int>(device[2], "device")};
  schedule.seed = number<std::uint64_t>(fields[6], "seed");
  if (!is_token(fields[7])) damaged("schedule");
  schedule.token = fields[7];
  if (fields[8] != checksum(text.substr(0, text.rfind(':'))))
    damaged("its checksum is another");
  return schedule;
}

}  // namespace gridlock
