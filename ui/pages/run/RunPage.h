// One run: how far it is and how it goes, what can be done about it, its curves and its record, live.
#pragma once

#include <optional>
#include <string>

#include "ui/charts/SeriesFeed.h"
#include "ui/pages/run/RunFacts.h"
#include "ui/pages/run/TimeLeft.h"
#include "ui/widgets/Background.h"
#include "ui/widgets/Page.h"

class QAction;
class QTabWidget;

namespace lockstep::tracking {
struct RunSummary;
enum class Status;
}

namespace lockstep::ui {

class CurvesTab;
class MessageBar;
class RunHeader;

class RunPage : public Page {
  Q_OBJECT

 public:
  RunPage(PageContext context, const std::string& run, QWidget* parent = nullptr);

  void saveState(QSettings& settings) const override;
  void restoreState(QSettings& settings) override;
  void takeFocus() override;

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void build();
  void addActions();
  void connectSessions();
  void pauseOrGoOn();
  void stop();
  void resume(bool acceptDrift);
  void reproduce(bool acceptDrift);
  void duplicate();
  void showRun();
  void showNumbers(const tracking::RunSummary& run);
  void showActions(const tracking::RunSummary& run);
  void readFacts();

  PageContext m_context;
  std::string m_run;
  SeriesFeed m_series;
  RunFacts m_facts;
  bool m_factsAgain = false;                     ///< something was recorded since they began to be read
  TimeLeft m_timeLeft;
  std::optional<tracking::Status> m_status;      ///< as shown last
  bool m_stopping = false;                       ///< asked for, not yet so
  bool m_resuming = false;
  bool m_reproducing = false;                    ///< a reproduction of this run was asked for and is not there yet
  RunHeader* m_header = nullptr;
  MessageBar* m_bar = nullptr;
  QTabWidget* m_tabs = nullptr;
  CurvesTab* m_curves = nullptr;
  QAction* m_pauseAction = nullptr;
  QAction* m_stopAction = nullptr;
  QAction* m_resumeAction = nullptr;
  QAction* m_reproduceAction = nullptr;
  QAction* m_duplicateAction = nullptr;
  Background<RunFacts> m_factsWork;  // last: their ends drop what would come for the others
  Background<RunConfig> m_configWork;
};

}  // namespace lockstep::ui
