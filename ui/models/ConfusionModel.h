// Which class was predicted how often for which: rows are the right classes, columns the predicted ones.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <cstdint>
#include <vector>

namespace lockstep::ui {

class ConfusionModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role { shareRole = Qt::UserRole };  ///< of the row's samples, 0 to 1; NaN for a class without samples

  using QAbstractTableModel::QAbstractTableModel;
  void setMatrix(const QStringList& classes, std::vector<std::vector<std::int64_t>> counts);
  /// What a cell says, as a sentence.
  [[nodiscard]] QString inWords(const QModelIndex& index) const;
  /// With the classes as a first column, for a spreadsheet.
  [[nodiscard]] QString tabSeparated() const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  [[nodiscard]] std::int64_t at(int row, int column) const { return m_counts[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]; }

  QStringList m_classes;
  std::vector<std::vector<std::int64_t>> m_counts;
  std::vector<std::int64_t> m_totals;  ///< samples of each right class
};

}  // namespace lockstep::ui
