#include "ui/pages/runs/TrashView.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>

#include "tracking/store/project.h"
#include "ui/models/RunFilterModel.h"
#include "ui/models/RunTableModel.h"
#include "ui/pages/runs/RunTableView.h"
#include "ui/project/ProjectFeed.h"
#include "ui/widgets/Actions.h"
#include "ui/widgets/EmptyState.h"
#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {

tracking::Project openProject(const std::filesystem::path& folder) { return tracking::Project(folder, {.create = false}); }

}  // namespace

TrashView::TrashView(ProjectFeed& feed, QWidget* parent)
    : QWidget(parent),
      m_feed(feed),
      m_runs(new RunTableModel({RunColumn::name, RunColumn::status, RunColumn::trashed, RunColumn::started, RunColumn::best, RunColumn::loss, RunColumn::id}, this)),
      m_sorted(new RunFilterModel(*m_runs, this)),
      m_stack(new QStackedWidget(this)),
      m_table(new RunTableView(*m_sorted, this)),
      m_empty(new EmptyState(QStringLiteral("trash"), tr("The trash is empty"), tr("Runs that are moved here stay on the disk, and can be put back, until they are deleted for good."), this)),
      m_count(new QLabel(this)) {
  setObjectName(QStringLiteral("trashView"));
  m_table->setObjectName(QStringLiteral("trash"));
  m_table->setAccessibleName(tr("Runs in the trash"));
  m_table->sortByColumn(2, Qt::DescendingOrder);
  for (int column = 0; column < m_runs->columnCount(); ++column) m_table->setColumnWidth(column, (column == 0 ? 26 : 15) * gridStep);
  m_count->setObjectName(QStringLiteral("trashCount"));
  QFont big = m_count->font();
  big.setPointSizeF(big.pointSizeF() * 1.3);
  m_count->setFont(big);
  m_stack->addWidget(m_table);
  m_stack->addWidget(m_empty);
  addActions();
  auto* top = new QHBoxLayout;
  top->setSpacing(gridStep);
  top->addWidget(buttonFor(*findChild<QAction*>(QStringLiteral("leaveTrash")), this, QStringLiteral("back")));
  top->addSpacing(gridStep);
  top->addWidget(m_count);
  top->addStretch();
  for (QAction* action : {m_restore, m_delete, m_deleteAll}) top->addWidget(buttonFor(*action, this));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(gridStep);
  layout->addLayout(top);
  layout->addWidget(m_stack, 1);
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TrashView::updateActions);
  show({});
}

void TrashView::addActions() {
  ui::addAction(*this, QStringLiteral("leaveTrash"), tr("Back to the runs"), Qt::ALT | Qt::Key_Left, [this] { emit left(); });
  m_restore = ui::addAction(*this, QStringLiteral("restoreRuns"), tr("Put back"), Qt::CTRL | Qt::SHIFT | Qt::Key_Z, [this] { restore(); });
  m_delete = ui::addAction(*this, QStringLiteral("deleteRuns"), tr("Delete for good…"), Qt::SHIFT | Qt::Key_Delete, [this] { deleteForGood(m_table->selectedRuns()); });
  m_deleteAll = ui::addAction(*this, QStringLiteral("emptyTrash"), tr("Empty the trash…"), Qt::CTRL | Qt::SHIFT | Qt::Key_Delete, [this] {
    std::vector<std::string> all;
    for (int row = 0; row < m_runs->rowCount(); ++row) all.push_back(m_runs->row(row).run.id);
    deleteForGood(std::move(all));
  });
  m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
  m_table->addActions({m_restore, m_delete});
}

void TrashView::takeFocus() { m_table->setFocus(Qt::OtherFocusReason); }

void TrashView::refresh() {
  m_reading.start([folder = m_feed.folder()](std::stop_token) { return openProject(folder).trash(); },
                  [this](const auto& outcome) {
                    if (outcome.value) {
                      show(*outcome.value);
                    } else {
                      emit said(Tone::bad, tr("The trash could not be read: %1").arg(text(outcome.error)));
                    }
                  });
}

void TrashView::show(const std::vector<tracking::RunSummary>& runs) {
  m_table->keepPlace([&] { m_runs->setRuns(runs); });
  m_stack->setCurrentWidget(runs.empty() ? static_cast<QWidget*>(m_empty) : m_table);
  m_count->setText(tr("Trash: %n run(s)", nullptr, static_cast<int>(runs.size())));
  m_table->ensureSelection();
  updateActions();
}

void TrashView::updateActions() {
  const bool some = m_table->selectionModel()->hasSelection();
  ui::setEnabled(*m_restore, some, tr("Select runs first."));
  ui::setEnabled(*m_delete, some, tr("Select runs first."));
  ui::setEnabled(*m_deleteAll, m_runs->rowCount() > 0, tr("The trash is empty."));
}

void TrashView::restore() {
  const std::vector<std::string> ids = m_table->selectedRuns();
  if (ids.empty() || !m_feed.restore(ids)) return;
  emit restored(static_cast<int>(ids.size()));
  refresh();
}

void TrashView::deleteForGood(std::vector<std::string> ids) {
  if (ids.empty()) return;
  QMessageBox box(QMessageBox::Warning, tr("Delete for good"), tr("Delete %n run(s) for good?", nullptr, static_cast<int>(ids.size())), QMessageBox::NoButton, this);
  box.setObjectName(QStringLiteral("deleteQuestion"));
  box.setInformativeText(tr("Their records, curves and checkpoints are taken from the disk. This can't be undone."));
  QPushButton* yes = box.addButton(tr("Delete for good"), QMessageBox::DestructiveRole);
  QPushButton* no = box.addButton(tr("Keep them"), QMessageBox::RejectRole);
  yes->setObjectName(QStringLiteral("deleteYes"));
  no->setObjectName(QStringLiteral("deleteNo"));
  box.setDefaultButton(no);
  box.setEscapeButton(no);
  box.exec();
  if (box.clickedButton() != yes) return;
  m_count->setText(tr("Deleting %n run(s)…", nullptr, static_cast<int>(ids.size())));
  m_deleting.start([folder = m_feed.folder(), ids = std::move(ids)](std::stop_token) { return openProject(folder).purge(ids); },
                   [this](const auto& outcome) {
                     if (outcome.value) {
                       emit said(Tone::good, tr("%n run(s) deleted for good", nullptr, static_cast<int>(*outcome.value)));
                     } else {
                       emit said(Tone::bad, tr("The runs could not be deleted: %1").arg(text(outcome.error)));
                     }
                     refresh();
                   });
}

}  // namespace lockstep::ui
