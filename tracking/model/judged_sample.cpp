#include "tracking/model/judged_sample.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace lockstep::tracking {

namespace {

using engine::data::ColumnMapping;
using engine::data::ColumnType;
using engine::data::Preprocessing;

double rank_of(double loss) { return std::isnan(loss) ? std::numeric_limits<double>::infinity() : loss; }

/// Whether a is worse than b; so the heap's first is the least bad.
bool worse(double loss_a, std::int64_t index_a, double loss_b, std::int64_t index_b) {
  if (std::isnan(loss_a) != std::isnan(loss_b)) return std::isnan(loss_a);
  if (rank_of(loss_a) != rank_of(loss_b)) return rank_of(loss_a) > rank_of(loss_b);
  return index_a < index_b;
}
bool worse_sample(const JudgedSample& a, const JudgedSample& b) { return worse(a.loss, a.index, b.loss, b.index); }

std::vector<float> decoded(const engine::data::Dataset& dataset, std::int64_t index) {
  const Preprocessing& form = dataset.preprocessing();
  std::vector<std::byte> scratch(dataset.sample_bytes());
  const std::byte* bytes = dataset.sample(index, scratch.data());
  std::vector<float> values(static_cast<std::size_t>(form.sample_shape.numel()));
  if (form.sample_dtype == engine::DType::u8) {
    const auto* from = reinterpret_cast<const std::uint8_t*>(bytes);
    std::transform(from, from + values.size(), values.begin(), [](std::uint8_t value) { return static_cast<float>(value); });
  } else {
    const auto* from = reinterpret_cast<const float*>(bytes);
    std::copy(from, from + values.size(), values.begin());
  }
  return values;
}

/// Bytes have a known largest value; real ones are stretched over their own range.
std::pair<float, float> range_of(const Preprocessing& form, const std::vector<float>& values) {
  if (form.sample_dtype == engine::DType::u8) return {0.0F, static_cast<float>(form.sample_maximum)};
  float low = std::numeric_limits<float>::infinity();
  float high = -low;
  for (const float value : values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return {low, high};
}

void add_picture(const Preprocessing& form, const std::vector<float>& values, SampleContent& into) {
  const std::int64_t stored = form.sample_shape[0];
  into.channels = stored == 3 ? 3 : 1;
  into.height = form.sample_shape[1];
  into.width = form.sample_shape[2];
  into.pixels.reserve(static_cast<std::size_t>(into.height * into.width * into.channels));
  const auto [low, high] = range_of(form, values);
  for (std::int64_t pixel = 0; pixel < into.height * into.width; ++pixel) {
    for (std::int64_t channel = 0; channel < into.channels; ++channel) {
      const float value = values[static_cast<std::size_t>(pixel * stored + channel)];
      const float share = high > low && std::isfinite(value) ? std::clamp((value - low) / (high - low), 0.0F, 1.0F) : 0.0F;
      into.pixels.push_back(static_cast<std::uint8_t>(std::lround(share * 255.0F)));
    }
  }
}

/// A text column takes one input a word that it knows; the one that is set is the word.
std::string word_of(const ColumnMapping& column, std::span<const float> inputs) {
  for (std::size_t i = 0; i < column.vocabulary.size(); ++i) {
    if (inputs[i] != 0.0F) return column.vocabulary[i];
  }
  return {};
}

void add_fields(const Preprocessing& form, const std::vector<float>& values, SampleContent& into) {
  std::size_t at = 0;
  for (const ColumnMapping& column : form.columns) {
    const std::size_t inputs = column.type == ColumnType::text ? column.vocabulary.size() : 1;
    if (at + inputs > values.size()) return;
    into.fields.emplace_back(column.name, column.type == ColumnType::text ? word_of(column, std::span(values).subspan(at, inputs)) : fmt::format("{}", values[at]));
    at += inputs;
  }
  for (; at < values.size(); ++at) into.fields.emplace_back(std::to_string(at), fmt::format("{}", values[at]));
}

}  // namespace

SampleContent sample_content(const engine::data::Dataset& dataset, std::int64_t index) {
  const std::vector<float> values = decoded(dataset, index);
  SampleContent content;
  if (dataset.preprocessing().is_image()) add_picture(dataset.preprocessing(), values, content);
  else add_fields(dataset.preprocessing(), values, content);
  return content;
}

bool WorstSamples::accept(double loss, std::int64_t index) {
  if (most_ == 0) return false;
  if (heap_.size() < most_) return true;
  if (!worse(loss, index, heap_.front().loss, heap_.front().index)) return false;
  std::pop_heap(heap_.begin(), heap_.end(), worse_sample);
  heap_.pop_back();
  return true;
}

void WorstSamples::keep(JudgedSample sample) {
  heap_.push_back(std::move(sample));
  std::push_heap(heap_.begin(), heap_.end(), worse_sample);
}

void WorstSamples::add(std::int64_t index, std::int64_t right, std::span<const float> logits) {
  const auto greatest = std::max_element(logits.begin(), logits.end());
  double sum = 0;
  for (const float logit : logits) sum += std::exp(static_cast<double>(logit) - static_cast<double>(*greatest));
  const auto minus_log = [&](float logit) { return std::log(sum) + static_cast<double>(*greatest) - static_cast<double>(logit); };
  const double loss = minus_log(logits[static_cast<std::size_t>(right)]);
  if (!accept(loss, index)) return;
  JudgedSample sample;
  sample.index = index;
  sample.loss = loss;
  sample.right = right;
  sample.predicted = greatest - logits.begin();
  sample.right_probability = std::exp(-loss);
  sample.predicted_probability = std::exp(-minus_log(*greatest));
  keep(std::move(sample));
}

void WorstSamples::add(std::int64_t index, std::span<const float> targets, std::span<const float> values) {
  double sum = 0;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const double error = static_cast<double>(targets[i]) - static_cast<double>(values[i]);
    sum += error * error;
  }
  const double loss = sum / static_cast<double>(targets.size());
  if (!accept(loss, index)) return;
  JudgedSample sample;
  sample.index = index;
  sample.loss = loss;
  sample.targets.assign(targets.begin(), targets.end());
  sample.values.assign(values.begin(), values.end());
  keep(std::move(sample));
}

std::vector<JudgedSample> WorstSamples::take(const engine::data::Dataset& dataset) {
  std::vector<JudgedSample> out = std::move(heap_);
  heap_.clear();
  std::sort(out.begin(), out.end(), worse_sample);
  for (JudgedSample& sample : out) {
    sample.input = dataset.origin(sample.index);
    sample.content = sample_content(dataset, sample.index);
  }
  return out;
}

}  // namespace lockstep::tracking
