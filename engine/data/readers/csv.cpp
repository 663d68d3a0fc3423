#include "engine/data/readers/csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/core/utf8.h"
#include "engine/data/problems.h"

namespace lockstep::engine::data {

namespace {

constexpr double largest_exact_integer = 0x1p53;
constexpr std::int64_t rows_between_checks = 4096;

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& reason) {
  throw DataError(Message{"data.csv", "{path}: {reason}", {{"path", shown(path)}, {"reason", reason}}});
}

std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool is_missing(std::string_view trimmed_text) noexcept {
  static constexpr std::string_view words[] = {"", "?", "NA", "N/A", "na", "n/a", "NaN", "nan", "NAN", "null", "NULL"};
  if (trimmed_text.size() > 4) return false;
  return std::find(std::begin(words), std::end(words), trimmed_text) != std::end(words);
}

/// Independent of the locale; a leading plus is allowed. NaN when it is not a finite number.
double number_from(std::string_view text) noexcept {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::numeric_limits<double>::quiet_NaN();
  return value;
}

bool is_integer(std::string_view text) noexcept {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  if (text.empty() || !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) return false;
  return std::fabs(number_from(text)) <= largest_exact_integer;
}

/// A column to read: where it stands in the file and what is known about its type.
struct Selected {
  std::size_t index = 0;
  std::optional<ColumnType> type;
  std::uint64_t values = 0;  ///< that are not missing
  std::uint64_t integers = 0;
  std::uint64_t numbers = 0;

  /// Nine numbers in ten make a column of numbers, whose other values are mistakes to be listed, not a category each.
  [[nodiscard]] ColumnType inferred() const noexcept {
    if (integers == values) return ColumnType::integer;
    return numbers * 10 >= values * 9 ? ColumnType::real : ColumnType::text;
  }
};

class CsvReader {
 public:
  CsvReader(std::string_view text, const std::filesystem::path& path, const CsvRequest& request, const Work& work)
      : text_(text), path_(path), request_(request), work_(work) {
    table_.path = path;
  }

  Table read() {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
    check_encoding();
    read_names();
    select();
    infer();
    convert();
    problems_.throw_if_any(shown(path_));
    if (table_.rows() == 0) fail(path_, "no rows with data");
    return std::move(table_);
  }

 private:
  /// In pieces that end with a line, so that a stop is heeded.
  void check_encoding() const {
    constexpr std::size_t piece = std::size_t{8} << 20U;
    for (std::size_t begin = 0; begin < text_.size();) {
      work_.check();
      const std::size_t end = std::min(text_.find('\n', std::min(begin + piece, text_.size())), text_.size());
      const std::string_view lines = text_.substr(begin, end - begin);
      // A zero byte is UTF-8 but no text: such a file is something else.
      const std::size_t bad = std::min(first_invalid_utf8(lines), lines.find('\0'));
      if (bad != std::string_view::npos) {
        const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(begin + bad), '\n');
        fail(path_, fmt::format("line {}: the byte 0x{:02X} is not UTF-8 text", line, static_cast<unsigned char>(text_[begin + bad])));
      }
      begin = end;
    }
  }

