// The leftmost columns of the runs' table, over it, while the others are scrolled away to the left.
#pragma once

#include <QTableView>

namespace lockstep::ui {

class PinnedColumns : public QTableView {
  Q_OBJECT

 public:
  /// A child of the table, whose model, selection and header it follows.
  explicit PinnedColumns(QTableView& table);

  [[nodiscard]] int count() const { return m_count; }
  /// So many of the columns that are shown, from the left; 0: none.
  void setCount(int count);
  [[nodiscard]] bool isPinned(int column) const;
  /// Follows the table's header and size.
  void follow();

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void followHeader();
  void place();
  void sort(int column);

  QTableView& m_table;
  int m_count = 0;
  int m_width = 0;
};

}  // namespace lockstep::ui
