#include "engine/data/array.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/data/fingerprint.h"
#include "engine/data/problems.h"

namespace lockstep::engine::data {

namespace {

constexpr std::int64_t max_classes = 65536;

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
  throw DataError(Message{"data.array", "{path}: {reason}", {{"path", path}, {"reason", reason}}});
}

bool is_channels(std::int64_t c) noexcept { return c == 1 || c == 3 || c == 4; }

struct Layout {
  Shape sample;             ///< logical
  bool to_channels_last = false;  ///< the file has [C, H, W]
};

Layout layout_of(const FileArray& inputs, const std::string& path) {
  const Shape& s = inputs.values.shape;
  switch (s.size()) {
    case 1: return {{1}, false};
    case 2: return {{s[1]}, false};
    case 3: return {{1, s[1], s[2]}, false};
    case 4:
      if (is_channels(s[1])) return {{s[1], s[2], s[3]}, true};
      if (is_channels(s[3])) return {{s[3], s[1], s[2]}, false};
      fail(path, fmt::format("{} has shape {}; images must be [N, C, H, W] or [N, H, W, C] with 1, 3 or 4 channels", inputs.name, s.to_string()));
    default: fail(path, fmt::format("{} has shape {}; samples must be [N, features] or images", inputs.name, s.to_string()));
  }
}

template <class T>
double as_double(const HostArray& array, std::int64_t i) noexcept {
  return static_cast<double>(array.as<T>()[i]);
}

double value_at(const HostArray& array, std::int64_t i) noexcept {
  switch (array.dtype) {
    case DType::u8: return as_double<std::uint8_t>(array, i);
    case DType::i64: return as_double<std::int64_t>(array, i);
    case DType::f64: return as_double<double>(array, i);
    default: return as_double<float>(array, i);
  }
}

template <class To, class From>
void convert(const From* from, To* to, std::int64_t count) noexcept {
  for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<To>(from[i]);
}

/// [C, H, W] → [H, W, C]
template <class T>
void reorder(const T* from, T* to, const Shape& sample) noexcept {
  const std::int64_t pixels = sample[1] * sample[2];
  for (std::int64_t c = 0; c < sample[0]; ++c) {
    for (std::int64_t p = 0; p < pixels; ++p) to[p * sample[0] + c] = from[c * pixels + p];
  }
}

template <class T, class From>
void fill(const FileArray& inputs, const Layout& layout, HostArray& out, std::int64_t begin, std::int64_t end) {
  const std::int64_t per_sample = layout.sample.numel();
  const bool swap = layout.to_channels_last && layout.sample[0] > 1;
  std::vector<T> one(swap ? static_cast<std::size_t>(per_sample) : 0);
  for (std::int64_t i = begin; i < end; ++i) {
    T* to = out.as<T>() + i * per_sample;
    convert(inputs.values.as<From>() + i * per_sample, swap ? one.data() : to, per_sample);
    if (swap) reorder(one.data(), to, layout.sample);
  }
}

void fill_range(const FileArray& inputs, const Layout& layout, HostArray& out, std::int64_t begin, std::int64_t end) {
  switch (inputs.values.dtype) {
    case DType::u8: return fill<std::uint8_t, std::uint8_t>(inputs, layout, out, begin, end);
    case DType::i64: return fill<float, std::int64_t>(inputs, layout, out, begin, end);
    case DType::f64: return fill<float, double>(inputs, layout, out, begin, end);
    default: return fill<float, float>(inputs, layout, out, begin, end);
  }
}

/// Samples with a value that is NaN or infinite (also: too large for f32).
Problems not_finite(const HostArray& samples, std::int64_t count, std::int64_t per_sample, const std::string& name, const Work& work) {
  const std::int64_t step = samples_per_chunk(static_cast<std::size_t>(per_sample) * sizeof(float));
  std::vector<Problems> found(static_cast<std::size_t>((count + step - 1) / step));
  work.parallel(static_cast<std::int64_t>(found.size()), [&](std::int64_t chunk) {
    for (std::int64_t i = chunk * step; i < std::min(count, (chunk + 1) * step); ++i) {
      const float* values = samples.as<float>() + i * per_sample;
      const float* bad = std::find_if(values, values + per_sample, [](float v) { return !std::isfinite(v); });
      if (bad == values + per_sample) continue;
      found[static_cast<std::size_t>(chunk)].add(fmt::format("sample {} of {}", i, name),
                                                 fmt::format("value {} is {}", bad - values, std::isnan(*bad) ? "not a number" : "infinite in float32"));
    }
  });
  Problems all;
  for (const Problems& problems : found) all.add(problems);
  return all;
}

void read_labels(const FileArray& array, std::int64_t classes, Targets& targets, Problems& problems) {
  const std::int64_t count = array.values.shape[0];
  targets.labels.resize(static_cast<std::size_t>(count));
  std::int64_t largest = -1;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t label = array.values.dtype == DType::u8 ? array.values.as<std::uint8_t>()[i] : array.values.as<std::int64_t>()[i];
    const std::int64_t limit = classes > 0 ? classes : max_classes;
    if (label < 0 || label >= limit) {
      problems.add(fmt::format("sample {} of {}", i, array.name), fmt::format("label {} is not in 0 … {}", label, limit - 1));
    }
    targets.labels[static_cast<std::size_t>(i)] = label;
    largest = std::max(largest, label);
  }
  if (problems.count() == 0) targets.class_names = numbered_classes(classes > 0 ? classes : largest + 1);
}

