#include "protocol/cause.h"

#include <algorithm>
#include <array>
#include <string>

#include "protocol/serialize.h"
#include "protocol/visit_parts.h"

namespace gridlock {

struct CauseKind {
  const char* name;
  void* (*made)();
  void* (*copied)(const void*);
  void (*destroy)(void*);
  void (*write)(nlohmann::json&, const void*);
  void (*read)(const nlohmann::json&, void*);
  void (*places)(const void*, const std::function<void(const Place&)>&);
  void (*creation_sites)(const void*, const std::function<void(const CreationSite&)>&);
};

namespace {

template <class One>
constexpr CauseKind kKind{
    One::kName,
    []() -> void* { return new One; },
    [](const void* one) -> void* { return new One(*static_cast<const One*>(one)); },
    [](void* one) { delete static_cast<One*>(one); },
    [](nlohmann::json& json, const void* one) {
      serial::write(json, *static_cast<const One*>(one));
    },
    [](const nlohmann::json& json, void* one) {
      serial::read(json, *static_cast<One*>(one));
    },
    [](const void* one, const std::function<void(const Place&)>& visit) {
      for_each_part<Place>(*static_cast<const One*>(one), visit);
    },
    [](const void* one, const std::function<void(const CreationSite&)>& visit) {
      for_each_part<CreationSite>(*static_cast<const One*>(one), visit);
    }};

}  // namespace

/// Emitted for every type of cause, as other files only declare it.
template <class One>
[[gnu::used]] const CauseKind& cause_kind() {
  return kKind<One>;
}

namespace {

template <class... Ts>
constexpr auto kinds_of(TypeList<Ts...>) {
  return std::array{&cause_kind<Ts>...};
}
constexpr auto kKinds = kinds_of(CauseTypes{});

}  // namespace

Cause::Cause() : Cause(Race{}) {}
Cause::Cause(const Cause& other)
    : Cause(*other.kind_, other.value_ ? other.kind_->copied(other.value_) : nullptr) {}
Cause::Cause(Cause&& other) noexcept
    : Cause(*other.kind_, std::exchange(other.value_, nullptr)) {}
Cause& Cause::operator=(Cause other) noexcept {
  std::swap(kind_, other.kind_);
  std::swap(value_, other.value_);
  return *this;
}
Cause::~Cause() {
  if (value_) kind_->destroy(value_);
}

const char* Cause::type() const { return kind_->name; }

void Cause::for_each_place(const std::function<void(const Place&)>& visit) const {
  kind_->places(value_, visit);
}
void Cause::for_each_creation_site(
    const std::function<void(const CreationSite&)>& visit) const {
  kind_->creation_sites(value_, visit);
}

void Cause::write(nlohmann::json& json) const {
  serial::write_kind(json, kind_->name);
  kind_->write(serial::add_member(json, "of"), value_);
}

void Cause::read(const nlohmann::json& json) {
  const std::string name = serial::kind_in(json);
  const auto kind = std::find_if(kKinds.begin(), kKinds.end(),
                                 [&](const auto each) { return name == each().name; });
  if (kind == kKinds.end()) serial::fail("an unknown kind");
  *this = Cause((*kind)(), (*kind)().made());
  kind_->read(serial::member(json, "of"), value_);
}

}  // namespace gridlock
