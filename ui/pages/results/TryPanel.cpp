#include "ui/pages/results/TryPanel.h"

#include <QBoxLayout>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QMimeData>
#include <QPainter>
#include <QPlainTextEdit>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTableView>
#include <QUrl>
#include <span>

#include "engine/io/atomic_file.h"
#include "ui/pages/results/ResultTables.h"
#include "ui/pages/results/TableSupport.h"
#include "ui/pages/results/WorkBar.h"
#include "ui/widgets/Actions.h"
#include "ui/widgets/EmptyState.h"
#include "ui/widgets/Format.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/MessageBar.h"
#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {

constexpr std::size_t mostRows = 10000;  // a person looks at no more; saving writes all

std::vector<std::filesystem::path> localFiles(const QMimeData& data) {
  std::vector<std::filesystem::path> files;
  for (const QUrl& url : data.urls())
    if (url.isLocalFile()) files.emplace_back(url.toLocalFile().toStdString());
  return files;
}

}  // namespace

TryPanel::TryPanel(QWidget* parent)
    : QWidget(parent),
      m_model(new CellTableModel(this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_message(new MessageBar(this)),
      m_work(new WorkBar(QStringLiteral("tryWork"), this)),
      m_summary(new QLabel(this)),
      m_stack(new QStackedWidget(this)),
      m_empty(new EmptyState(QStringLiteral("image"), {}, {}, this)),
      m_table(new QTableView(this)),
      m_errorTitle(new QLabel(this)),
      m_errorText(new QPlainTextEdit(this)) {
  setObjectName(QStringLiteral("tryPanel"));
  setAcceptDrops(true);
  build();
  setUnavailable(tr("The run's record is being read."));
}

void TryPanel::build() {
  m_sorted->setSourceModel(m_model);
  m_sorted->setSortRole(CellTableModel::sortRole);
  prepareView(*m_table, QStringLiteral("predictions"), tr("Predictions"));
  m_table->setModel(m_sorted);
  m_table->setSortingEnabled(true);
  prepareRows(*m_table);
  m_summary->setObjectName(QStringLiteral("trySummary"));
  m_summary->setTextFormat(Qt::PlainText);
  m_summary->setWordWrap(true);
  m_chooseFiles = ui::addAction(*this, QStringLiteral("tryFiles"), tr("Choose files…"), QKeySequence(Qt::CTRL | Qt::Key_T), [this] { choose(); });
  m_copy = addCopyAction(*m_table, QStringLiteral("copyPredictions"), tr("Copy the predictions"));
  m_save = ui::addAction(*this, QStringLiteral("savePredictions"), tr("Save the predictions…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), [this] { chooseTarget(); });

  m_empty->addButton(*m_chooseFiles);
  auto* bar = new QHBoxLayout;
  bar->setSpacing(gridStep);
  bar->addWidget(buttonFor(*m_chooseFiles, this, QStringLiteral("folder")));
  bar->addWidget(m_work);
  bar->addWidget(m_summary, 1);
  bar->addWidget(buttonFor(*m_copy, this, QStringLiteral("copy")));
  bar->addWidget(buttonFor(*m_save, this, QStringLiteral("save")));
  m_stack->addWidget(m_empty);
  m_stack->addWidget(m_table);
  m_stack->addWidget(buildErrors());
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(gridStep, gridStep, gridStep, gridStep);
  layout->setSpacing(gridStep);
  layout->addLayout(bar);
  layout->addWidget(m_message);
  layout->addWidget(m_stack, 1);
  connect(m_work, &WorkBar::cancelled, this, [this] {
    m_predicting.cancel();
    m_work->end();
    m_stack->setCurrentWidget(m_result ? static_cast<QWidget*>(m_table) : m_empty);
    enableActions();
  });
}

QWidget* TryPanel::buildErrors() {
  m_errors = new QWidget(this);
  m_errorText->setObjectName(QStringLiteral("tryErrors"));
  m_errorText->setAccessibleName(tr("What is wrong with the inputs"));
  m_errorText->setReadOnly(true);
  m_errorText->setTabChangesFocus(true);
  m_errorTitle->setText(tr("✗ These inputs can't be used"));
  QFont bold = m_errorTitle->font();
  bold.setBold(true);
  m_errorTitle->setFont(bold);
  auto* layout = new QVBoxLayout(m_errors);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_errorTitle);
  layout->addWidget(m_errorText, 1);
  return m_errors;
}

void TryPanel::setModel(const ModelChoice& choice) {
  if (choice.project == m_choice.project && choice.run == m_choice.run && choice.weights == m_choice.weights) return;
  m_choice = choice;
  m_predicting.cancel();
  m_work->end();
  m_result.reset();
  m_summary->clear();
  m_message->clear();
  m_stack->setCurrentWidget(m_empty);
  enableActions();
}

void TryPanel::setUnavailable(const QString& reason) {
  m_unavailable = reason;
  if (reason.isEmpty()) m_empty->setTexts(tr("Drop pictures or a CSV here"), tr("Files or folders like those that the run was trained on; a target is not needed. What the model says of each appears as a table."));
  else m_empty->setTexts(tr("No model to try yet"), reason);
  enableActions();
}

void TryPanel::enableActions() {
  ui::setEnabled(*m_chooseFiles, m_unavailable.isEmpty() && !m_predicting.isRunning(), m_unavailable);
  const bool has = m_result.has_value() && m_stack->currentWidget() == m_table;
  ui::setEnabled(*m_copy, has, tr("There are no predictions yet."));
  ui::setEnabled(*m_save, has, tr("There are no predictions yet."));
}

void TryPanel::choose() {
  auto* dialog = new QFileDialog(this, tr("Try the model on files"));
  dialog->setObjectName(QStringLiteral("tryDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFiles);
  connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& files) {
    std::vector<std::filesystem::path> paths;
    for (const QString& file : files) paths.emplace_back(file.toStdString());
    tryFiles(std::move(paths));
  });
  dialog->open();
}

void TryPanel::tryFiles(std::vector<std::filesystem::path> inputs) {
  if (inputs.empty() || !m_unavailable.isEmpty()) return;
  m_message->clear();
  const auto progress = std::make_shared<WorkProgress>();
  m_predicting.start([choice = m_choice, inputs = std::move(inputs), progress](const std::stop_token& stop) { return predictInputs(choice, inputs, progress, stop); },
                     [this](auto outcome) { show(std::move(outcome)); });
  m_summary->clear();
  m_work->begin(progress);
  enableActions();
}

void TryPanel::show(Background<PredictedInputs>::Outcome outcome) {
  m_work->end();
  if (outcome.error) {
    showErrors(text(outcome.error));
    return;
  }
  m_result = std::move(outcome.value);
  m_model->setTable(predictionTable(*m_result, mostRows));
  m_sorted->sort(-1);
  m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  const bool hasPictures = !m_result->pictures.empty();
  m_table->verticalHeader()->setDefaultSectionSize(hasPictures ? 7 * gridStep : fontMetrics().height() + gridStep);
  m_table->resizeColumnsToContents();
  const auto all = static_cast<int>(m_result->predictions.size());
  const QString made = tr("%n prediction(s) with %1", nullptr, all).arg(weightsText(m_result->used));
  m_summary->setText(m_result->predictions.size() > mostRows ? tr("%1; the first %2 are shown, saving writes all").arg(made, count(static_cast<std::int64_t>(mostRows))) : made);
  m_stack->setCurrentWidget(m_table);
  enableActions();
}

void TryPanel::showErrors(const QString& errors) {
  m_errorText->setPlainText(errors);
  m_stack->setCurrentWidget(m_errors);
  m_errorText->setFocus();
  enableActions();
}

void TryPanel::chooseTarget() {
  auto* dialog = new QFileDialog(this, tr("Save the predictions"));
  dialog->setObjectName(QStringLiteral("savePredictionsDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setNameFilters({tr("CSV (*.csv)"), tr("JSON (*.json)")});
  dialog->setDefaultSuffix(QStringLiteral("csv"));
  connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) { dialog->setDefaultSuffix(filter.contains(QStringLiteral("*.json")) ? QStringLiteral("json") : QStringLiteral("csv")); });
  dialog->selectFile(QStringLiteral("predictions.csv"));
  connect(dialog, &QFileDialog::fileSelected, this, &TryPanel::saveTo);
  dialog->open();
}

void TryPanel::saveTo(const QString& file) {
  if (!m_result) return;
  const bool isJson = file.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive);
  std::string content = isJson ? m_result->json : m_result->csvHeader + m_result->csv;
  const auto predictions = static_cast<int>(m_result->predictions.size());
  m_saving.start(
      [path = std::filesystem::path(file.toStdString()), content = std::move(content)](const std::stop_token&) {
        engine::io::write_atomically(path, [&](const engine::io::ByteSink& sink) { sink(std::as_bytes(std::span(content))); });
        return true;
      },
      [this, file, predictions](auto outcome) {
        if (outcome.error) m_message->say(Tone::bad, tr("The predictions could not be saved: %1").arg(text(outcome.error)));
        else m_message->say(Tone::good, tr("%n prediction(s) saved to %1", nullptr, predictions).arg(file));
      });
}

void TryPanel::dragEnterEvent(QDragEnterEvent* event) {
  if (!m_unavailable.isEmpty() || !event->mimeData()->hasUrls()) return;
  event->acceptProposedAction();
  m_dragging = true;
  update();
}

void TryPanel::dragLeaveEvent(QDragLeaveEvent*) {
  m_dragging = false;
  update();
}

void TryPanel::dropEvent(QDropEvent* event) {
  m_dragging = false;
  update();
  event->acceptProposedAction();
  tryFiles(localFiles(*event->mimeData()));
}

/// Where files may be dropped while they hang above it.
void TryPanel::paintEvent(QPaintEvent* event) {
  QWidget::paintEvent(event);
  if (!m_dragging) return;
  QPainter painter(this);
  painter.setPen(QPen(toneColour(Tone::active, palette()), 3, Qt::DashLine));
  painter.drawRoundedRect(rect().adjusted(2, 2, -2, -2), gridStep / 2, gridStep / 2);
}

}  // namespace lockstep::ui
