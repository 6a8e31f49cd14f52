#include "report/json_reader.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "protocol/serialize.h"
#include "report/json.h"

namespace gridlock {
namespace {

using nlohmann::ordered_json;

template <class T>
void read(const ordered_json& json, T& value) {
  json.get_to(value);
}

void read(const ordered_json& json, Verdict& verdict) {
  const auto known = verdict_from_name(json.get_ref<const std::string&>());
  if (!known) serial::fail("an unknown verdict");
  verdict = *known;
}

template <HasFields T>
void read(const ordered_json& json, T& object);

template <class T>
void read(const ordered_json& json, std::optional<T>& value) {
  read(json, value.emplace());
}

template <HasFields T>
void read(const ordered_json& json, std::vector<T>& values) {
  if (!json.is_array()) serial::fail("expected a list");
  for (const ordered_json& one : json) read(one, values.emplace_back());
}

template <HasFields T>
void read(const ordered_json& json, T& object) {
  if (!json.is_object()) serial::fail("expected an object");
  visit_fields(object, [&](const char* key, auto& field) {
    if (const auto found = json.find(key); found != json.end() && !found->is_null())
      read(*found, field);
  });
}

}  // namespace

std::vector<const CheckSummary*> LabSummary::each_check() const {
  std::vector<const CheckSummary*> each;
  for (const CheckSummary& check : checks) {
    const auto known = std::ranges::find_if(each, [&](const auto* one) {
      return one->name == check.name && one->part == check.part;
    });
    if (known == each.end())
      each.push_back(&check);
    else if (!(*known)->decides())
      *known = &check;
  }
  return each;
}

LabSummary read_lab(const ordered_json& lab) {
  LabSummary summary;
  read(lab, summary);
  return summary;
}

LabSummary read_only_lab(const std::string& record) {
  const ordered_json json = ordered_json::parse(record);
  if (json.at("schema") != kResultSchema) serial::fail("an unknown schema");
  return read_lab(json.at("labs").at(0));
}

}  // namespace gridlock