  void read_names() {
    CsvRecords records(text_);
    if (!records.next()) fail(path_, "the file is empty");
    const auto& fields = records.fields();
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const bool named = request_.options.header && !trimmed(fields[i]).empty();
      names_.push_back(named ? std::string(fields[i]) : fmt::format("{}", i));
    }
    if (request_.options.header && records.error() != nullptr) fail(path_, fmt::format("line {}: {}", records.line(), records.error()));
    const std::set<std::string> distinct(names_.begin(), names_.end());
    if (distinct.size() != names_.size()) {
      for (const std::string& name : distinct) {
        if (std::count(names_.begin(), names_.end(), name) > 1) fail(path_, fmt::format("the header names the column \"{}\" twice", name));
      }
    }
  }

  [[nodiscard]] std::size_t find(const std::string& name, std::string_view used_as) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
    std::int64_t index = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
    const auto count = static_cast<std::int64_t>(names_.size());
    if (error == std::errc() && end == name.data() + name.size() && index >= -count && index < count) {
      return static_cast<std::size_t>(index < 0 ? index + count : index);
    }
    std::string list;
    for (std::size_t i = 0; i < names_.size() && i < 40; ++i) list += fmt::format("{}\"{}\"", i == 0 ? "" : ", ", names_[i]);
    if (names_.size() > 40) list += fmt::format(" and {} more", names_.size() - 40);
    fail(path_, fmt::format("no column \"{}\" ({}); the columns are {}", name, used_as, list));
  }

  [[nodiscard]] std::set<std::size_t> find_all(const std::vector<std::string>& names, std::string_view used_as) const {
    std::set<std::size_t> out;
    for (const std::string& name : names) out.insert(find(name, used_as));
    return out;
  }

  void select() {
    if (request_.recorded.empty()) select_by_options();
    else select_recorded();
    table_.has_target = request_.with_target;
    for (const Selected& column : selected_) table_.columns.push_back({names_[column.index], ColumnType::real, {}, {}, {}});
  }

  void select_recorded() {
    for (const auto& [name, type] : request_.recorded) selected_.push_back({find(name, "a column of the model"), type});
    if (request_.with_target) selected_.push_back({find(request_.recorded_target, "the target"), request_.target_type});
  }

  void select_by_options() {
    const CsvOptions& options = request_.options;
    std::map<std::size_t, ColumnType> types;
    for (const auto& [name, type] : options.column_types) types[find(name, "in column_types")] = type;
    const auto type_at = [&](std::size_t i) { return types.contains(i) ? std::optional(types.at(i)) : std::nullopt; };
    const auto ignored = find_all(options.ignore, "in ignore");
    const auto wanted = find_all(options.features, "in features");
    std::optional<std::size_t> target;
    if (request_.with_target) {
      target = find(options.target.empty() ? "-1" : options.target, "the target");
      if (wanted.contains(*target)) fail(path_, fmt::format("the target \"{}\" stands in features too", names_[*target]));
    }
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (i == target || ignored.contains(i) || (!wanted.empty() && !wanted.contains(i))) continue;
      selected_.push_back({i, type_at(i)});
    }
    if (selected_.empty()) fail(path_, "no column is left for the inputs");
    if (target) selected_.push_back({*target, type_at(*target)});
  }

  /// Calls f(records) for each record after the header.
  template <class F>
  void each_record(F&& f) {
    CsvRecords records(text_);
    if (request_.options.header) records.next();
    for (std::int64_t row = 0; records.next(); ++row) {
      if (row % rows_between_checks == 0) work_.check();
      f(records);
    }
  }

  [[nodiscard]] bool well_formed(const CsvRecords& records) const { return records.error() == nullptr && records.fields().size() == names_.size(); }

  void infer() {
    std::uint64_t rows = 0;
    each_record([&](const CsvRecords& records) {
      if (!well_formed(records)) return;
      ++rows;
      for (Selected& column : selected_) {
        if (column.type) continue;
        const std::string_view text = trimmed(records.fields()[column.index]);
        if (is_missing(text)) continue;
        ++column.values;
        if (is_integer(text)) ++column.integers, ++column.numbers;
        else if (!std::isnan(number_from(text))) ++column.numbers;
      }
    });
    work_.reserve(shown(path_), rows * selected_.size() * sizeof(double));
    for (std::size_t i = 0; i < selected_.size(); ++i) {
      table_.columns[i].type = selected_[i].type.value_or(selected_[i].inferred());
    }
    codes_.resize(selected_.size());
  }

  void convert() {
    each_record([&](const CsvRecords& records) {
      const std::string where = well_formed(records) ? std::string() : fmt::format("line {}", records.line());
      if (records.error() != nullptr) {
        problems_.add(where, records.error());
      } else if (!where.empty()) {
        problems_.add(where, fmt::format("{} fields instead of {}", records.fields().size(), names_.size()));
      } else if (keeps(records)) {
        for (std::size_t i = 0; i < selected_.size(); ++i) store(i, records);
        table_.lines.push_back(records.line());
      }
    });
  }

  /// False for rows that missing = "drop" leaves out.
  [[nodiscard]] bool keeps(const CsvRecords& records) {
    bool complete = true;
    for (std::size_t i = 0; i < selected_.size(); ++i) {
      if (!is_missing(trimmed(records.fields()[selected_[i].index]))) continue;
      complete = false;
      const bool target = table_.has_target && i + 1 == selected_.size();
      if (request_.options.missing == Missing::error || (request_.options.missing == Missing::mean && target)) {
        problems_.add(fmt::format("line {}", records.line()),
                      fmt::format("{} \"{}\": the value is missing{}", target ? "the target" : "column", table_.columns[i].name,
                                  target ? "" : "; data.missing can be \"mean\" or \"drop\""));
      }
    }
    return complete || request_.options.missing != Missing::drop;
  }

  void store(std::size_t i, const CsvRecords& records) {
    const std::string_view field = records.fields()[selected_[i].index];
    const std::string_view text = trimmed(field);
    TableColumn& column = table_.columns[i];
    if (column.type == ColumnType::text) {
      column.codes.push_back(is_missing(text) ? -1 : code_of(i, field));
      return;
    }
    double value = std::numeric_limits<double>::quiet_NaN();
    if (!is_missing(text)) {
      value = number_from(text);
      if (std::isnan(value) || (column.type == ColumnType::integer && !is_integer(text))) {
        problems_.add(fmt::format("line {}", records.line()), fmt::format("column \"{}\": \"{}\" is not {}", column.name, field.substr(0, 60),
                                                                      column.type == ColumnType::integer ? "an integer" : "a finite number"));
      }
    }
    column.numbers.push_back(value);
  }

  std::int32_t code_of(std::size_t i, std::string_view field) {
    TableColumn& column = table_.columns[i];
    const auto [at, added] = codes_[i].try_emplace(std::string(field), static_cast<std::int32_t>(column.values.size()));
    if (added) column.values.emplace_back(field);
    return at->second;
  }

  std::string_view text_;
  const std::filesystem::path& path_;
  const CsvRequest& request_;
  const Work& work_;
  std::vector<std::string> names_;
  std::vector<Selected> selected_;
  std::vector<std::unordered_map<std::string, std::int32_t>> codes_;
  Problems problems_;
  Table table_;
};

}  // namespace

Table parse_csv(std::string_view text, const std::filesystem::path& path, const CsvRequest& request, const Work& work) {
  return CsvReader(text, path, request, work).read();
}

Table read_csv(const std::filesystem::path& path, const CsvRequest& request, const Work& work) {
  const Bytes bytes = read_file_unpacked(path, work);
  return parse_csv(as_text(bytes), path, request, work);
}

}  // namespace lockstep::engine::data
