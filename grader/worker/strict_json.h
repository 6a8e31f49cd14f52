/// \file
/// Reads JSON that came from a process with student code: every type must match, every
/// key must be there, and no other key may be.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace gridlock::strict {

[[noreturn]] inline void fail(const std::string& what) {
  throw nlohmann::json::other_error::create(501, what, nullptr);
}

inline void read(const nlohmann::json& json, bool& value) {
  if (!json.is_boolean()) fail("expected true or false");
  value = json.get<bool>();
}

inline void read(const nlohmann::json& json, std::string& value) {
  if (!json.is_string()) fail("expected a text");
  value = json.get<std::string>();
}

inline void read(const nlohmann::json& json, double& value) {
  if (!json.is_number()) fail("expected a number");
  value = json.get<double>();
}

template <std::integral Integer>
void read(const nlohmann::json& json, Integer& value) {
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

template <class T>
requires std::is_class_v<T>
void read(const nlohmann::json& json, T& value) { from_json(json, value); }

template <class T, std::size_t size>
void read(const nlohmann::json& json, std::array<T, size>& values) {
  if (!json.is_array() || json.size() != size) fail("expected a list of fixed length");
  for (std::size_t i = 0; i < size; ++i) read(json[i], values[i]);
}

template <class T>
void read(const nlohmann::json& json, std::vector<T>& values) {
  if (!json.is_array()) fail("expected a list");
  values.clear();
  values.reserve(json.size());
  for (const auto& item : json) read(item, values.emplace_back());
}

template <class T>
void read(const nlohmann::json& json, std::map<std::string, T>& values) {
  if (!json.is_object()) fail("expected an object");
  values.clear();
  for (const auto& [key, item] : json.items()) read(item, values[key]);
}

/// Takes the members of one object, one by one; `done` refuses what is left over.
class Object {
 public:
  explicit Object(const nlohmann::json& json) : json_(json) {
    if (!json.is_object()) fail("expected an object");
  }

  template <class T>
  Object& take(const char* key, T& value) {
    const auto found = json_.find(key);
    if (found == json_.end()) fail(std::string("missing: ") + key);
    read(*found, value);
    ++taken_;
    return *this;
  }

  void done() const {
    if (json_.size() != taken_) fail("an object has unknown members");
  }

 private:
  const nlohmann::json& json_;
  std::size_t taken_ = 0;
};

}  // namespace gridlock::strict
