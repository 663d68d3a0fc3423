// What an evaluation found: of a classification the confusion matrix and the accuracy by class, of a regression its errors
// as two charts; and the worst samples.
#pragma once

#include <QWidget>

#include "ui/models/CellTableModel.h"
#include "ui/pages/results/ModelWork.h"

class QLabel;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;

namespace lockstep::ui {

class ConfusionView;
class ScatterView;

class EvaluationPanel : public QWidget {
  Q_OBJECT

 public:
  explicit EvaluationPanel(QWidget* parent = nullptr);
  void setEvaluation(const EvaluatedModel& evaluated);

 private:
  [[nodiscard]] QWidget* buildClasses();
  [[nodiscard]] QWidget* buildErrors();
  void setErrors(const tracking::ModelEvaluation& evaluation);

  QLabel* m_summary;
  QStackedWidget* m_stack;
  CellTableModel* m_classModel;
  QSortFilterProxyModel* m_classesSorted;
  QTableView* m_classes;
  ConfusionView* m_confusion;
  ScatterView* m_predicted;
  ScatterView* m_residuals;
  QLabel* m_errorSummary;
};

}  // namespace lockstep::ui
