// "What will run": the data's parts, samples and classes, the model's layers, and how much work it is.
#pragma once

#include <QWidget>

#include "ui/pages/new_run/RunPlan.h"

class QAbstractItemModel;
class QLabel;
class QProgressBar;
class QPushButton;
class QTableView;

namespace lockstep::ui {

class ClassBars;
class LayerTableModel;
class SampleStrip;
class SampleTableModel;

class PlanPanel : public QWidget {
  Q_OBJECT

 public:
  explicit PlanPanel(QWidget* parent = nullptr);
  /// Where the layers don't fit the data, these are shown, and the last layers that did are greyed.
  void present(const RunPlan& plan);
  /// What is shown is of an earlier text; `why`: in words.
  void setStale(const QString& why);
  /// Data are being read; total 0: it is not known how much.
  void setReading(qint64 done, qint64 total);
  /// The data could not be read.
  void setFailed(const QString& reason);
  void setCancelled();

 signals:
  void cancelWanted();
  void readingWanted();

 private:
  [[nodiscard]] QTableView* makeTable(const QString& name, const QString& accessible, QAbstractItemModel& model);
  void showData(const DataPlan& data);
  void showParts(const DataPlan& data);
  void showTotals(const RunPlan& plan);
  void setFresh(bool fresh);

  QLabel* m_state;
  QProgressBar* m_progress;
  QPushButton* m_cancel;
  QPushButton* m_again;
  QWidget* m_content;
  QLabel* m_parts;
  SampleStrip* m_pictures;
  SampleTableModel* m_samples;
  QTableView* m_sampleTable;
  ClassBars* m_classes;
  LayerTableModel* m_layers;
  QTableView* m_layerTable;
  QLabel* m_totals;
  bool m_empty = true;
};

}  // namespace lockstep::ui
