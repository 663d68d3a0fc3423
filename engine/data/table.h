// A table as a CSV file holds it, typed but not yet numbers for a model: what text becomes depends on the training part.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/data/files.h"
#include "engine/data/preprocessing.h"
#include "engine/data/source.h"

namespace lockstep::engine::data {

struct TableColumn {
  std::string name;
  ColumnType type = ColumnType::real;
  std::vector<double> numbers;           ///< integer and real; NaN: missing. Integers are at most 2^53
  std::vector<std::int32_t> codes;       ///< text: index into `values`; -1: missing
  std::vector<std::string> values;       ///< text: distinct values in order of appearance

  [[nodiscard]] bool missing(std::int64_t row) const noexcept {
    const auto i = static_cast<std::size_t>(row);
    return type == ColumnType::text ? codes[i] < 0 : numbers[i] != numbers[i];
  }
  /// The cell as text; "" when missing.
  [[nodiscard]] std::string text(std::int64_t row) const;
};

struct Table {
  std::filesystem::path path;
  std::vector<TableColumn> columns;  ///< features in the file's order, then the target where there is one
  bool has_target = false;
  std::vector<std::int64_t> lines;   ///< each row's line number in the file, from 1

  [[nodiscard]] std::int64_t rows() const noexcept { return static_cast<std::int64_t>(lines.size()); }
  [[nodiscard]] std::size_t features() const noexcept { return columns.size() - (has_target ? 1U : 0U); }
  [[nodiscard]] const TableColumn& target() const noexcept { return columns.back(); }
  [[nodiscard]] std::string origin(std::int64_t row) const;
};

/// Labels or values of the target column. Integer and text targets mean classification: classes are the distinct values,
/// numbers ascending, texts in byte order; `known` (may be empty) fixes them instead.
/// @throws DataError listing rows with a label that is not known, or with a missing target
[[nodiscard]] Targets table_targets(const Table& table, const std::vector<std::string>& known);

/// What the model gets of each feature column, from these training rows: vocabularies and means.
/// @throws DataError for a text column with too many values or a column without any
[[nodiscard]] std::vector<ColumnMapping> fit_columns(const Table& table, std::span<const std::int64_t> training_rows, Missing missing);
/// Inputs after one-hot coding.
[[nodiscard]] std::int64_t encoded_width(const std::vector<ColumnMapping>& columns) noexcept;

/// Rows as f32 [rows, encoded_width]; an unknown text is all zeros. The source keeps no reference to the table.
/// @throws DataError listing rows with missing values that nothing stands in for
[[nodiscard]] Source encode_table(const Table& table, const std::vector<ColumnMapping>& columns, Targets targets, const Work& work);

/// SHA-256 over the typed columns and their rows in order.
[[nodiscard]] std::string table_hash(const Table& table, const Work& work);

}  // namespace lockstep::engine::data
