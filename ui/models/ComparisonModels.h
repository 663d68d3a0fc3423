// A comparison of runs as tables: what differs, the metrics, and the reproducibility matrix. The first run is the baseline.
#pragma once

#include <QAbstractTableModel>
#include <memory>

#include "tracking/analysis/comparison.h"

namespace lockstep::ui {

using SharedComparison = std::shared_ptr<const tracking::Comparison>;

/// Rows: keys that differ, by part; columns: part, key, then one a run. A value that is not the baseline's is bold and signed.
class DifferenceModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  using QAbstractTableModel::QAbstractTableModel;
  void setComparison(SharedComparison comparison);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  struct Row {
    QString part;
    const tracking::DifferenceRow* row;
  };
  SharedComparison m_comparison;
  std::vector<Row> m_rows;
};

/// Rows: metrics; columns: metric, then one a run with the last value and, where it is another, the best.
class ComparedMetricModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  using QAbstractTableModel::QAbstractTableModel;
  void setComparison(SharedComparison comparison);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  SharedComparison m_comparison;
};

/// Rows: runs; columns: run, verdict against the first, then what they may share: equal cells have the same letter and colour.
class MatrixModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role { groupRole = Qt::UserRole };  ///< the cell's number, -1 for none
  using QAbstractTableModel::QAbstractTableModel;
  void setComparison(SharedComparison comparison);
  /// What this cell's run has that the first has not, a line each; empty where they are the same.
  [[nodiscard]] QString difference(const QModelIndex& index) const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  [[nodiscard]] const tracking::MatrixColumn* columnAt(const QModelIndex& index) const;
  SharedComparison m_comparison;
};

/// "✓ identical", "≈ within tolerance", "≠ diverged"; empty for a word that is none.
[[nodiscard]] QString verdictText(std::string_view verdict);

}  // namespace lockstep::ui
