// A run's log, live: follows the file while a person looks at its end, and stands still while they read further up.
#pragma once

#include <QTimer>

#include "ui/models/LogModel.h"
#include "ui/pages/results/RunTab.h"
#include "ui/widgets/Background.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QTreeView;

namespace lockstep::ui {

class EmptyState;

class LogTab : public RunTab {
  Q_OBJECT

 public:
  LogTab(PageContext context, const std::string& run, QWidget* parent);

 protected:
  void reload() override;
  [[nodiscard]] std::string stamp(const tracking::RunSummary& run) const override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void build();
  void poll();
  void show(Background<LogPart>::Outcome outcome);
  void tell();
  void fitColumns();
  [[nodiscard]] bool isAtEnd() const;

  std::filesystem::path m_file;
  LogModel* m_model;
  LogFilter* m_filter;
  QLineEdit* m_search;
  QComboBox* m_least;
  QLabel* m_count;
  QStackedWidget* m_stack;
  EmptyState* m_empty;
  QTreeView* m_view;
  QTimer m_timer;
  Background<LogPart> m_reading;  // last: what it calls uses the others
};

}  // namespace lockstep::ui