Targets read_targets(const FileArray& array, std::int64_t count, std::int64_t classes, const std::string& path, Problems& problems) {
  const Shape& shape = array.values.shape;
  if (shape.empty() || shape[0] != count) {
    fail(path, fmt::format("{} has shape {}, but there are {} samples", array.name, shape.to_string(), count));
  }
  const std::int64_t width = count == 0 ? 1 : shape.numel() / count;
  Targets targets;
  targets.classification = !is_floating_point(array.values.dtype);
  if (shape.size() > 2 || (targets.classification && width != 1) || width < 1) {
    fail(path, fmt::format("{} has shape {}; labels must be [N], values [N] or [N, T]", array.name, shape.to_string()));
  }
  if (targets.classification) {
    read_labels(array, classes, targets, problems);
    return targets;
  }
  targets.width = width;
  targets.values.resize(static_cast<std::size_t>(shape.numel()));
  for (std::size_t i = 0; i < targets.values.size(); ++i) {
    targets.values[i] = static_cast<float>(value_at(array.values, static_cast<std::int64_t>(i)));
    if (!std::isfinite(targets.values[i])) {
      problems.add(fmt::format("sample {} of {}", static_cast<std::int64_t>(i) / width, array.name), "the target is not a finite number");
    }
  }
  return targets;
}

}  // namespace

std::vector<std::string> numbered_classes(std::int64_t count) {
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < count; ++i) names.push_back(fmt::format("{}", i));
  return names;
}

Source source_of_arrays(const FileArray& inputs, const std::optional<FileArray>& targets, std::int64_t classes, const std::string& path,
                        const Work& work) {
  if (inputs.values.shape.empty() || inputs.values.shape.numel() == 0) {
    fail(path, fmt::format("{} has shape {}: there are no samples", inputs.name, inputs.values.shape.to_string()));
  }
  const Layout layout = layout_of(inputs, path);
  Source source;
  source.shape = layout.sample;
  source.dtype = inputs.values.dtype == DType::u8 ? DType::u8 : DType::f32;
  source.count = inputs.values.shape[0];
  Problems problems;
  if (targets) source.targets = read_targets(*targets, source.count, classes, path, problems);
  source.targets.present = targets.has_value();
  if (inputs.values.dtype == source.dtype && !(layout.to_channels_last && layout.sample[0] > 1)) {
    source.cached = inputs.values;
  } else {
    work.reserve(path, static_cast<std::uint64_t>(source.count) * source.sample_bytes());
    source.cached = HostArray(source.dtype, {source.count, source.shape.numel()});
    const std::int64_t step = samples_per_chunk(source.sample_bytes());
    work.parallel((source.count + step - 1) / step, [&](std::int64_t chunk) {
      fill_range(inputs, layout, source.cached, chunk * step, std::min(source.count, (chunk + 1) * step));
    });
  }
  source.cached_count = source.count;
  if (source.dtype == DType::f32) problems.add(not_finite(source.cached, source.count, source.shape.numel(), inputs.name, work));
  problems.throw_if_any(path);
  source.origin = [name = inputs.name](std::int64_t i) { return fmt::format("{}[{}]", name, i); };
  source.content_hash = content_hash(source, work);
  return source;
}

}  // namespace lockstep::engine::data
