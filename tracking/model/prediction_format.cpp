// Predictions as lines of CSV and of JSON.
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tracking/model/prediction.h"

namespace lockstep::tracking {

namespace {

using nlohmann::ordered_json;

std::string number_text(float value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  return fmt::format("{}", value);
}

/// Through the float's own shortest text: 0.1, not 0.10000000149011612.
ordered_json number_json(float value) {
  const std::string text = number_text(value);
  return std::isfinite(value) ? ordered_json(std::stod(text)) : ordered_json(text);
}

}  // namespace

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

PredictionFormat::PredictionFormat(const engine::data::Preprocessing& preprocessing)
    : classification_(preprocessing.classification), classes_(preprocessing.class_names), width_(preprocessing.target_width) {}

std::string PredictionFormat::csv_header() const {
  std::string out = "input,prediction";
  if (classification_) {
    out += ",probability";
    for (const std::string& name : classes_) out += "," + csv_field("probability:" + name);
  } else if (width_ > 1) {
    out = "input";
    for (std::int64_t i = 0; i < width_; ++i) out += fmt::format(",prediction:{}", i);
  }
  return out + "\n";
}

std::string PredictionFormat::csv_row(const Prediction& prediction) const {
  std::string out = csv_field(prediction.input);
  if (classification_) {
    const auto label = static_cast<std::size_t>(prediction.label);
    out += "," + csv_field(classes_.at(label)) + "," + number_text(prediction.probabilities.at(label));
  }
  for (const float value : classification_ ? prediction.probabilities : prediction.values) out += "," + number_text(value);
  return out + "\n";
}

std::string PredictionFormat::json_row(const Prediction& prediction) const {
  ordered_json out{{"input", prediction.input}};
  if (classification_) {
    const auto label = static_cast<std::size_t>(prediction.label);
    out["prediction"] = classes_.at(label);
    out["probability"] = number_json(prediction.probabilities.at(label));
    ordered_json& all = out["probabilities"] = ordered_json::object();
    for (std::size_t i = 0; i < classes_.size(); ++i) all[classes_[i]] = number_json(prediction.probabilities.at(i));
  } else if (width_ == 1) {
    out["prediction"] = number_json(prediction.values.at(0));
  } else {
    out["prediction"] = ordered_json::array();
    for (const float value : prediction.values) out["prediction"].push_back(number_json(value));
  }
  return out.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace lockstep::tracking
