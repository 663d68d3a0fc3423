// The first samples of a table, as they were read.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>

namespace lockstep::ui {

class SampleTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  using QAbstractTableModel::QAbstractTableModel;
  /// `columns`: name and type, a line each.
  void setSamples(QStringList columns, QList<QStringList> rows);
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QStringList m_columns;
  QList<QStringList> m_rows;
};

}  // namespace lockstep::ui
