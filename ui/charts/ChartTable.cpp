#include "ui/charts/ChartTable.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QTableView>
#include <algorithm>
#include <cmath>

#include "ui/widgets/Actions.h"
#include "ui/widgets/Format.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {

/// So many digits as give the same number again, and no more.
QString exactNumber(double value) {
  if (!std::isfinite(value)) return shortNumber(value);
  return QLocale::c().toString(value, 'g', QLocale::FloatingPointShortest);
}

}  // namespace

std::vector<std::int64_t> ChartTableModel::stepsOf(const Curves& curves) {
  std::vector<std::int64_t> steps;
  for (const Curve& curve : curves) {
    readCurve(curve, XAxis::step, [&](const LiveSeries& series, const XScale& scale) {
      for (std::size_t i = 0; i < series.size(); ++i) steps.push_back(scale.step(i));
    });
  }
  std::sort(steps.begin(), steps.end());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  return steps;
}

void ChartTableModel::setSteps(std::vector<std::int64_t> steps) {
  beginResetModel();
  m_steps = std::move(steps);
  endResetModel();
}

int ChartTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_steps.size()); }
int ChartTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_curves.size()) + 1; }

QVariant ChartTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  const std::int64_t step = m_steps[static_cast<std::size_t>(index.row())];
  if (index.column() == 0) return QString::number(step);
  QString out;
  readCurve(m_curves[static_cast<std::size_t>(index.column()) - 1], XAxis::step, [&](const LiveSeries& series, const XScale& scale) {
    const std::size_t at = scale.nearest(static_cast<double>(step));
    if (scale.step(at) == step) out = exactNumber(series.values()[at]);
  });
  return out;
}

QVariant ChartTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section > static_cast<int>(m_curves.size())) return {};
  return section == 0 ? tr("step") : m_curves[static_cast<std::size_t>(section) - 1].name;
}

ChartTable::ChartTable(const QString& title, const Curves& curves, QWidget* parent)
    : QDialog(parent), m_model(new ChartTableModel(curves, this)), m_view(new QTableView(this)), m_state(new QLabel(tr("loading …"), this)) {
  setObjectName(QStringLiteral("chartTableDialog"));
  setWindowTitle(title);
  resize(70 * gridStep, 60 * gridStep);
  m_view->setObjectName(QStringLiteral("chartTableView"));
  m_view->setAccessibleName(tr("Values of the chart “%1”").arg(title));
  m_view->setModel(m_model);
  m_view->setAlternatingRowColors(true);
  m_view->verticalHeader()->hide();
  m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  m_view->horizontalHeader()->setDefaultSectionSize(18 * gridStep);
  m_view->horizontalHeader()->setStretchLastSection(true);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_state);
  layout->addWidget(m_view, 1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  QAction* copyAction = ui::addAction(*this, QStringLiteral("chartTableCopy"), tr("Copy as a table"), QKeySequence::Copy, [this] { copy(); });
  buttons->addButton(buttonFor(*copyAction, this), QDialogButtonBox::ActionRole);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  layout->addWidget(buttons);
  m_work.start([curves](const std::stop_token&) { return ChartTableModel::stepsOf(curves); },
               [this](Background<std::vector<std::int64_t>>::Outcome outcome) {
                 m_model->setSteps(std::move(outcome.value).value_or(std::vector<std::int64_t>{}));
                 m_state->setText(m_model->rowCount() == 0 ? tr("no values yet") : tr("%n step(s)", nullptr, m_model->rowCount()));
                 m_view->scrollToBottom();
               });
}

/// What is selected, else all: cells by tabs, rows by lines, the names above.
void ChartTable::copy() {
  std::vector<int> rows;
  for (const QItemSelectionRange& range : m_view->selectionModel()->selection())
    for (int row = range.top(); row <= range.bottom(); ++row) rows.push_back(row);
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  if (rows.size() <= 1) {
    rows.resize(static_cast<std::size_t>(m_model->rowCount()));
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<int>(i);
  }
  QString text;
  const int columns = m_model->columnCount();
  for (int column = 0; column < columns; ++column) text += m_model->headerData(column, Qt::Horizontal).toString() + QLatin1Char(column + 1 < columns ? '\t' : '\n');
  for (const int row : rows)
    for (int column = 0; column < columns; ++column) text += m_model->index(row, column).data().toString() + QLatin1Char(column + 1 < columns ? '\t' : '\n');
  QGuiApplication::clipboard()->setText(text);
}

}  // namespace lockstep::ui
