#include "ui/pages/new_run/PlanPanel.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>
#include <algorithm>

#include "ui/pages/new_run/ClassBars.h"
#include "ui/pages/new_run/LayerTableModel.h"
#include "ui/pages/new_run/SampleStrip.h"
#include "ui/pages/new_run/SampleTableModel.h"
#include "ui/widgets/Actions.h"
#include "ui/widgets/Format.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {

QString bytes(std::int64_t many) { return QLocale().formattedDataSize(many, 1, QLocale::DataSizeIecFormat); }

/// The selected cells, or all, as lines of cells with tabs between; exact values.
void copyTable(const QTableView& table) {
  QStringList lines;
  const QAbstractItemModel* model = table.model();
  const bool all = !table.selectionModel()->hasSelection();
  for (int row = 0; row < model->rowCount(); ++row) {
    QStringList cells;
    for (int column = 0; column < model->columnCount(); ++column) {
      const QModelIndex index = model->index(row, column);
      if (all || table.selectionModel()->isSelected(index)) cells << index.data(Qt::ToolTipRole).toString();
    }
    if (!cells.isEmpty()) lines << cells.join(QLatin1Char('\t'));
  }
  QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

}  // namespace

PlanPanel::PlanPanel(QWidget* parent)
    : QWidget(parent),
      m_state(new QLabel(this)),
      m_progress(new QProgressBar(this)),
      m_cancel(new QPushButton(tr("Stop reading"), this)),
      m_again(new QPushButton(tr("Read the data"), this)),
      m_content(new QWidget(this)),
      m_parts(new QLabel(m_content)),
      m_pictures(new SampleStrip(m_content)),
      m_samples(new SampleTableModel(this)),
      m_classes(new ClassBars(m_content)),
      m_layers(new LayerTableModel(this)),
      m_totals(new QLabel(m_content)) {
  setObjectName(QStringLiteral("planPanel"));
  auto* heading = new QLabel(tr("What will run"), this);
  QFont bold = heading->font();
  bold.setBold(true);
  heading->setFont(bold);
  m_state->setObjectName(QStringLiteral("planState"));
  m_state->setWordWrap(true);
  m_state->setTextFormat(Qt::PlainText);
  m_state->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_progress->setObjectName(QStringLiteral("planProgress"));
  m_progress->setTextVisible(false);
  m_cancel->setObjectName(QStringLiteral("planCancel"));
  m_again->setObjectName(QStringLiteral("planRead"));
  m_parts->setObjectName(QStringLiteral("planParts"));
  m_totals->setObjectName(QStringLiteral("planTotals"));
  for (QLabel* label : {m_parts, m_totals}) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  m_pictures->setObjectName(QStringLiteral("planPictures"));
  m_pictures->setAccessibleName(tr("Samples of the training part"));
  m_classes->setObjectName(QStringLiteral("planClasses"));
  m_classes->setAccessibleName(tr("Samples of each class"));
  m_sampleTable = makeTable(QStringLiteral("planSamples"), tr("The first samples"), *m_samples);
  m_layerTable = makeTable(QStringLiteral("planLayers"), tr("The model's layers"), *m_layers);
  m_sampleTable->setMaximumHeight(24 * gridStep);
  m_layerTable->horizontalHeader()->setStretchLastSection(true);

  auto* reading = new QHBoxLayout;
  reading->addWidget(m_progress, 1);
  reading->addWidget(m_cancel);
  auto* content = new QVBoxLayout(m_content);
  content->setContentsMargins(0, 0, 0, 0);
  content->setSpacing(gridStep);
  content->addWidget(m_parts);
  content->addWidget(m_pictures);
  content->addWidget(m_sampleTable);
  content->addWidget(m_classes);
  content->addWidget(m_layerTable, 1);
  content->addWidget(m_totals);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(gridStep, 0, 0, 0);
  layout->setSpacing(gridStep);
  layout->addWidget(heading);
  layout->addWidget(m_state);
  layout->addLayout(reading);
  layout->addWidget(m_again, 0, Qt::AlignLeft);
  layout->addWidget(m_content, 1);
  layout->addStretch();
  for (QWidget* widget : {static_cast<QWidget*>(m_content), static_cast<QWidget*>(m_progress), static_cast<QWidget*>(m_cancel), static_cast<QWidget*>(m_again)}) widget->hide();
  setStale({});
  setMinimumWidth(34 * gridStep);
  connect(m_cancel, &QPushButton::clicked, this, &PlanPanel::cancelWanted);
  connect(m_again, &QPushButton::clicked, this, &PlanPanel::readingWanted);
}

