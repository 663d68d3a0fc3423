// A confusion matrix to be read: numbers on the colour of their share, and what the cell says as a sentence below. A table of
// its own for the keyboard and for screen readers.
#pragma once

#include <QTableView>
#include <QWidget>
#include <cstdint>
#include <vector>

class QLabel;

namespace lockstep::ui {

class ConfusionModel;

class ConfusionView : public QWidget {
  Q_OBJECT

 public:
  explicit ConfusionView(QWidget* parent = nullptr);
  void setMatrix(const QStringList& classes, const std::vector<std::vector<std::int64_t>>& counts);
  [[nodiscard]] QTableView& table() const { return *m_table; }

 protected:
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fitCells();
  void tell(const QModelIndex& index);

  ConfusionModel* m_model;
  QTableView* m_table;
  QLabel* m_words;
};

}  // namespace lockstep::ui
