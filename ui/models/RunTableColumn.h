// What a column of the runs' table says about a run: its text, its exact value, what it is sorted by. Any metric and any key of
// the config can be a column beside the given ones.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <memory>
#include <optional>
#include <string>

#include "tracking/store/types.h"

namespace lockstep::ui {

struct RunRowFacts;

/// A run as the table knows it.
struct RunRow {
  tracking::RunSummary run;
  std::shared_ptr<const RunRowFacts> facts = {};  ///< null until they were read
  bool checked = false;
  QString searched = {};  ///< everything that a word of the filter is looked for in, case folded
};

/// Values first, then NaN, then nothing, whichever way a column is sorted.
struct SortKey {
  enum Rank { value, notANumber, nothing };
  Rank rank = nothing;
  long double number = 0;  ///< holds a seed of 64 bits
  QString text = {};
  [[nodiscard]] static SortKey of(double number);
  [[nodiscard]] static SortKey of(const QString& text);
};
/// Of two values; "run 2" comes before "run 10".
[[nodiscard]] bool sortsBefore(const SortKey& a, const SortKey& b);

class RunColumn {
  Q_DECLARE_TR_FUNCTIONS(lockstep::ui::RunColumn)

 public:
  enum Kind { checked, status, name, model, data, device, best, loss, progress, duration, commit, seed, started, tags, notes, id, trashed, metric, config };

  RunColumn(Kind kind, std::string path = {}) : m_kind(kind), m_path(std::move(path)) {}  // NOLINT: a kind is a column
  /// "seed", "metric:val/loss", "config:optimizer.type"; nothing for another program's.
  [[nodiscard]] static std::optional<RunColumn> fromKey(const QString& key);
  [[nodiscard]] QString key() const;

  [[nodiscard]] Kind kind() const { return m_kind; }
  [[nodiscard]] const std::string& path() const { return m_path; }
  [[nodiscard]] QString title() const;
  /// More than fits into a header.
  [[nodiscard]] QString help() const;
  [[nodiscard]] bool isNumeric() const;

  [[nodiscard]] QString text(const RunRow& row) const;
  /// Every digit, for hovering and for copies.
  [[nodiscard]] QString exact(const RunRow& row) const;
  [[nodiscard]] QString toolTip(const RunRow& row) const;
  [[nodiscard]] SortKey sortKey(const RunRow& row) const;

  friend bool operator==(const RunColumn&, const RunColumn&) = default;

 private:
  Kind m_kind;
  std::string m_path;
};

/// Of the planned steps, 0 … 1; -1: not known.
[[nodiscard]] double runFraction(const tracking::RunSummary& run);
/// The status, or the verdict of a reproduction that is over: a sign and a word.
[[nodiscard]] QString stateText(const tracking::RunSummary& run);
/// "3 min ago"
[[nodiscard]] QString sinceText(std::int64_t time);
/// What RunRow::searched holds.
[[nodiscard]] QString searchedText(const RunRow& row);

}  // namespace lockstep::ui
