// The samples that a model judged worst: a wall of pictures, or rows where the data are a table.
#pragma once

#include <QWidget>

#include "ui/models/CellTableModel.h"

class QListView;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;

namespace lockstep::ui {

class WorstView : public QWidget {
  Q_OBJECT

 public:
  explicit WorstView(QWidget* parent = nullptr);
  /// As worstTable() makes it.
  void setSamples(CellTable table);

 private:
  CellTableModel* m_model;
  QSortFilterProxyModel* m_sorted;
  QStackedWidget* m_stack;
  QListView* m_pictures;
  QTableView* m_rows;
};

}  // namespace lockstep::ui
