#include "ui/pages/results/ProvenanceTab.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeView>

#include "tracking/store/project.h"
#include "ui/models/Cells.h"
#include "ui/models/RecordReader.h"
#include "ui/pages/results/CodeView.h"
#include "ui/pages/results/TableSupport.h"
#include "ui/widgets/Actions.h"
#include "ui/widgets/EmptyState.h"
#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {

constexpr qsizetype mostPatchLetters = 60'000;  // what a viewer lays out within a few milliseconds
constexpr int fewChildren = 24;                  // sections longer than this begin closed

/// Names from the section down.
QString pathOf(const QModelIndex& index) {
  const QString own = index.siblingAtColumn(RecordModel::name).data().toString();
  return index.parent().isValid() ? pathOf(index.parent()) + u'\n' + own : own;
}

}  // namespace

ProvenanceTab::ProvenanceTab(PageContext context, const std::string& run, QWidget* parent)
    : RunTab(context, run, parent),
      m_model(new RecordModel(this)),
      m_filter(new RecordFilter(this)),
      m_search(new QLineEdit(this)),
      m_stack(new QStackedWidget(this)),
      m_empty(new EmptyState(QStringLiteral("search"), tr("Reading the record…"), {}, this)),
      m_nothing(new EmptyState(QStringLiteral("search"), tr("Nothing fits"), tr("No name and no value in the record has all of these words."), this)),
      m_treeStack(new QStackedWidget(this)),
      m_tree(new QTreeView(this)),
      m_patchTitle(new QLabel(this)),
      m_patchView(new CodeView(CodeView::Language::patch, this)) {
  setObjectName(QStringLiteral("provenanceTab"));
  setWindowTitle(tr("Provenance"));
  build();
}

void ProvenanceTab::build() {
  m_search->setObjectName(QStringLiteral("provenanceFilter"));
  m_search->setPlaceholderText(tr("Filter by name or value"));
  m_search->setAccessibleName(tr("Filter the record by name or value"));
  m_search->setClearButtonEnabled(true);
  m_filter->setSourceModel(m_model);
  prepareView(*m_tree, QStringLiteral("provenanceTree"), tr("What the run recorded"));
  m_tree->setModel(m_filter);
  m_tree->setUniformRowHeights(true);
  m_tree->setAllColumnsShowFocus(true);
  m_tree->header()->setSectionsMovable(false);
  m_tree->setColumnWidth(RecordModel::name, 38 * gridStep);
  QAction* copy = addCopyAction(*m_tree, QStringLiteral("copyProvenance"), tr("Copy the record as a table"));
  QAction* copyValue = ui::addAction(*this, QStringLiteral("copyProvenanceValue"), tr("Copy the value"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), [this] {
    const QModelIndex at = m_tree->currentIndex();
    if (at.isValid()) QGuiApplication::clipboard()->setText(exactText(at.siblingAtColumn(RecordModel::value)));
  });
  m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
  m_tree->addAction(copyValue);
  ui::addAction(*this, QStringLiteral("filterProvenance"), tr("Filter the record"), QKeySequence::Find, [this] {
    emit wanted();
    m_search->setFocus();
    m_search->selectAll();
  });

  auto* bar = new QHBoxLayout;
  bar->setSpacing(gridStep);
  bar->addWidget(m_search, 1);
  bar->addWidget(buttonFor(*copyValue, this, QStringLiteral("copy")));
  bar->addWidget(buttonFor(*copy, this, QStringLiteral("table")));
  m_treeStack->addWidget(m_tree);
  m_treeStack->addWidget(m_nothing);
  auto* splitter = new QSplitter(Qt::Vertical, this);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(m_treeStack);
  splitter->addWidget(buildPatch());
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 2);
  auto* page = new QWidget(this);
  auto* pageLayout = new QVBoxLayout(page);
  pageLayout->setContentsMargins(0, 0, 0, 0);
  pageLayout->setSpacing(gridStep);
  pageLayout->addLayout(bar);
  pageLayout->addWidget(splitter, 1);
  m_stack->addWidget(m_empty);
  m_stack->addWidget(page);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(gridStep, gridStep, gridStep, gridStep);
  layout->addWidget(m_stack);
  connect(m_search, &QLineEdit::textChanged, this, &ProvenanceTab::search);
}

QWidget* ProvenanceTab::buildPatch() {
  m_patchPanel = new QWidget(this);
  m_patchView->setObjectName(QStringLiteral("patchView"));
  m_patchView->setAccessibleName(tr("Patch of the uncommitted changes"));
  m_patchTitle->setObjectName(QStringLiteral("patchTitle"));
  m_patchTitle->setWordWrap(true);
  m_copyPatch = ui::addAction(*this, QStringLiteral("copyPatch"), tr("Copy the patch"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P), [this] { QGuiApplication::clipboard()->setText(m_patch); });
  ui::setEnabled(*m_copyPatch, false, tr("The run recorded no patch."));
  auto* bar = new QHBoxLayout;
  bar->addWidget(m_patchTitle, 1);
  bar->addWidget(buttonFor(*m_copyPatch, m_patchPanel, QStringLiteral("copy")));
  auto* layout = new QVBoxLayout(m_patchPanel);
  layout->setContentsMargins(0, gridStep / 2, 0, 0);
  layout->setSpacing(gridStep / 2);
  layout->addLayout(bar);
  layout->addWidget(m_patchView, 1);
  return m_patchPanel;
}

