// On a run's page: whether this run repeats the one that it reproduces, live while it trains, and what its own reproductions said.
#pragma once

#include <QElapsedTimer>
#include <QFrame>
#include <optional>
#include <string>

#include "tracking/analysis/verdict.h"
#include "ui/widgets/Background.h"
#include "ui/widgets/Page.h"

class QLabel;
class QPushButton;

namespace lockstep::ui {

class DifferencePlot;

class ReproductionStrip : public QFrame {
  Q_OBJECT

 public:
  ReproductionStrip(PageContext context, std::string run, QWidget* parent = nullptr);

 signals:
  void runOpened(const QString& id);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  /// Where the two are, as far as both have come.
  struct State {
    tracking::Judgement judgement;
    tracking::LossDifference difference;
    bool over = false;  ///< the reproduction is finished
  };
  void follow();
  void compute(const tracking::RunSummary& run);
  void showState(const State& state);
  void showReproductions();
  void tell(Tone tone, const QString& words);

  PageContext m_context;
  std::string m_run;
  std::string m_original;
  std::optional<tracking::Status> m_computedFor;
  QElapsedTimer m_computed;
  Tone m_tone = Tone::plain;
  QLabel* m_text;
  QPushButton* m_open;
  QLabel* m_reproductions;
  DifferencePlot* m_plot;
  Background<State> m_work;  // last: its end drops what would come for the others
};

}  // namespace lockstep::ui
