#include "engine/data/preprocessing.h"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "engine/core/error.h"

namespace lockstep::engine::data {

namespace {

using Json = nlohmann::ordered_json;

std::vector<std::int64_t> list(const Shape& shape) { return {shape.begin(), shape.end()}; }
Shape shape_from(const Json& json) { return Shape(std::span<const std::int64_t>(json.get<std::vector<std::int64_t>>())); }

Json to_json(const ColumnMapping& column) {
  Json json{{"name", column.name}, {"type", name_of(column.type)}};
  if (column.type == ColumnType::text) json["vocabulary"] = column.vocabulary;
  if (column.fill) json["fill"] = *column.fill;
  return json;
}

ColumnMapping column_from(const Json& json) {
  ColumnMapping column;
  column.name = json.at("name").get<std::string>();
  column.type = column_type_from_name(json.at("type").get<std::string>());
  if (json.contains("vocabulary")) column.vocabulary = json.at("vocabulary").get<std::vector<std::string>>();
  if (json.contains("fill")) column.fill = json.at("fill").get<double>();
  return column;
}

void read_into(Preprocessing& p, const Json& json) {
  if (const int found = json.at("version").get<int>(); found > Preprocessing::version) {
    throw DataError(plain_message("data.preprocessing_version",
                                  fmt::format("the recorded preprocessing has version {}; this program knows up to {}", found, Preprocessing::version)));
  }
  p.kind = json.at("kind").get<std::string>();
  p.sample_shape = shape_from(json.at("sample_shape"));
  p.input_shape = shape_from(json.at("input_shape"));
  p.sample_dtype = json.at("sample_dtype").get<std::string>() == dtype_name(DType::u8) ? DType::u8 : DType::f32;
  p.sample_maximum = json.at("sample_maximum").get<std::int64_t>();
  if (json.contains("columns")) {
    p.header = json.at("header").get<bool>();
    p.missing = missing_from_name(json.at("missing").get<std::string>());
    for (const Json& column : json.at("columns")) p.columns.push_back(column_from(column));
    p.target = json.at("target").get<std::string>();
  }
  if (json.contains("resize")) p.resize = resize_from_name(json.at("resize").get<std::string>());
  p.normalize = normalize_from_name(json.at("normalize").get<std::string>());
  p.shift = json.at("shift").get<std::vector<float>>();
  p.scale = json.at("scale").get<std::vector<float>>();
  p.classification = json.at("classification").get<bool>();
  if (p.classification) p.class_names = json.at("class_names").get<std::vector<std::string>>();
  p.target_width = json.at("target_width").get<std::int64_t>();
  const std::int64_t channels = p.sample_shape.empty() ? 0 : p.sample_shape[0];
  if (p.shift.size() != p.scale.size() || static_cast<std::int64_t>(p.shift.size()) != channels) {
    throw DataError(plain_message("data.preprocessing", "the recorded preprocessing is damaged: its sizes do not fit together"));
  }
}

}  // namespace

std::string Preprocessing::to_json() const {
  Json json{{"version", version},
            {"kind", kind},
            {"sample_shape", list(sample_shape)},
            {"input_shape", list(input_shape)},
            {"sample_dtype", dtype_name(sample_dtype)},
            {"sample_maximum", sample_maximum}};
  if (!columns.empty()) {
    json["header"] = header;
    json["missing"] = name_of(missing);
    json["columns"] = Json::array();
    for (const ColumnMapping& column : columns) json["columns"].push_back(data::to_json(column));
    json["target"] = target;
  }
  if (resize) json["resize"] = name_of(*resize);
  json["normalize"] = name_of(normalize);
  json["shift"] = shift;
  json["scale"] = scale;
  json["classification"] = classification;
  if (classification) json["class_names"] = class_names;
  json["target_width"] = target_width;
  return json.dump();
}

Preprocessing Preprocessing::from_json(std::string_view text) {
  Preprocessing p;
  try {
    read_into(p, Json::parse(text));
  } catch (const Json::exception& error) {
    throw DataError(plain_message("data.preprocessing", fmt::format("the recorded preprocessing is damaged: {}", error.what())));
  }
  return p;
}

}  // namespace lockstep::engine::data
