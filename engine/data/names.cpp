// The config's words for the choices of options.h.
#include <array>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/data/options.h"

namespace lockstep::engine::data {

namespace {

template <class E>
using Names = std::span<const std::pair<std::string_view, E>>;

constexpr std::array<std::pair<std::string_view, Missing>, 3> missing_names{
    {{"error", Missing::error}, {"mean", Missing::mean}, {"drop", Missing::drop}}};
constexpr std::array<std::pair<std::string_view, Normalize>, 3> normalize_names{
    {{"none", Normalize::none}, {"unit", Normalize::unit}, {"standard", Normalize::standard}}};
constexpr std::array<std::pair<std::string_view, Resize>, 3> resize_names{
    {{"fit", Resize::fit}, {"crop", Resize::crop}, {"stretch", Resize::stretch}}};
constexpr std::array<std::pair<std::string_view, ColumnType>, 3> column_type_names{
    {{"integer", ColumnType::integer}, {"real", ColumnType::real}, {"text", ColumnType::text}}};

template <class E>
E from_name(std::string_view name, std::string_view what, Names<E> names) {
  std::string allowed;
  for (const auto& [text, value] : names) {
    if (text == name) return value;
    allowed += fmt::format("{}\"{}\"", allowed.empty() ? "" : ", ", text);
  }
  throw ValueError(Message{"data.unknown_choice", "unknown {what} \"{name}\"; allowed are {allowed}",
                           {{"what", std::string(what)}, {"name", std::string(name)}, {"allowed", allowed}}});
}

template <class E>
std::string_view to_name(E value, Names<E> names) noexcept {
  for (const auto& [text, candidate] : names) {
    if (candidate == value) return text;
  }
  return {};
}

}  // namespace

Missing missing_from_name(std::string_view name) { return from_name<Missing>(name, "treatment of missing values", missing_names); }
Normalize normalize_from_name(std::string_view name) { return from_name<Normalize>(name, "normalisation", normalize_names); }
Resize resize_from_name(std::string_view name) { return from_name<Resize>(name, "way to resize", resize_names); }
ColumnType column_type_from_name(std::string_view name) { return from_name<ColumnType>(name, "column type", column_type_names); }
std::string_view name_of(Missing value) noexcept { return to_name<Missing>(value, missing_names); }
std::string_view name_of(Normalize value) noexcept { return to_name<Normalize>(value, normalize_names); }
std::string_view name_of(Resize value) noexcept { return to_name<Resize>(value, resize_names); }
std::string_view name_of(ColumnType value) noexcept { return to_name<ColumnType>(value, column_type_names); }

}  // namespace lockstep::engine::data
