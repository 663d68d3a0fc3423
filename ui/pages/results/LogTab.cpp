#include "ui/pages/results/LogTab.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTreeView>

#include "tracking/store/project.h"
#include "ui/pages/results/TableSupport.h"
#include "ui/project/ProjectFeed.h"
#include "ui/widgets/Actions.h"
#include "ui/widgets/EmptyState.h"
#include "ui/widgets/Format.h"
#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {
constexpr int pollMs = 250;  // the writer commits as often
}

LogTab::LogTab(PageContext context, const std::string& run, QWidget* parent)
    : RunTab(context, run, parent),
      m_file(context.feed.project().run_folder(run) / "log.txt"),
      m_model(new LogModel(this)),
      m_filter(new LogFilter(this)),
      m_search(new QLineEdit(this)),
      m_least(new QComboBox(this)),
      m_count(new QLabel(this)),
      m_stack(new QStackedWidget(this)),
      m_empty(new EmptyState(QStringLiteral("log"), tr("Reading the log…"), {}, this)),
      m_view(new QTreeView(this)) {
  setObjectName(QStringLiteral("logTab"));
  setWindowTitle(tr("Log"));
  build();
  m_timer.setInterval(pollMs);
  connect(&m_timer, &QTimer::timeout, this, &LogTab::poll);
}

void LogTab::build() {
  m_search->setObjectName(QStringLiteral("logFilter"));
  m_search->setPlaceholderText(tr("Filter the log"));
  m_search->setAccessibleName(tr("Filter the log by text"));
  m_search->setClearButtonEnabled(true);
  m_least->setObjectName(QStringLiteral("logSeverity"));
  m_least->setAccessibleName(tr("Kinds of lines to show"));
  m_least->addItems({tr("● All lines"), tr("▲ Warnings and errors"), tr("✗ Errors")});
  m_count->setObjectName(QStringLiteral("logCount"));
  m_count->setTextFormat(Qt::PlainText);
  m_count->setForegroundRole(QPalette::PlaceholderText);
  m_filter->setSourceModel(m_model);
  prepareView(*m_view, QStringLiteral("logView"), tr("Lines of the log"));
  m_view->setRootIsDecorated(false);
  m_view->setUniformRowHeights(true);
  m_view->setAllColumnsShowFocus(true);
  m_view->setModel(m_filter);
  m_view->header()->setStretchLastSection(false);
  m_view->header()->setSectionsMovable(false);
  m_view->setColumnWidth(LogModel::time, 14 * fontMetrics().horizontalAdvance(u'0'));
  m_view->setColumnWidth(LogModel::severity, fontMetrics().horizontalAdvance(tr("▲ warning")) + 4 * gridStep);
  QAction* copy = addCopyAction(*m_view, QStringLiteral("copyLog"), tr("Copy the log's lines"));
  ui::addAction(*this, QStringLiteral("filterLog"), tr("Filter the log"), QKeySequence::Find, [this] {
    emit wanted();
    m_search->setFocus();
    m_search->selectAll();
  });
  QAction* follow = ui::addAction(*this, QStringLiteral("followLog"), tr("To the log's end"), QKeySequence(Qt::CTRL | Qt::Key_End), [this] { m_view->scrollToBottom(); });

  auto* bar = new QHBoxLayout;
  bar->setSpacing(gridStep);
  bar->addWidget(m_search, 1);
  bar->addWidget(m_least);
  bar->addWidget(buttonFor(*copy, this, QStringLiteral("copy")));
  bar->addWidget(buttonFor(*follow, this, QStringLiteral("down")));
  m_stack->addWidget(m_empty);
  m_stack->addWidget(m_view);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(gridStep, gridStep, gridStep, gridStep);
  layout->setSpacing(gridStep);
  layout->addLayout(bar);
  layout->addWidget(m_stack, 1);
  layout->addWidget(m_count);
  connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
    m_filter->setWords(text);
    tell();
  });
  connect(m_least, &QComboBox::currentIndexChanged, this, [this](int least) {
    m_filter->setLeast(static_cast<LogEntry::Severity>(least));
    tell();
  });
}

std::string LogTab::stamp(const tracking::RunSummary& run) const { return std::string(tracking::status_name(run.status)); }

void LogTab::reload() {
  const tracking::RunSummary* of = summary();
  if (of != nullptr && !tracking::is_terminal(of->status)) m_timer.start();
  else m_timer.stop();
  poll();
}

void LogTab::showEvent(QShowEvent* event) {
  RunTab::showEvent(event);
  poll();
}

void LogTab::resizeEvent(QResizeEvent* event) {
  RunTab::resizeEvent(event);
  fitColumns();
}

/// The text takes what is left, and more where its longest line needs more.
void LogTab::fitColumns() {
  const int left = m_view->viewport()->width() - m_view->columnWidth(LogModel::time) - m_view->columnWidth(LogModel::severity);
  m_view->setColumnWidth(LogModel::message, std::max(left, fontMetrics().horizontalAdvance(m_model->longest()) + 4 * gridStep));
}

void LogTab::hideEvent(QHideEvent* event) {
  m_timer.stop();
  RunTab::hideEvent(event);
}

void LogTab::poll() {
  if (!m_timer.isActive() && isVisible() && summary() != nullptr && !tracking::is_terminal(summary()->status)) m_timer.start();
  if (m_reading.isRunning()) return;
  const bool ended = summary() == nullptr || tracking::is_terminal(summary()->status);
  const QFileInfo file(QString::fromStdString(m_file.string()));
  if (m_model->rowCount() > 0 && file.exists() && file.size() == m_model->next()) return;
  m_reading.start([path = m_file, from = m_model->next(), previous = m_model->lastSeverity(), ended](const std::stop_token& stop) { return LogModel::read(path, from, previous, ended, stop); },
                  [this](auto outcome) { show(std::move(outcome)); });
}

bool LogTab::isAtEnd() const { return m_view->verticalScrollBar()->value() >= m_view->verticalScrollBar()->maximum() - 1; }

void LogTab::show(Background<LogPart>::Outcome outcome) {
  if (outcome.error) {
    m_empty->setTexts(tr("The log could not be read"), text(outcome.error));
    m_stack->setCurrentWidget(m_empty);
    return;
  }
  const bool follow = isAtEnd();
  m_model->add(std::move(*outcome.value));
  tell();
  fitColumns();
  if (follow) m_view->scrollToBottom();
}

void LogTab::tell() {
  const int all = m_model->rowCount();
  if (all == 0) {
    m_empty->setTexts(tr("The log is empty"), tr("Nothing has been written to it yet. What happens to the run appears here as it happens."));
    m_stack->setCurrentWidget(m_empty);
    m_count->clear();
    return;
  }
  if (m_filter->rowCount() == 0) {
    m_empty->setTexts(tr("No line fits"), tr("None of the lines has this text and kind."));
    m_stack->setCurrentWidget(m_empty);
  } else {
    m_stack->setCurrentWidget(m_view);
  }
  const QString shown = m_filter->rowCount() == all ? tr("%n line(s)", nullptr, all) : tr("%1 of %n line(s)", nullptr, all).arg(m_filter->rowCount());
  m_count->setText(m_model->hasEarlier() ? tr("%1. Earlier ones are in the file %2.").arg(shown, QString::fromStdString(m_file.string())) : shown);
}

}  // namespace lockstep::ui
