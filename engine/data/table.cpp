#include "engine/data/table.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/core/sha256.h"
#include "engine/data/fingerprint.h"
#include "engine/data/problems.h"

namespace lockstep::engine::data {

namespace {

constexpr std::size_t max_vocabulary = 10000;
constexpr std::size_t plausible_classes = 1000;
constexpr std::int64_t rows_per_chunk = 4096;

std::string integer_text(double value) { return fmt::format("{}", static_cast<std::int64_t>(value)); }

std::vector<std::string> distinct_classes(const Table& table) {
  const TableColumn& column = table.target();
  std::vector<std::string> names;
  if (column.type == ColumnType::text) {
    names = column.values;
    std::sort(names.begin(), names.end());
  } else {
    std::set<double> values;
    for (const double value : column.numbers) {
      if (value == value) values.insert(value);
    }
    for (const double value : values) names.push_back(integer_text(value));
  }
  if (names.size() > plausible_classes && names.size() * 2 > static_cast<std::size_t>(table.rows())) {
    throw DataError(Message{"data.csv.classes",
                            "{path}: the target column \"{column}\" has {count} different values in {rows} rows: too many for classes; for "
                            "regression set its type to \"real\" in data.column_types",
                            {{"path", shown(table.path)},
                             {"column", column.name},
                             {"count", fmt::format("{}", names.size())},
                             {"rows", fmt::format("{}", table.rows())}}});
  }
  return names;
}

std::string line(const Table& table, std::int64_t row) { return fmt::format("line {}", table.lines[static_cast<std::size_t>(row)]); }

double mean_of(const TableColumn& column, std::span<const std::int64_t> rows, const Table& table) {
  double sum = 0;
  std::int64_t count = 0;
  for (const std::int64_t row : rows) {
    if (column.missing(row)) continue;
    sum += column.numbers[static_cast<std::size_t>(row)];
    ++count;
  }
  if (count == 0) {
    throw DataError(Message{"data.csv.empty_column", "{path}: column \"{column}\" has no value in the training part; put it into data.ignore",
                            {{"path", shown(table.path)}, {"column", column.name}}});
  }
  return sum / static_cast<double>(count);
}

std::vector<std::string> vocabulary_of(const TableColumn& column, std::span<const std::int64_t> rows, const Table& table) {
  std::vector<char> used(column.values.size());
  for (const std::int64_t row : rows) {
    const auto code = column.codes[static_cast<std::size_t>(row)];
    if (code >= 0) used[static_cast<std::size_t>(code)] = 1;
  }
  std::vector<std::string> vocabulary;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i] != 0) vocabulary.push_back(column.values[i]);
  }
  std::sort(vocabulary.begin(), vocabulary.end());
  if (vocabulary.size() > max_vocabulary) {
    throw DataError(Message{"data.csv.vocabulary",
                            "{path}: the text column \"{column}\" has {count} different values, more than {limit}; put it into data.ignore",
                            {{"path", shown(table.path)},
                             {"column", column.name},
                             {"count", fmt::format("{}", vocabulary.size())},
                             {"limit", fmt::format("{}", max_vocabulary)}}});
  }
  return vocabulary;
}

std::int64_t width_of(const ColumnMapping& mapping) noexcept {
  return mapping.type == ColumnType::text ? static_cast<std::int64_t>(mapping.vocabulary.size()) : 1;
}

/// For each of the column's values its place in the vocabulary, or -1.
std::vector<std::int64_t> places(const TableColumn& column, const ColumnMapping& mapping) {
  std::vector<std::int64_t> out;
  for (const std::string& value : column.values) {
    const auto found = std::lower_bound(mapping.vocabulary.begin(), mapping.vocabulary.end(), value);
    out.push_back(found != mapping.vocabulary.end() && *found == value ? found - mapping.vocabulary.begin() : -1);
  }
  return out;
}

void encode_column(const Table& table, const TableColumn& column, const ColumnMapping& mapping, float* out, std::int64_t stride, Problems& problems) {
  const std::int64_t width = width_of(mapping);
  const auto place = places(column, mapping);
  for (std::int64_t row = 0; row < table.rows(); ++row, out += stride) {
    if (mapping.type == ColumnType::text) {
      std::fill(out, out + width, 0.0F);
      const auto code = column.codes[static_cast<std::size_t>(row)];
      const std::int64_t at = code < 0 ? -1 : place[static_cast<std::size_t>(code)];
      if (at >= 0) out[at] = 1.0F;
      continue;
    }
    const bool missing = column.missing(row);
    if (missing && !mapping.fill) problems.add(line(table, row), fmt::format("column \"{}\": the value is missing", column.name));
    const double value = missing ? mapping.fill.value_or(0) : column.numbers[static_cast<std::size_t>(row)];
    *out = static_cast<float>(value);
    if (!std::isfinite(*out)) problems.add(line(table, row), fmt::format("column \"{}\": {} is too large for float32", column.name, value));
  }
}

