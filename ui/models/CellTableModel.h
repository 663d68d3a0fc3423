// A table that is made once and shown: each cell with its text, its exact value, its tone, and what it sorts by.
#pragma once

#include <QAbstractTableModel>
#include <QImage>
#include <QStringList>
#include <QVariant>
#include <vector>

#include "ui/widgets/Theme.h"

namespace lockstep::ui {

struct Cell {
  QString text;
  QString exact = {};  ///< what a copy holds and hovering shows; empty: the text
  QString help = {};   ///< said on hovering, below the exact value
  Tone tone = Tone::plain;
  QVariant sort = {};  ///< invalid: the text
  QImage picture = {};
  bool isNumber = false;  ///< stands right
};
/// With four significant digits and the exact value.
[[nodiscard]] Cell numberCell(double value);
[[nodiscard]] Cell countCell(std::int64_t value);
/// "97.31 %"; the exact value is the share.
[[nodiscard]] Cell percentCell(double share);

using CellRow = std::vector<Cell>;
struct CellTable {
  QStringList titles;
  std::vector<CellRow> rows;  ///< each as long as the titles
};

class CellTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role { sortRole = Qt::UserRole };

  using QAbstractTableModel::QAbstractTableModel;
  /// A table of the same titles and length changes its cells, and selections stay. Returns whether it is another instead.
  bool setTable(CellTable table);
  [[nodiscard]] const CellTable& table() const { return m_table; }

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  CellTable m_table;
};

}  // namespace lockstep::ui