std::string ProvenanceTab::stamp(const tracking::RunSummary& run) const {
  // Checkpoints and evaluations come at the end of each epoch.
  const tracking::MetricSummary* epoch = run.metric("train/epoch_loss");
  return RunTab::stamp(run) + '|' + run.name + '|' + run.notes + '|' + std::to_string(epoch != nullptr ? epoch->last_step : 0);
}

ProvenanceTab::Content ProvenanceTab::read(const std::filesystem::path& folder, const std::string& run) {
  const tracking::Project project = openForReading(folder);
  RunRecord record;
  record.run = project.summary(run);
  record.folder = project.run_folder(run).string();
  record.documents = readDocuments(folder, run);
  tracking::RunReader reader = project.reader(run);
  record.attempts = reader.attempts();
  record.checkpoints = reader.checkpoints();
  record.evaluations = reader.evaluations();
  Content content;
  content.items = recordItems(record);
  const auto patch = record.documents.find("code.patch");
  if (patch == record.documents.end()) return content;
  content.patch = QString::fromStdString(patch->second);
  content.shownPatch = content.patch;
  int added = 0;
  int removed = 0;
  for (const QStringView line : QStringView(content.patch).split(u'\n')) {
    if (line.startsWith(u'+') && !line.startsWith(u"+++ ")) ++added;
    if (line.startsWith(u'-') && !line.startsWith(u"--- ")) ++removed;
  }
  content.patchTitle = tr("Patch of the uncommitted changes: + %1 and − %2 lines").arg(added).arg(removed);
  if (content.patch.size() > mostPatchLetters) {
    content.shownPatch.truncate(content.shownPatch.lastIndexOf(u'\n', mostPatchLetters) + 1);
    content.patchTitle = tr("%1. Only its beginning is shown; the copy is whole.").arg(content.patchTitle);
  }
  return content;
}

void ProvenanceTab::reload() {
  m_reading.start([folder = projectFolder(), id = run()](const std::stop_token&) { return read(folder, id); }, [this](auto outcome) { show(std::move(outcome)); });
}

void ProvenanceTab::show(Background<Content>::Outcome outcome) {
  if (outcome.error) {
    m_stack->setCurrentIndex(0);
    m_empty->setTexts(tr("The record could not be read"), text(outcome.error));
    return;
  }
  if (!m_searching) keepExpanded();
  const int scrolled = m_tree->verticalScrollBar()->value();
  m_model->setItems(std::move(outcome.value->items));
  if (m_searching) m_tree->expandAll();
  else restoreExpanded();
  m_tree->verticalScrollBar()->setValue(scrolled);
  m_patch = std::move(outcome.value->patch);
  m_patchPanel->setVisible(!m_patch.isEmpty());
  ui::setEnabled(*m_copyPatch, !m_patch.isEmpty(), tr("The run recorded no patch."));
  m_patchTitle->setText(outcome.value->patchTitle);
  m_patchView->setCode(outcome.value->shownPatch);
  m_stack->setCurrentIndex(1);
}

void ProvenanceTab::search(const QString& words) {
  const bool searching = !words.trimmed().isEmpty();
  if (searching && !m_searching) keepExpanded();
  m_filter->setWords(words);
  m_treeStack->setCurrentWidget(m_filter->rowCount() == 0 && m_model->rowCount() > 0 ? static_cast<QWidget*>(m_nothing) : m_tree);
  if (searching) m_tree->expandAll();
  else if (m_searching) restoreExpanded();
  m_searching = searching;
}

void ProvenanceTab::keepExpanded(const QModelIndex& parent) {
  if (!m_everShown) return;
  if (!parent.isValid()) m_expanded.clear();
  for (int row = 0; row < m_filter->rowCount(parent); ++row) {
    const QModelIndex index = m_filter->index(row, 0, parent);
    if (!m_tree->isExpanded(index)) continue;
    m_expanded.insert(pathOf(index));
    keepExpanded(index);
  }
}

/// What was open; at first every section that is not long.
void ProvenanceTab::restoreExpanded(const QModelIndex& parent) {
  for (int row = 0; row < m_filter->rowCount(parent); ++row) {
    const QModelIndex index = m_filter->index(row, 0, parent);
    const bool open = m_everShown ? m_expanded.contains(pathOf(index)) : m_filter->rowCount(index) <= fewChildren;
    m_tree->setExpanded(index, open);
    if (open && m_everShown) restoreExpanded(index);
  }
  if (!parent.isValid()) m_everShown = true;
}

}  // namespace lockstep::ui
