#include "engine/data/readers/pixel_rows.h"

#include <fmt/format.h>

#include "engine/data/fingerprint.h"
#include "engine/data/problems.h"
#include "engine/data/readers/csv.h"

namespace lockstep::engine::data {

Source read_pixel_rows(const std::filesystem::path& path, const Shape& shape, std::int64_t maximum, const std::vector<std::string>& class_names,
                       bool targets, const Work& work) {
  const std::int64_t pixels = shape.numel();
  CsvRequest request;
  request.options.header = false;
  request.with_target = targets;
  for (std::int64_t i = 0; i < pixels; ++i) request.recorded.emplace_back(fmt::format("{}", i), ColumnType::integer);
  request.recorded_target = fmt::format("{}", pixels);
  const Table table = read_csv(path, request, work);

  Source source;
  source.shape = shape;
  source.dtype = DType::u8;
  source.count = source.cached_count = table.rows();
  source.maximum = maximum;
  source.targets.present = targets;
  if (targets) source.targets = table_targets(table, class_names);
  source.cached = HostArray(DType::u8, {source.count, pixels});
  Problems problems;
  for (std::int64_t row = 0; row < source.count; ++row) {
    for (std::int64_t i = 0; i < pixels; ++i) {
      const double value = table.columns[static_cast<std::size_t>(i)].numbers[static_cast<std::size_t>(row)];
      const bool good = value >= 0 && value <= static_cast<double>(maximum);
      if (!good) problems.add(fmt::format("line {}", table.lines[static_cast<std::size_t>(row)]), fmt::format("pixel {} is {}, not in 0 … {}", i, value, maximum));
      source.cached.as<std::uint8_t>()[row * pixels + i] = static_cast<std::uint8_t>(good ? value : 0);
    }
  }
  problems.throw_if_any(shown(path));
  source.origin = [name = shown(path), lines = table.lines](std::int64_t i) { return fmt::format("{}:{}", name, lines[static_cast<std::size_t>(i)]); };
  source.files = {path};
  source.content_hash = content_hash(source, work);
  return source;
}

}  // namespace lockstep::engine::data