QTableView* PlanPanel::makeTable(const QString& name, const QString& accessible, QAbstractItemModel& model) {
  auto* table = new QTableView(m_content);
  table->setObjectName(name);
  table->setAccessibleName(accessible);
  table->setModel(&model);
  table->setAlternatingRowColors(true);
  table->setShowGrid(false);
  table->setWordWrap(false);
  table->setTabKeyNavigation(false);
  table->verticalHeader()->hide();
  table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + gridStep);
  table->horizontalHeader()->setHighlightSections(false);
  table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  ui::addAction(*table, name + QStringLiteral("Copy"), tr("Copy the table"), QKeySequence::Copy, [table] { copyTable(*table); });
  table->setContextMenuPolicy(Qt::ActionsContextMenu);
  return table;
}

void PlanPanel::present(const RunPlan& plan) {
  showData(*plan.data);
  const bool fits = plan.mistakes.empty();
  if (fits) {
    m_layers->setLayers(plan.layers);
    m_layerTable->resizeColumnsToContents();
    showTotals(plan);
  }
  const bool any = m_layers->rowCount() > 0;
  for (QWidget* of : {static_cast<QWidget*>(m_layerTable), static_cast<QWidget*>(m_totals)}) {
    of->setEnabled(fits);
    of->setVisible(any);
  }
  m_empty = false;
  m_content->show();
  setFresh(true);
  m_state->setText(fits ? QString() : any ? tr("The layers don't fit these data. Greyed: those of the last model that did.") : tr("The layers don't fit these data."));
  m_state->setVisible(!fits);
}

void PlanPanel::showData(const DataPlan& data) {
  showParts(data);
  m_pictures->setPictures(data.pictures);
  m_samples->setSamples(data.columns, data.rows);
  m_sampleTable->setVisible(!data.rows.isEmpty());
  m_sampleTable->resizeColumnsToContents();
  m_classes->setCounts(data.classes);
}

void PlanPanel::showParts(const DataPlan& data) {
  QStringList parts{tr("%1 train").arg(count(data.counts[0]))};
  if (data.counts[1] > 0) parts << tr("%1 val").arg(count(data.counts[1]));
  if (data.counts[2] > 0) parts << tr("%1 test").arg(count(data.counts[2]));
  m_parts->setText(parts.join(QStringLiteral(" · ")));
}

void PlanPanel::showTotals(const RunPlan& plan) {
  m_totals->setText(tr("%1 parameters · %2 · %3 steps").arg(count(plan.parameters), bytes(plan.parameterBytes + plan.activationBytes), count(plan.steps)));
  m_totals->setToolTip(tr("Parameters: %1. Outputs of all layers for one batch: %2. Gradients and the optimizer's state come on top.")
                           .arg(bytes(plan.parameterBytes), bytes(plan.activationBytes)));
}

void PlanPanel::setFresh(bool fresh) {
  m_content->setEnabled(fresh);
  m_progress->hide();
  m_cancel->hide();
  m_again->hide();
}

void PlanPanel::setStale(const QString& why) {
  setFresh(false);
  m_state->setText(m_empty ? tr("The data's parts and the model's layers appear here once the config has no mistakes.") : why);
  m_state->show();
}

void PlanPanel::setReading(qint64 done, qint64 total) {
  setFresh(false);
  m_state->setText(total > 0 ? tr("Reading the data… %1 of %2").arg(count(done), count(total)) : tr("Reading the data…"));
  m_state->show();
  m_progress->setMaximum(total > 0 ? 1000 : 0);
  m_progress->setValue(total > 0 ? static_cast<int>(done * 1000 / total) : 0);
  m_progress->show();
  m_cancel->show();
}

void PlanPanel::setFailed(const QString& reason) {
  setFresh(false);
  m_state->setText(tr("The data can't be used.") + QLatin1Char('\n') + reason);
  m_state->show();
}

void PlanPanel::setCancelled() {
  setFresh(false);
  m_state->setText(tr("Reading was stopped, so shapes and steps are not known. A run reads the data itself."));
  m_state->show();
  m_again->show();
}

}  // namespace lockstep::ui
