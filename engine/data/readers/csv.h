// CSV as RFC 4180 describes it: quoted fields may hold commas, quotes and line ends. UTF-8, with or without a BOM; gzip or
// not. A quote inside an unquoted field is an ordinary character; lines that are empty are passed over.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/data/table.h"

namespace lockstep::engine::data {

/// What to take from the file. Columns are named by the header, or by their index from 0 where there is none.
struct CsvRequest {
  CsvOptions options;
  bool with_target = true;
  /// A model's columns in its order, with their types: the file must have them; others are passed over.
  std::vector<std::pair<std::string, ColumnType>> recorded;
  std::string recorded_target;
  std::optional<ColumnType> target_type;
};

/// Reads and types the whole file. A column is integer where all its values are, real where nine in ten are numbers (what is
/// not a number is then a mistake), else text; "", NA, N/A, NaN,
/// null and ? stand for missing values.
/// @throws DataError listing every bad row (too few fields, quotes, a value not of its column's type, missing = "error"),
/// or naming the columns that exist when one was not found
[[nodiscard]] Table read_csv(const std::filesystem::path& path, const CsvRequest& request, const Work& work);
[[nodiscard]] Table parse_csv(std::string_view text, const std::filesystem::path& path, const CsvRequest& request, const Work& work);

/// Splits text into records, one at a time.
class CsvRecords {
 public:
  explicit CsvRecords(std::string_view text) : text_(text) {}
  /// The next record's fields, unquoted; valid until the next call. False at the end.
  bool next();
  [[nodiscard]] const std::vector<std::string_view>& fields() const noexcept { return fields_; }
  [[nodiscard]] std::int64_t line() const noexcept { return record_line_; }  ///< where the record begins, from 1
  [[nodiscard]] const char* error() const noexcept { return error_; }        ///< what is wrong with its quotes, or null

 private:
  struct Piece {
    std::size_t begin;
    std::size_t size;
    bool unescaped;  ///< in arena_, not in text_
  };
  void quoted_field();
  void plain_field();
  void end_of_line();

  std::string_view text_;
  std::size_t at_ = 0;
  std::int64_t line_ = 1;
  std::int64_t record_line_ = 1;
  const char* error_ = nullptr;
  std::vector<Piece> pieces_;
  std::string arena_;
  std::vector<std::string_view> fields_;
};

}  // namespace lockstep::engine::data
