#include "protocol/serialize.h"

#include <cstring>

#include "protocol/cause.h"

namespace gridlock::serial {

void fail(const char* what) { throw Json::other_error::create(501, what, nullptr); }

std::string packed(const Json& json) {
  std::string bytes;
  Json::to_cbor(json, bytes);
  return bytes;
}

Json unpacked(std::string_view bytes) { return Json::from_cbor(bytes, true, false); }

void write_bool(Json& json, bool value) { json = value; }
void write_signed(Json& json, std::int64_t value) { json = value; }
void write_unsigned(Json& json, std::uint64_t value) { json = value; }
void write(Json& json, double value) { json = value; }
void write(Json& json, const std::string& text) { json = text; }
void write(Json& json, const Cause& cause) { cause.write(json); }

void write(Json& json, const std::vector<std::int64_t>& values) {
  static_assert(std::endian::native == std::endian::little);
  Json::binary_t bytes(Json::binary_t::container_type(values.size() * sizeof(values[0])));
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  json = std::move(bytes);
}

void begin_object(Json& json) { json = Json::object(); }
void begin_list(Json& json, std::size_t size) {
  json = Json::array();
  json.get_ref<Json::array_t&>().resize(size);
}
Json& add_member(Json& object, const char* name) { return object[name]; }
Json& add_member(Json& object, const std::string& name) { return object[name]; }
Json& item(Json& list, std::size_t index) { return list[index]; }
void write_kind(Json& json, const char* kind) {
  json = Json::object();
  json["is"] = kind;
}

std::int64_t read_signed(const Json& json, std::int64_t least, std::int64_t greatest) {
  if (!json.is_number_integer()) fail("expected a whole number");
  if (json.is_number_unsigned())
    return static_cast<std::int64_t>(
        read_unsigned(json, static_cast<std::uint64_t>(greatest)));
  const auto value = json.get<std::int64_t>();
  if (value < least || value > greatest) fail("number out of range");
  return value;
}

std::uint64_t read_unsigned(const Json& json, std::uint64_t greatest) {
  if (!json.is_number_integer()) fail("expected a whole number");
  if (!json.is_number_unsigned() && json.get<std::int64_t>() < 0)
    fail("number out of range");
  const auto value = json.get<std::uint64_t>();
  if (value > greatest) fail("number too large");
  return value;
}

void read(const Json& json, bool& value) {
  if (!json.is_boolean()) fail("expected true or false");
  value = json.get<bool>();
}

void read(const Json& json, std::string& value) {
  if (!json.is_string()) fail("expected a text");
  value = json.get<std::string>();
}

void read(const Json& json, double& value) {
  if (!json.is_number()) fail("expected a number");
  value = json.get<double>();
}

void read(const Json& json, Cause& cause) { cause.read(json); }

void read(const Json& json, std::vector<std::int64_t>& values) {
  if (!json.is_binary()) fail("expected the bytes of numbers");
  const Json::binary_t& bytes = json.get_binary();
  if (bytes.has_subtype() || bytes.size() % sizeof(values[0]) != 0)
    fail("bytes that are no numbers");
  values.resize(bytes.size() / sizeof(values[0]));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
}

bool is_null(const Json& json) { return json.is_null(); }

std::size_t list_size(const Json& json) {
  if (!json.is_array()) fail("expected a list");
  return json.size();
}

std::size_t object_size(const Json& json) {
  if (!json.is_object()) fail("expected an object");
  return json.size();
}

const Json& item(const Json& list, std::size_t index) { return list[index]; }

const Json& member(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) fail((std::string("missing: ") + key).c_str());
  return *found;
}

std::string kind_in(const Json& json) {
  if (object_size(json) != 2) fail("expected a kind and its parts");
  std::string kind;
  read(member(json, "is"), kind);
  return kind;
}

std::map<std::string, const Json*> members(const Json& object) {
  object_size(object);  // Throws unless it is an object.
  std::map<std::string, const Json*> all;
  for (const auto& [key, value] : object.items()) all[key] = &value;
  return all;
}

}  // namespace gridlock::serial
