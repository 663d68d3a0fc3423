#include "engine/data/dataset.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/core/sha256.h"
#include "engine/data/augment/augment.h"
#include "engine/data/load.h"
#include "engine/data/statistics.h"

namespace lockstep::engine::data {

namespace {

/// shift and scale of each channel or column from the training part.
void fit_normalization(Preprocessing& p, std::span<const std::int64_t> training, const SampleAt& sample, const Work& work) {
  const auto channels = static_cast<std::size_t>(p.sample_shape[0]);
  p.shift.assign(channels, 0.0F);
  p.scale.assign(channels, 1.0F);
  if (p.normalize == Normalize::none) return;
  if (p.normalize == Normalize::unit && p.sample_dtype == DType::u8) {
    p.scale.assign(channels, static_cast<float>(1.0 / static_cast<double>(p.sample_maximum)));
    return;
  }
  const Moments m = moments(training, sample, p.sample_shape, p.sample_dtype, work);
  for (std::size_t c = 0; c < channels; ++c) {
    const bool standard = p.normalize == Normalize::standard;
    const double spread = standard ? m.deviation[c] : m.maximum[c] - m.minimum[c];
    p.shift[c] = static_cast<float>(standard ? m.mean[c] : m.minimum[c]);
    p.scale[c] = spread > 0 ? static_cast<float>(1.0 / spread) : 1.0F;  // a constant column becomes 0
  }
  std::size_t at = 0;  // one-hot inputs stay 0 and 1, so that an unknown text stays all zeros
  for (const ColumnMapping& column : p.columns) {
    const std::size_t width = column.type == ColumnType::text ? column.vocabulary.size() : 1;
    for (std::size_t i = at; column.type == ColumnType::text && i < at + width; ++i) p.shift[i] = 0.0F, p.scale[i] = 1.0F;
    at += width;
  }
}

/// Folders that can't be listed are errors of ours, with the path.
template <class F>
auto reading(F&& f) {
  try {
    return f();
  } catch (const std::filesystem::filesystem_error& error) {
    throw FileError(Message{"file.unreadable", "can't read {path}: {reason}", {{"path", shown(error.path1())}, {"reason", error.code().message()}}});
  }
}

/// What keeps samples that were decoded as `own` says from being used as `recorded` says; empty where nothing does.
std::string other_form(const Preprocessing& own, const Preprocessing& recorded) {
  if (own.sample_dtype != recorded.sample_dtype || own.sample_maximum != recorded.sample_maximum) return "the samples' type is another";
  if (own.classification != recorded.classification || own.target_width != recorded.target_width) return "the targets are of another kind";
  if (own.class_names != recorded.class_names) return fmt::format("the classes are {}, were {}", fmt::join(own.class_names, ", "), fmt::join(recorded.class_names, ", "));
  if (own.columns.size() != recorded.columns.size()) return fmt::format("there are {} columns, were {}", own.columns.size(), recorded.columns.size());
  for (std::size_t i = 0; i < own.columns.size(); ++i) {
    const ColumnMapping& a = own.columns[i];
    const ColumnMapping& b = recorded.columns[i];
    if (a.name != b.name || a.type != b.type) return fmt::format("column {} is \"{}\", was \"{}\"", i, a.name, b.name);
    if (a.vocabulary != b.vocabulary) return fmt::format("the texts of column \"{}\" are others", a.name);
    if (a.fill != b.fill) return fmt::format("the mean that fills column \"{}\" is another", a.name);
  }
  if (own.sample_shape != recorded.sample_shape) return fmt::format("samples are {}, were {}", own.sample_shape.to_string(), recorded.sample_shape.to_string());
  return {};
}

}  // namespace

void Dataset::join(std::vector<Source> sources) {
  sources_ = std::move(sources);
  Sha256 hash;
  hash.update("lockstep data 1");
  targets_ = {};
  targets_.classification = sources_.front().targets.classification;
  targets_.class_names = sources_.front().targets.class_names;
  targets_.width = sources_.front().targets.width;
  targets_.present = sources_.front().targets.present;
  for (Source& source : sources_) {
    offsets_.push_back(size_);
    size_ += source.count;
    Targets& t = source.targets;
    targets_.labels.insert(targets_.labels.end(), t.labels.begin(), t.labels.end());
    targets_.values.insert(targets_.values.end(), t.values.begin(), t.values.end());
    t = {};
    files_.insert(files_.end(), source.files.begin(), source.files.end());
    hash.update("\n" + source.content_hash);
  }
  fingerprint_ = hash.hex();
}

std::shared_ptr<const Dataset> Dataset::load(const DatasetOptions& options, const LoadContext& context) {
  const Work work(context);
  Loaded loaded = reading([&] { return load_sources(options, work); });
  std::shared_ptr<Dataset> out(new Dataset);
  out->parts_ = std::move(loaded.parts);
  out->preprocessing_ = std::move(loaded.preprocessing);
  out->join(std::move(loaded.sources));
  out->split_hash_ = hash_parts(out->parts_);
  out->augment_ = options.augment;
  Preprocessing& p = out->preprocessing_;
  p.input_shape = AugmentChain(options.augment, p.sample_shape, p.sample_dtype).output_shape();
  p.normalize = options.normalize;
  fit_normalization(p, out->parts_[0], [&](std::int64_t i, std::byte* scratch) { return out->sample(i, scratch); }, work);
  out->facts_ = {p.input_shape, p.classification, p.class_names, p.target_width, {}};
  for (std::size_t i = 0; i < 3; ++i) out->facts_.counts[i] = static_cast<std::int64_t>(out->parts_[i].size());
  return out;
}

std::shared_ptr<const Dataset> Dataset::load_with(const Preprocessing& preprocessing, const std::vector<std::filesystem::path>& paths, bool targets,
                                                  const LoadContext& context) {
  if (paths.empty()) throw ValueError(plain_message("data.no_inputs", "no input files were given"));
  const Work work(context);
  std::shared_ptr<Dataset> out(new Dataset);
  out->preprocessing_ = preprocessing;
  out->join(reading([&] { return load_recorded(preprocessing, paths, targets, work); }));
  out->parts_[2].resize(static_cast<std::size_t>(out->size_));
  std::iota(out->parts_[2].begin(), out->parts_[2].end(), std::int64_t{0});
  out->split_hash_ = hash_parts(out->parts_);
  const Preprocessing& p = preprocessing;
  out->facts_ = {p.input_shape, p.classification, p.class_names, p.target_width, {0, 0, out->size_}};
  return out;
}

std::shared_ptr<const Dataset> Dataset::with_preprocessing(const Preprocessing& recorded) const {
  if (const std::string reason = other_form(preprocessing_, recorded); !reason.empty()) {
    throw DataError(Message{"data.other_form", "these data can't be used as the recorded ones were: {reason}", {{"reason", reason}}});
  }
  std::shared_ptr<Dataset> out(new Dataset(*this));
  out->preprocessing_ = recorded;
  out->facts_.input_shape = recorded.input_shape;
  return out;
}

std::pair<std::size_t, std::int64_t> Dataset::locate(std::int64_t index) const noexcept {
  const auto after = std::upper_bound(offsets_.begin(), offsets_.end(), index);
  const auto source = static_cast<std::size_t>(after - offsets_.begin()) - 1;
  return {source, index - offsets_[source]};
}

const std::byte* Dataset::sample(std::int64_t index, std::byte* scratch) const {
  const auto [source, i] = locate(index);
  return sources_[source].sample(i, scratch);
}

bool Dataset::decodes() const noexcept {
  return std::any_of(sources_.begin(), sources_.end(), [](const Source& source) { return source.cached_count < source.count; });
}

std::string Dataset::origin(std::int64_t index) const {
  const auto [source, i] = locate(index);
  return sources_[source].origin(i);
}

Preview Dataset::preview(std::int64_t rows) const {
  Preview out;
  const Preprocessing& p = preprocessing_;
  for (const ColumnMapping& column : p.columns) {
    std::string type(name_of(column.type));
    if (column.type == ColumnType::text) type += fmt::format(" → {} inputs", column.vocabulary.size());
    out.columns.emplace_back(column.name, std::move(type));
  }
  if (targets_.present && p.classification) {
    std::vector<std::int64_t> counts(p.class_names.size());
    for (const std::int64_t label : targets_.labels) ++counts[static_cast<std::size_t>(label)];
    for (std::size_t c = 0; c < counts.size(); ++c) out.class_counts.emplace_back(p.class_names[c], counts[c]);
  }
  std::vector<std::byte> scratch(sample_bytes());
  for (std::int64_t i = 0; i < std::min(rows, size_); ++i) {
    std::vector<std::string> row{origin(i), {}};
    const auto at = static_cast<std::size_t>(i);
    if (targets_.present) {
      row[1] = p.classification ? p.class_names[static_cast<std::size_t>(targets_.labels[at])]
                                : fmt::format("{}", targets_.values[at * static_cast<std::size_t>(p.target_width)]);
    }
    const std::byte* bytes = sample(i, scratch.data());
    for (std::int64_t k = 0; !p.is_image() && k < p.sample_shape[0]; ++k) {
      row.push_back(p.sample_dtype == DType::u8 ? fmt::format("{}", reinterpret_cast<const std::uint8_t*>(bytes)[k])
                                                : fmt::format("{}", reinterpret_cast<const float*>(bytes)[k]));
    }
    out.rows.push_back(std::move(row));
  }
  return out;
}

}  // namespace lockstep::engine::data
