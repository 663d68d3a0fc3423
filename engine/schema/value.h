// A setting's value, independent of the file format that it came from.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lockstep::engine::schema {

/// monostate: not set.
using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<std::int64_t>,
                           std::vector<double>, std::vector<std::string>>;

/// The settings of one thing (a layer, an optimizer, …) by name, after validation: kinds are the fields' kinds,
/// defaults are filled in.
class Arguments {
 public:
  [[nodiscard]] bool has(std::string_view name) const;
  /// @throws ValueError when absent or of another kind: a fault of the caller, not of the user
  [[nodiscard]] bool boolean(std::string_view name) const;
  [[nodiscard]] std::int64_t integer(std::string_view name) const;
  [[nodiscard]] double real(std::string_view name) const;  ///< an integer is converted
  [[nodiscard]] const std::string& text(std::string_view name) const;
  [[nodiscard]] const std::vector<std::int64_t>& integers(std::string_view name) const;
  [[nodiscard]] const std::vector<double>& reals(std::string_view name) const;
  [[nodiscard]] const std::vector<std::string>& texts(std::string_view name) const;
  void set(std::string name, Value value);
  [[nodiscard]] const std::map<std::string, Value, std::less<>>& values() const noexcept { return values_; }

 private:
  template <class T>
  [[nodiscard]] const T& get(std::string_view name) const;
  std::map<std::string, Value, std::less<>> values_;
};

}  // namespace lockstep::engine::schema
