/// The one serializer for types that name their fields: for the frames of a worker, the
/// report of a child, and a record sent between two processes of the grader.
///
/// Input may come from a process with student code: every type must match, every key must
/// be present, and no other key is allowed.
///
/// The functions that touch the JSON are in serialize.cpp: as templates for each type
/// they would take most of the time to compile the grader.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/fields.h"

namespace gridlock {

class Cause;  // protocol/cause.h

/// An enum with a function last_of() that names the last enumerator; greater values are
/// rejected.
template <class T>
concept BoundedEnum = std::is_enum_v<T> && requires(T value) {
  { last_of(value) } -> std::same_as<T>;
};

namespace serial {

using Json = nlohmann::json;

[[noreturn]] void fail(const char* what);

/// `json` as CBOR.
std::string packed(const Json& json);
/// Decodes what packed() encoded; the value is_discarded() if the bytes are no CBOR.
Json unpacked(std::string_view bytes);

// --- Writing ------------------------------------------------------------------------

void write_bool(Json& json, bool value);
void write_signed(Json& json, std::int64_t value);
void write_unsigned(Json& json, std::uint64_t value);
void write(Json& json, double value);
void write(Json& json, const std::string& text);
void write(Json& json, const Cause& cause);
/// Writes an output's numbers, maybe a million, as bytes, the lowest byte first.
void write(Json& json, const std::vector<std::int64_t>& values);

/// Makes `json` an object without members.
void begin_object(Json& json);
/// Makes `json` a list of `size` nulls.
void begin_list(Json& json, std::size_t size);
Json& add_member(Json& object, const char* name);
Json& add_member(Json& object, const std::string& name);
Json& item(Json& list, std::size_t index);
/// Makes `json` {"is": kind}; "of" is to follow.
void write_kind(Json& json, const char* kind);

template <std::integral T>
void write(Json& json, T value) {
  if constexpr (std::is_same_v<T, bool>)
    write_bool(json, value);
  else if constexpr (std::is_signed_v<T>)
    write_signed(json, value);
  else
    write_unsigned(json, value);
}

template <BoundedEnum T>
void write(Json& json, T value) {
  write_signed(json, static_cast<std::int64_t>(value));
}

template <HasFields T>
void write(Json& json, const T& object);
template <class T>
void write(Json& json, const std::optional<T>& value);
template <class T, std::size_t size>
void write(Json& json, const std::array<T, size>& values);
template <class T>
void write(Json& json, const std::vector<T>& values);
template <class T>
void write(Json& json, const std::map<std::string, T>& values);
template <class... Ts>
void write(Json& json, const std::variant<Ts...>& value);

template <HasFields T>
void write(Json& json, const T& object) {
  begin_object(json);
  visit_fields(object, [&](const char* name, const auto& field) {
    write(add_member(json, name), field);
  });
}

template <class T>
void write(Json& json, const std::optional<T>& value) {
  if (value) write(json, *value);
}

template <class List>
void write_list(Json& json, const List& values) {
  begin_list(json, values.size());
  for (std::size_t i = 0; i < values.size(); ++i) write(item(json, i), values[i]);
}
template <class T, std::size_t size>
void write(Json& json, const std::array<T, size>& values) {
  write_list(json, values);
}
template <class T>
void write(Json& json, const std::vector<T>& values) {
  write_list(json, values);
}

template <class T>
void write(Json& json, const std::map<std::string, T>& values) {
  begin_object(json);
  for (const auto& [key, value] : values) write(add_member(json, key), value);
}

/// The name of a variant's alternative: the name of the struct or of the enumeration.
template <class T>
constexpr const char* alternative_name() {
  if constexpr (std::is_enum_v<T>)
    return kind_name(T{});
  else
    return T::kName;
}

/// {"is": the alternative's name, "of": its fields}
template <class... Ts>
void write(Json& json, const std::variant<Ts...>& value) {
  std::visit(
      [&](const auto& one) {
        write_kind(json, alternative_name<std::remove_cvref_t<decltype(one)>>());
        write(add_member(json, "of"), one);
      },
      value);
}

/// The object as JSON.
template <class T>
Json written(const T& object) {
  Json json;
  write(json, object);
  return json;
}

// --- Reading ------------------------------------------------------------------------

/// These and the functions below throw nlohmann::json::exception if the JSON has another
/// form.
std::int64_t read_signed(const Json& json, std::int64_t least, std::int64_t greatest);
std::uint64_t read_unsigned(const Json& json, std::uint64_t greatest);
void read(const Json& json, bool& value);
void read(const Json& json, std::string& value);
void read(const Json& json, double& value);
void read(const Json& json, Cause& cause);
void read(const Json& json, std::vector<std::int64_t>& values);
bool is_null(const Json& json);
std::size_t list_size(const Json& json);
std::size_t object_size(const Json& json);
const Json& item(const Json& list, std::size_t index);
const Json& member(const Json& object, const char* key);
/// The value of "is" in an object that has just that and "of".
std::string kind_in(const Json& json);
std::map<std::string, const Json*> members(const Json& object);

template <std::integral Integer>
void read(const Json& json, Integer& value) {
  using Limits = std::numeric_limits<Integer>;
  if constexpr (std::is_signed_v<Integer>)
    value = static_cast<Integer>(read_signed(json, Limits::min(), Limits::max()));
  else
    value = static_cast<Integer>(read_unsigned(json, Limits::max()));
}

template <BoundedEnum T>
void read(const Json& json, T& value) {
  value = static_cast<T>(read_signed(json, 0, static_cast<std::int64_t>(last_of(value))));
}

template <HasFields T>
void read(const Json& json, T& object);
template <class T>
void read(const Json& json, std::optional<T>& value);
template <class T, std::size_t size>
void read(const Json& json, std::array<T, size>& values);
template <class T>
void read(const Json& json, std::vector<T>& values);
template <class T>
void read(const Json& json, std::map<std::string, T>& values);
template <class... Ts>
void read(const Json& json, std::variant<Ts...>& value);

template <HasFields T>
void read(const Json& json, T& object) {
  const std::size_t size = object_size(json);
  std::size_t taken = 0;
  visit_fields(object, [&](const char* name, auto& field) {
    read(member(json, name), field);
    ++taken;
  });
  if (size != taken) fail("an object has unknown members");
}

template <class T>
void read(const Json& json, std::optional<T>& value) {
  if (is_null(json))
    value.reset();
  else
    read(json, value.emplace());
}

template <class T, std::size_t size>
void read(const Json& json, std::array<T, size>& values) {
  if (list_size(json) != size) fail("expected a list of another length");
  for (std::size_t i = 0; i < size; ++i) read(item(json, i), values[i]);
}

template <class T>
void read(const Json& json, std::vector<T>& values) {
  const std::size_t size = list_size(json);
  values.clear();  // The list grows with what can be read: the size is only a claim.
  for (std::size_t i = 0; i < size; ++i) read(item(json, i), values.emplace_back());
}

template <class T>
void read(const Json& json, std::map<std::string, T>& values) {
  values.clear();
  for (const auto& [key, value] : members(json)) read(*value, values[key]);
}

template <class... Ts>
void read(const Json& json, std::variant<Ts...>& value) {
  const std::string kind = kind_in(json);
  const Json& parts = member(json, "of");
  const bool known = ((kind == alternative_name<Ts>() &&
                       (read(parts, value.template emplace<Ts>()), true)) ||
                      ...);
  if (!known) fail("an unknown kind");
}

}  // namespace serial
}  // namespace gridlock
