#include "ui/pages/results/EvaluationPanel.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QStyle>
#include <QTableView>

#include "ui/models/Cells.h"
#include "ui/pages/results/ConfusionView.h"
#include "ui/pages/results/ResultTables.h"
#include "ui/pages/results/ScatterView.h"
#include "ui/pages/results/TableSupport.h"
#include "ui/widgets/Format.h"

namespace lockstep::ui {

EvaluationPanel::EvaluationPanel(QWidget* parent)
    : QWidget(parent),
      m_summary(new QLabel(this)),
      m_stack(new QStackedWidget(this)),
      m_classModel(new CellTableModel(this)),
      m_classesSorted(new QSortFilterProxyModel(this)),
      m_classes(new QTableView(this)),
      m_confusion(new ConfusionView(this)),
      m_predicted(new ScatterView(tr("Predicted and true"), tr("true value"), tr("predicted value"), ScatterView::Line::identity, this)),
      m_residuals(new ScatterView(tr("Residuals"), tr("predicted value"), tr("true − predicted"), ScatterView::Line::zero, this)),
      m_errorSummary(new QLabel(this)) {
  m_summary->setObjectName(QStringLiteral("evaluationSummary"));
  m_summary->setTextFormat(Qt::PlainText);
  m_summary->setWordWrap(true);
  m_stack->addWidget(buildClasses());
  m_stack->addWidget(buildErrors());
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(gridStep, gridStep, gridStep, gridStep);
  layout->setSpacing(gridStep);
  layout->addWidget(m_summary);
  layout->addWidget(m_stack, 1);
}

QWidget* EvaluationPanel::buildClasses() {
  m_classesSorted->setSourceModel(m_classModel);
  m_classesSorted->setSortRole(CellTableModel::sortRole);
  prepareView(*m_classes, QStringLiteral("classAccuracy"), tr("Accuracy by class"));
  m_classes->setModel(m_classesSorted);
  m_classes->setSortingEnabled(true);
  prepareRows(*m_classes);
  addCopyAction(*m_classes, QStringLiteral("copyClasses"), tr("Copy the accuracy by class"));
  m_confusion->setObjectName(QStringLiteral("confusion"));
  auto* splitter = new QSplitter(Qt::Horizontal, this);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(m_confusion);
  splitter->addWidget(m_classes);
  splitter->setStretchFactor(0, 1);
  splitter->setStretchFactor(1, 0);
  splitter->setHandleWidth(2 * gridStep);
  return splitter;
}

QWidget* EvaluationPanel::buildErrors() {
  m_predicted->setObjectName(QStringLiteral("predictedScatter"));
  m_residuals->setObjectName(QStringLiteral("residualScatter"));
  m_errorSummary->setObjectName(QStringLiteral("regressionErrors"));
  m_errorSummary->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  QFont big = m_errorSummary->font();
  big.setPointSizeF(big.pointSizeF() * 1.2);
  m_errorSummary->setFont(big);
  auto* page = new QWidget(this);
  auto* charts = new QHBoxLayout;
  charts->setSpacing(gridStep);
  charts->addWidget(m_predicted, 1);
  charts->addWidget(m_residuals, 1);
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(gridStep);
  layout->addWidget(m_errorSummary);
  layout->addLayout(charts, 1);
  return page;
}

void EvaluationPanel::setEvaluation(const EvaluatedModel& evaluated) {
  const tracking::ModelEvaluation& evaluation = evaluated.evaluation;
  m_summary->setText(tr("The %1 part, %n sample(s), with %2", nullptr, static_cast<int>(evaluation.samples)).arg(partText(evaluation.part), weightsText(evaluated.used)));
  const bool classification = !evaluation.classes.empty();
  m_stack->setCurrentIndex(classification ? 0 : 1);
  if (!classification) {
    setErrors(evaluation);
    return;
  }
  QStringList classes;
  for (const std::string& name : evaluation.classes) classes << QString::fromStdString(name);
  m_confusion->setMatrix(classes, evaluation.confusion);
  m_classModel->setTable(classTable(evaluation));
  m_classesSorted->sort(-1);
  m_classes->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  m_classes->resizeColumnsToContents();
  const int width = m_classes->horizontalHeader()->length() + m_classes->style()->pixelMetric(QStyle::PM_ScrollBarExtent) + 2 * m_classes->frameWidth();
  m_classes->setMinimumWidth(std::min(width, 56 * gridStep));
}

void EvaluationPanel::setErrors(const tracking::ModelEvaluation& evaluation) {
  const std::string prefix = evaluation.part == "test" ? "test/" : "val/";
  QStringList shown;
  QStringList exact;
  for (const auto& [key, value] : evaluation.metrics) {
    if (!key.starts_with(prefix)) continue;
    const std::string name = key.substr(prefix.size());
    const QString title = name == "r2" ? tr("R²") : name == "mse" ? tr("Mean squared error") : name == "mae" ? tr("Mean absolute error") : QString();
    if (title.isEmpty()) continue;
    shown << QStringLiteral("%1 %2").arg(title, shortNumber(value));
    exact << QStringLiteral("%1 %2").arg(title, exactNumber(value));
  }
  m_errorSummary->setText(shown.join(QStringLiteral("    ")));
  m_errorSummary->setToolTip(exact.join(u'\n'));
  std::vector<QPointF> predicted;
  std::vector<QPointF> residuals;
  for (const auto& [target, value] : evaluation.points) {
    predicted.emplace_back(static_cast<double>(target), static_cast<double>(value));
    residuals.emplace_back(static_cast<double>(value), static_cast<double>(target) - static_cast<double>(value));
  }
  m_predicted->setPoints(std::move(predicted));
  m_residuals->setPoints(std::move(residuals));
}

}  // namespace lockstep::ui
