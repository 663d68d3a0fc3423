// Try the model: pictures or a table are dropped or chosen, and what it says of them appears as a table, to copy and to save.
#pragma once

#include <QWidget>
#include <filesystem>
#include <optional>
#include <vector>

#include "ui/models/CellTableModel.h"
#include "ui/pages/results/ModelWork.h"
#include "ui/widgets/Background.h"

class QAction;
class QLabel;
class QPlainTextEdit;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;

namespace lockstep::ui {

class EmptyState;
class MessageBar;
class WorkBar;

class TryPanel : public QWidget {
  Q_OBJECT

 public:
  explicit TryPanel(QWidget* parent = nullptr);
  /// What was tried with another model goes.
  void setModel(const ModelChoice& choice);
  /// Empty: there is a model; else why none can be tried.
  void setUnavailable(const QString& reason);
  void tryFiles(std::vector<std::filesystem::path> inputs);
  /// By the file's ending: .json, else CSV.
  void saveTo(const QString& file);

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void build();
  [[nodiscard]] QWidget* buildErrors();
  void choose();
  void chooseTarget();
  void show(Background<PredictedInputs>::Outcome outcome);
  void showErrors(const QString& errors);
  void enableActions();

  ModelChoice m_choice;
  QString m_unavailable;
  std::optional<PredictedInputs> m_result;
  bool m_dragging = false;
  CellTableModel* m_model;
  QSortFilterProxyModel* m_sorted;
  MessageBar* m_message;
  WorkBar* m_work;
  QLabel* m_summary;
  QStackedWidget* m_stack;
  EmptyState* m_empty;
  QTableView* m_table;
  QWidget* m_errors = nullptr;
  QLabel* m_errorTitle;
  QPlainTextEdit* m_errorText;
  QAction* m_chooseFiles = nullptr;
  QAction* m_copy = nullptr;
  QAction* m_save = nullptr;
  Background<PredictedInputs> m_predicting;
  Background<bool> m_saving;  // last: what they call uses the others
};

}  // namespace lockstep::ui
