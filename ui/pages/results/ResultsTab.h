// What came of a run: its metrics as recorded, and its model evaluated, tried on files, saved.
#pragma once

#include <optional>

#include "ui/models/CellTableModel.h"
#include "ui/pages/results/ModelWork.h"
#include "ui/pages/results/RunTab.h"
#include "ui/widgets/Background.h"

class QAction;
class QComboBox;
class QStackedWidget;
class QTabWidget;
class QTableView;

namespace lockstep::ui {

class EmptyState;
class EvaluationPanel;
class MessageBar;
class TryPanel;
class WorkBar;
class WorstView;

class ResultsTab : public RunTab {
  Q_OBJECT

 public:
  ResultsTab(PageContext context, const std::string& run, QWidget* parent);
  /// Evaluates with the chosen weights; what was found before stays shown until then.
  void evaluate(bool acceptDrift = false);
  void saveModelTo(const QString& file);
  [[nodiscard]] TryPanel& tryPanel() const { return *m_try; }

 protected:
  void reload() override;
  [[nodiscard]] std::string stamp(const tracking::RunSummary& run) const override;

 private:
  /// What the record says, read off this thread.
  struct Recorded {
    std::vector<tracking::Evaluation> evaluations;
    std::vector<tracking::Checkpoint> checkpoints;
    bool isQuick = false;  ///< an evaluation takes less than a second, as far as can be told
  };
  [[nodiscard]] static Recorded read(const std::filesystem::path& folder, const std::string& run);
  void build();
  void buildActions();
  [[nodiscard]] QWidget* buildBar();
  [[nodiscard]] QWidget* buildMetrics();
  void showRecorded(Background<Recorded>::Outcome outcome);
  void showMetrics();
  void fillWeights();
  void weightsChosen();
  void showEvaluation(Background<EvaluatedModel>::Outcome outcome);
  void failEvaluation(const std::exception_ptr& error);
  void showEvaluationState(const QString& title, const QString& words);
  void chooseTarget();
  void enableActions();
  [[nodiscard]] ModelChoice choice() const;

  Recorded m_recorded;
  std::optional<EvaluatedModel> m_evaluated;
  bool m_everRead = false;   ///< the record, so that it is known whether there are weights
  bool m_saveAsked = false;  ///< before that
  bool m_everTried = false;  ///< an evaluation was begun by itself, or asked for
  QComboBox* m_weights;
  WorkBar* m_work;
  MessageBar* m_message;
  CellTableModel* m_metrics;
  QTableView* m_metricView;
  QStackedWidget* m_metricStack;
  EmptyState* m_noMetrics;
  QTabWidget* m_parts;
  QStackedWidget* m_evaluationStack;
  EmptyState* m_noEvaluation;
  EvaluationPanel* m_evaluation;
  QStackedWidget* m_worstStack;
  EmptyState* m_noWorst;
  WorstView* m_worst;
  TryPanel* m_try;
  QAction* m_evaluate = nullptr;
  QAction* m_save = nullptr;
  Background<Recorded> m_reading;
  Background<EvaluatedModel> m_evaluating;
  Background<SavedModel> m_saving;  // last: what they call uses the others
};

}  // namespace lockstep::ui
