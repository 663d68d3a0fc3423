// Two to fifty runs side by side: why they differ in one sentence, their curves overlaid, and what differs in tables.
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <memory>
#include <vector>

#include "ui/charts/SeriesStore.h"
#include "ui/models/ComparisonModels.h"
#include "ui/widgets/Background.h"
#include "ui/widgets/Page.h"

class QBoxLayout;
class QCheckBox;
class QComboBox;
class QLabel;
class QListWidget;
class QStackedWidget;
class QTableView;
class QTabWidget;

namespace lockstep::ui {

class ChartGroup;
class CodeView;
class CurveChart;
class EmptyState;
class SeriesFeed;

class ComparePage : public Page {
  Q_OBJECT

 public:
  explicit ComparePage(PageContext context, QWidget* parent = nullptr);
  ~ComparePage() override;

  /// The first is the baseline. Fewer than two show what to do.
  void setRuns(const QStringList& ids);
  [[nodiscard]] QStringList runs() const { return m_ids; }
  void saveState(QSettings& settings) const override;
  void restoreState(QSettings& settings) override;
  void takeFocus() override;

 signals:
  /// A person has taken a run out of the comparison, or put another first.
  void runsChosen(const QStringList& ids);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void build();
  [[nodiscard]] QWidget* buildCurves();
  [[nodiscard]] QWidget* buildTables();
  void addActions();
  void compute();
  /// What the worker brings: the comparison, and each run's steps an epoch (0: not known) for the charts' axis.
  struct Computed {
    SharedComparison comparison;
    std::vector<double> stepsPerEpoch;
  };
  void showComparison(const Computed& computed);
  void showLegend();
  void showPatches();
  void showSignificance();
  void showCurves();
  /// Curves of runs of one config under several seeds become one with a band, where that was asked for.
  [[nodiscard]] bool showsBands() const;
  void computeBands();
  void showBandChoice();
  void curvesChanged();
  void openFeeds();
  void watch();
  void makeBaseline();
  void takeOut();
  void runsChanged();

  PageContext m_context;
  QStringList m_ids;
  SharedComparison m_comparison;
  bool m_stale = false;  ///< changed while nobody looked
  QElapsedTimer m_computed;
  std::vector<std::unique_ptr<SeriesFeed>> m_feeds;
  ChartGroup* m_group;
  std::vector<CurveChart*> m_charts;
  QStackedWidget* m_stack = nullptr;
  EmptyState* m_empty = nullptr;
  QLabel* m_why = nullptr;
  QListWidget* m_legend = nullptr;
  QComboBox* m_axis = nullptr;
  QCheckBox* m_bands = nullptr;
  std::vector<std::shared_ptr<SeriesStore>> m_bandStores;  ///< one a group of the comparison
  QTimer m_bandTimer;
  QTabWidget* m_tabs = nullptr;
  DifferenceModel* m_differences;
  ComparedMetricModel* m_metrics;
  MatrixModel* m_matrix;
  QLabel* m_same = nullptr;
  QLabel* m_significance = nullptr;
  QLabel* m_cell = nullptr;
  QTableView* m_matrixView = nullptr;
  CodeView* m_code = nullptr;
  CodeView* m_patchBefore = nullptr;
  CodeView* m_patchAfter = nullptr;
  Background<std::vector<SeriesStore::Content>> m_bandWork;
  Background<Computed> m_work;  // last: its end drops what would come for the others
};

}  // namespace lockstep::ui