std::string hash_rows(const Table& table, std::int64_t begin, std::int64_t end) {
  std::string bytes;
  for (std::int64_t row = begin; row < end; ++row) {
    for (const TableColumn& column : table.columns) {
      if (column.type == ColumnType::text) {
        const std::string text = column.text(row);
        bytes += column.missing(row) ? "-:" : fmt::format("{}:{}", text.size(), text);
      } else {
        const double value = column.missing(row) ? std::numeric_limits<double>::quiet_NaN() : column.numbers[static_cast<std::size_t>(row)];
        bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
      }
    }
  }
  return hash_bytes(as_bytes(bytes));
}

}  // namespace

std::string TableColumn::text(std::int64_t row) const {
  if (missing(row)) return {};
  const auto i = static_cast<std::size_t>(row);
  if (type == ColumnType::text) return values[static_cast<std::size_t>(codes[i])];
  return type == ColumnType::integer ? integer_text(numbers[i]) : fmt::format("{}", numbers[i]);
}

std::string Table::origin(std::int64_t row) const { return fmt::format("{}:{}", shown(path), lines[static_cast<std::size_t>(row)]); }

Targets table_targets(const Table& table, const std::vector<std::string>& known) {
  Targets targets;
  const TableColumn& column = table.target();
  targets.classification = column.type != ColumnType::real;
  Problems problems;
  if (targets.classification) targets.class_names = known.empty() ? distinct_classes(table) : known;
  std::map<std::string, std::int64_t, std::less<>> label_of;
  for (std::size_t i = 0; i < targets.class_names.size(); ++i) label_of.emplace(targets.class_names[i], static_cast<std::int64_t>(i));
  for (std::int64_t row = 0; row < table.rows(); ++row) {
    if (column.missing(row)) {
      problems.add(line(table, row), fmt::format("the target \"{}\" is missing", column.name));
    } else if (targets.classification) {
      const auto found = label_of.find(column.text(row));
      if (found == label_of.end()) problems.add(line(table, row), fmt::format("the label \"{}\" is not one of the training file's", column.text(row)));
      targets.labels.push_back(found == label_of.end() ? -1 : found->second);
    } else {
      targets.values.push_back(static_cast<float>(column.numbers[static_cast<std::size_t>(row)]));
      if (!std::isfinite(targets.values.back())) problems.add(line(table, row), fmt::format("the target {} is too large for float32", column.text(row)));
    }
  }
  problems.throw_if_any(shown(table.path));
  return targets;
}

std::vector<ColumnMapping> fit_columns(const Table& table, std::span<const std::int64_t> training_rows, Missing missing) {
  std::vector<ColumnMapping> mappings;
  for (std::size_t i = 0; i < table.features(); ++i) {
    const TableColumn& column = table.columns[i];
    ColumnMapping mapping{column.name, column.type, {}, {}};
    if (column.type == ColumnType::text) mapping.vocabulary = vocabulary_of(column, training_rows, table);
    else if (missing == Missing::mean) mapping.fill = mean_of(column, training_rows, table);
    mappings.push_back(std::move(mapping));
  }
  return mappings;
}

std::int64_t encoded_width(const std::vector<ColumnMapping>& columns) noexcept {
  std::int64_t width = 0;
  for (const ColumnMapping& mapping : columns) width += width_of(mapping);
  return width;
}

Source encode_table(const Table& table, const std::vector<ColumnMapping>& columns, Targets targets, const Work& work) {
  Source source;
  source.shape = {encoded_width(columns)};
  source.count = table.rows();
  source.cached_count = source.count;
  if (source.shape[0] == 0) throw DataError(plain_message("data.csv.no_features", shown(table.path) + ": no column is left for the inputs"));
  work.reserve(shown(table.path), static_cast<std::uint64_t>(source.count) * source.sample_bytes());
  source.cached = HostArray(DType::f32, {source.count, source.shape[0]});
  Problems problems;
  std::int64_t at = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    work.check();
    encode_column(table, table.columns[i], columns[i], source.cached.as<float>() + at, source.shape[0], problems);
    at += width_of(columns[i]);
  }
  problems.throw_if_any(shown(table.path));
  source.targets = std::move(targets);
  source.origin = [path = shown(table.path), lines = table.lines](std::int64_t i) { return fmt::format("{}:{}", path, lines[static_cast<std::size_t>(i)]); };
  source.files = {table.path};
  source.content_hash = table_hash(table, work);
  return source;
}

std::string table_hash(const Table& table, const Work& work) {
  std::vector<std::string> hashes(static_cast<std::size_t>((table.rows() + rows_per_chunk - 1) / rows_per_chunk));
  work.parallel(static_cast<std::int64_t>(hashes.size()), [&](std::int64_t chunk) {
    hashes[static_cast<std::size_t>(chunk)] = hash_rows(table, chunk * rows_per_chunk, std::min(table.rows(), (chunk + 1) * rows_per_chunk));
  });
  std::string header = fmt::format("lockstep table 1\n{} {}", table.rows(), table.has_target);
  for (const TableColumn& column : table.columns) header += fmt::format("\n{} {}:{}", name_of(column.type), column.name.size(), column.name);
  return combine_hashes(header, hashes);
}

}  // namespace lockstep::engine::data
