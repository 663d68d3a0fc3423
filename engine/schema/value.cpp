#include "engine/schema/value.h"

#include "engine/core/error.h"

namespace lockstep::engine::schema {

bool Arguments::has(std::string_view name) const {
  const auto found = values_.find(name);
  return found != values_.end() && !std::holds_alternative<std::monostate>(found->second);
}

template <class T>
const T& Arguments::get(std::string_view name) const {
  const auto found = values_.find(name);
  const T* value = found == values_.end() ? nullptr : std::get_if<T>(&found->second);
  if (value == nullptr) {
    throw ValueError(plain_message("schema.argument", "the setting \"" + std::string(name) + "\" is absent or of another kind"));
  }
  return *value;
}

bool Arguments::boolean(std::string_view name) const { return get<bool>(name); }
std::int64_t Arguments::integer(std::string_view name) const { return get<std::int64_t>(name); }

double Arguments::real(std::string_view name) const {
  const auto found = values_.find(name);
  if (found != values_.end()) {
    if (const auto* integer = std::get_if<std::int64_t>(&found->second)) return static_cast<double>(*integer);
  }
  return get<double>(name);
}

const std::string& Arguments::text(std::string_view name) const { return get<std::string>(name); }
const std::vector<std::int64_t>& Arguments::integers(std::string_view name) const { return get<std::vector<std::int64_t>>(name); }
const std::vector<double>& Arguments::reals(std::string_view name) const { return get<std::vector<double>>(name); }
const std::vector<std::string>& Arguments::texts(std::string_view name) const { return get<std::vector<std::string>>(name); }
void Arguments::set(std::string name, Value value) { values_.insert_or_assign(std::move(name), std::move(value)); }

}  // namespace lockstep::engine::schema
