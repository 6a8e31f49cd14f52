/// \file
/// The one serializer for types that name their fields: for the frames of a worker, the
/// report of a child, and a record sent between two processes of the grader.
///
/// Input may come from a process with student code: every type must match, every key must
/// be present, and no other key is allowed.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/fields.h"

namespace gridlock {

/// An enum whose last enumerator `last_of` names, so that others are refused.
template <class T>
concept BoundedEnum = std::is_enum_v<T> && requires(T value) {
  { last_of(value) } -> std::same_as<T>;
};

namespace serial {

using Json = nlohmann::json;

[[noreturn]] inline void fail(const std::string& what) {
  throw Json::other_error::create(501, what, nullptr);
}

// --- Writing ------------------------------------------------------------------------

template <class T>
  requires std::is_arithmetic_v<T>
Json written(T value) {
  return value;
}
inline Json written(const std::string& text) { return text; }

template <BoundedEnum T>
Json written(T value) {
  return static_cast<std::underlying_type_t<T>>(value);
}

template <HasFields T>
Json written(const T& object);
template <class T>
Json written(const std::optional<T>& value);
template <class T, std::size_t size>
Json written(const std::array<T, size>& values);
template <class T>
Json written(const std::vector<T>& values);
inline Json written(const std::vector<std::int64_t>& values);
template <class T>
Json written(const std::map<std::string, T>& values);
template <class... Ts>
Json written(const std::variant<Ts...>& value);

template <HasFields T>
Json written(const T& object) {
  Json json = Json::object();
  visit_fields(object,
               [&](const char* name, const auto& field) { json[name] = written(field); });
  return json;
}

template <class T>
Json written(const std::optional<T>& value) {
  return value ? written(*value) : Json();
}

template <class List>
Json list_of(const List& values) {
  Json json = Json::array();
  auto& list = json.get_ref<Json::array_t&>();
  list.reserve(values.size());
  for (const auto& value : values) list.push_back(written(value));
  return json;
}
template <class T, std::size_t size>
Json written(const std::array<T, size>& values) {
  return list_of(values);
}
template <class T>
Json written(const std::vector<T>& values) {
  return list_of(values);
}

/// The numbers of an output, of which there may be a million: as bytes, lowest first.
inline Json written(const std::vector<std::int64_t>& values) {
  static_assert(std::endian::native == std::endian::little);
  Json::binary_t bytes(Json::binary_t::container_type(values.size() * sizeof(values[0])));
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <class T>
Json written(const std::map<std::string, T>& values) {
  Json json = Json::object();
  for (const auto& [key, value] : values) json[key] = written(value);
  return json;
}

/// A struct's own name, or what its enumeration is called.
template <class T>
constexpr const char* alternative_name() {
  if constexpr (std::is_enum_v<T>)
    return kind_name(T{});
  else
    return T::kName;
}

/// {"is": the alternative's name, "of": its fields}
template <class... Ts>
Json written(const std::variant<Ts...>& value) {
  return std::visit(
      [](const auto& one) {
        return Json{{"is", alternative_name<std::remove_cvref_t<decltype(one)>>()},
                    {"of", written(one)}};
      },
      value);
}

// --- Reading ------------------------------------------------------------------------

inline void read(const Json& json, bool& value) {
  if (!json.is_boolean()) fail("expected true or false");
  value = json.get<bool>();
}

inline void read(const Json& json, std::string& value) {
  if (!json.is_string()) fail("expected a text");
  value = json.get<std::string>();
}

inline void read(const Json& json, double& value) {
  if (!json.is_number()) fail("expected a number");
  value = json.get<double>();
}

template <std::integral Integer>
void read(const Json& json, Integer& value) {
  if (json.is_number_unsigned()) {
    const auto wide = json.get<std::uint64_t>();
    if (std::cmp_greater(wide, std::numeric_limits<Integer>::max()))
      fail("number too large");
    value = static_cast<Integer>(wide);
  } else if (json.is_number_integer()) {
    const auto wide = json.get<std::int64_t>();
    if (!std::in_range<Integer>(wide)) fail("number out of range");
    value = static_cast<Integer>(wide);
  } else {
    fail("expected a whole number");
  }
}

template <BoundedEnum T>
void read(const Json& json, T& value) {
  int number = 0;
  read(json, number);
  if (number < 0 || number > static_cast<int>(last_of(value))) fail("an unknown kind");
  value = static_cast<T>(number);
}

template <HasFields T>
void read(const Json& json, T& object);
template <class T>
void read(const Json& json, std::optional<T>& value);
template <class T, std::size_t size>
void read(const Json& json, std::array<T, size>& values);
template <class T>
void read(const Json& json, std::vector<T>& values);
inline void read(const Json& json, std::vector<std::int64_t>& values);
template <class T>
void read(const Json& json, std::map<std::string, T>& values);
template <class... Ts>
void read(const Json& json, std::variant<Ts...>& value);

inline const Json& member(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) fail(std::string("missing: ") + key);
  return *found;
}

template <HasFields T>
void read(const Json& json, T& object) {
  if (!json.is_object()) fail("expected an object");
  std::size_t taken = 0;
  visit_fields(object, [&](const char* name, auto& field) {
    read(member(json, name), field);
    ++taken;
  });
  if (json.size() != taken) fail("an object has unknown members");
}

template <class T>
void read(const Json& json, std::optional<T>& value) {
  if (json.is_null())
    value.reset();
  else
    read(json, value.emplace());
}

template <class T, std::size_t size>
void read(const Json& json, std::array<T, size>& values) {
  if (!json.is_array() || json.size() != size) fail("expected a list of fixed length");
  for (std::size_t i = 0; i < size; ++i) read(json[i], values[i]);
}

template <class T>
void read(const Json& json, std::vector<T>& values) {
  if (!json.is_array()) fail("expected a list");
  values.clear();
  values.reserve(json.size());
  for (const auto& item : json) read(item, values.emplace_back());
}

inline void read(const Json& json, std::vector<std::int64_t>& values) {
  if (!json.is_binary()) fail("expected the bytes of numbers");
  const Json::binary_t& bytes = json.get_binary();
  if (bytes.has_subtype() || bytes.size() % sizeof(values[0]) != 0)
    fail("bytes that are no numbers");
  values.resize(bytes.size() / sizeof(values[0]));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
}

template <class T>
void read(const Json& json, std::map<std::string, T>& values) {
  if (!json.is_object()) fail("expected an object");
  values.clear();
  for (const auto& [key, item] : json.items()) read(item, values[key]);
}

template <class... Ts>
void read(const Json& json, std::variant<Ts...>& value) {
  if (!json.is_object() || json.size() != 2) fail("expected a kind and its parts");
  std::string kind;
  read(member(json, "is"), kind);
  const Json& parts = member(json, "of");
  const bool known = ((kind == alternative_name<Ts>() &&
                       (read(parts, value.template emplace<Ts>()), true)) ||
                      ...);
  if (!known) fail("an unknown kind");
}

}  // namespace serial
}  // namespace gridlock
