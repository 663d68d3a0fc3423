// A chart's points as a table: exact, to be read aloud and to be copied.
#pragma once

#include <QAbstractTableModel>
#include <QDialog>
#include <vector>

#include "ui/charts/Curve.h"
#include "ui/widgets/Background.h"

class QLabel;
class QTableView;

namespace lockstep::ui {

/// A row a step at which any of the curves has a point.
class ChartTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  explicit ChartTableModel(Curves curves, QObject* parent = nullptr) : QAbstractTableModel(parent), m_curves(std::move(curves)) {}
  void setSteps(std::vector<std::int64_t> steps);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

  /// Of all curves, each once, in order. Takes long for long runs: for a worker.
  [[nodiscard]] static std::vector<std::int64_t> stepsOf(const Curves& curves);

 private:
  Curves m_curves;
  std::vector<std::int64_t> m_steps;
};

class ChartTable : public QDialog {
  Q_OBJECT

 public:
  ChartTable(const QString& title, const Curves& curves, QWidget* parent);

 private:
  void copy();

  ChartTableModel* m_model;
  QTableView* m_view;
  QLabel* m_state;
  Background<std::vector<std::int64_t>> m_work;
};

}  // namespace lockstep::ui
