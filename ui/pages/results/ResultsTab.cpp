#include "ui/pages/results/ResultsTab.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLocale>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>

#include "ui/pages/results/EvaluationPanel.h"
#include "ui/pages/results/ResultTables.h"
#include "ui/pages/results/TableSupport.h"
#include "ui/pages/results/TryPanel.h"
#include "ui/pages/results/WorkBar.h"
#include "ui/pages/results/WorstView.h"
#include "ui/project/ProjectFeed.h"
#include "ui/project/Sessions.h"
#include "ui/widgets/Actions.h"
#include "ui/widgets/EmptyState.h"
#include "ui/widgets/Format.h"
#include "ui/widgets/MessageBar.h"
#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {

// An evaluation that nobody asked for must not be felt.
constexpr double quickSeconds = 1;
constexpr double quickBytes = 16e6;

QJsonObject object(const std::optional<std::string>& document) { return document ? QJsonDocument::fromJson(QByteArray::fromStdString(*document)).object() : QJsonObject(); }

}  // namespace

ResultsTab::ResultsTab(PageContext context, const std::string& run, QWidget* parent)
    : RunTab(context, run, parent),
      m_weights(new QComboBox(this)),
      m_work(new WorkBar(QStringLiteral("evaluationWork"), this)),
      m_message(new MessageBar(this)),
      m_metrics(new CellTableModel(this)),
      m_metricView(new QTableView(this)),
      m_metricStack(new QStackedWidget(this)),
      m_noMetrics(new EmptyState(QStringLiteral("chart"), tr("Reading the results…"), {}, this)),
      m_parts(new QTabWidget(this)),
      m_evaluationStack(new QStackedWidget(this)),
      m_noEvaluation(new EmptyState(QStringLiteral("table"), {}, {}, this)),
      m_evaluation(new EvaluationPanel(this)),
      m_worstStack(new QStackedWidget(this)),
      m_noWorst(new EmptyState(QStringLiteral("image"), {}, {}, this)),
      m_worst(new WorstView(this)),
      m_try(new TryPanel(this)) {
  setObjectName(QStringLiteral("resultsTab"));
  setWindowTitle(tr("Results"));
  buildActions();
  build();
  enableActions();
  connect(&context.feed, &ProjectFeed::runsChanged, this, [this] {
    if (isVisible() && m_everRead) showMetrics();
  });
}

void ResultsTab::buildActions() {
  m_evaluate = ui::addAction(*this, QStringLiteral("evaluate"), tr("Evaluate"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), [this] {
    emit wanted();
    evaluate();
  });
  // From every tab of the run.
  m_save = ui::addAction(parentWidget() != nullptr ? *parentWidget() : *this, QStringLiteral("saveModel"), tr("Save model…"), QKeySequence(Qt::CTRL | Qt::Key_E), [this] {
    m_saveAsked = !m_everRead;
    emit wanted();
    if (m_everRead) chooseTarget();
  });
  m_noEvaluation->addButton(*m_evaluate);
}

QWidget* ResultsTab::buildBar() {
  m_weights->setObjectName(QStringLiteral("weights"));
  m_weights->setAccessibleName(tr("Weights to use"));
  m_weights->setPlaceholderText(tr("none yet"));
  m_weights->setMinimumContentsLength(12);
  m_weights->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  auto* title = new QLabel(tr("&Weights"), this);
  title->setBuddy(m_weights);
  auto* bar = new QWidget(this);
  auto* layout = new QHBoxLayout(bar);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(gridStep);
  layout->addWidget(title);
  layout->addWidget(m_weights);
  layout->addWidget(buttonFor(*m_evaluate, bar, QStringLiteral("play")));
  layout->addWidget(m_work);
  layout->addStretch();
  layout->addWidget(buttonFor(*m_save, bar, QStringLiteral("save")));
  return bar;
}

QWidget* ResultsTab::buildMetrics() {
  prepareView(*m_metricView, QStringLiteral("metricTable"), tr("Metrics of the run"));
  m_metricView->setModel(m_metrics);
  prepareRows(*m_metricView);
  addCopyAction(*m_metricView, QStringLiteral("copyMetrics"), tr("Copy the metrics"));
  m_metricStack->addWidget(m_noMetrics);
  m_metricStack->addWidget(m_metricView);
  return m_metricStack;
}

void ResultsTab::build() {
  m_evaluationStack->addWidget(m_noEvaluation);
  m_evaluationStack->addWidget(m_evaluation);
  m_worstStack->addWidget(m_noWorst);
  m_worstStack->addWidget(m_worst);
  m_parts->setObjectName(QStringLiteral("resultParts"));
  m_parts->setAccessibleName(tr("Parts of the evaluation"));
  m_parts->setDocumentMode(true);
  m_parts->addTab(m_evaluationStack, tr("Evaluation"));
  m_parts->addTab(m_worstStack, tr("Worst samples"));
  m_parts->addTab(m_try, tr("Try"));
  auto* splitter = new QSplitter(Qt::Vertical, this);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(buildMetrics());
  splitter->addWidget(m_parts);
  splitter->setStretchFactor(0, 1);
  splitter->setStretchFactor(1, 3);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(gridStep, gridStep, gridStep, gridStep);
  layout->setSpacing(gridStep);
  layout->addWidget(buildBar());
  layout->addWidget(m_message);
  layout->addWidget(splitter, 1);
  connect(m_weights, &QComboBox::activated, this, &ResultsTab::weightsChosen);
  connect(m_work, &WorkBar::cancelled, this, [this] {
    m_evaluating.cancel();
    m_work->end();
    m_message->say(Tone::plain, tr("The evaluation was cancelled. Nothing was changed."));
    enableActions();
  });
}

std::string ResultsTab::stamp(const tracking::RunSummary& run) const {
  // Evaluations and checkpoints come at the end of an epoch; what each step changes is followed by showMetrics alone.
  std::string out(tracking::status_name(run.status));
  for (const tracking::MetricSummary& metric : run.metrics)
    if (metric.key.find('/') != std::string::npos && metric.key != "train/loss") out += '|' + metric.key + ':' + std::to_string(metric.last_step);
  return out;
}

ResultsTab::Recorded ResultsTab::read(const std::filesystem::path& folder, const std::string& run) {
  const tracking::Project project = openForReading(folder);
  tracking::RunReader reader = project.reader(run);
  Recorded recorded;
  recorded.evaluations = reader.evaluations();
  recorded.checkpoints = reader.checkpoints();
  const QJsonObject facts = object(project.document(run, "dataset.json"));
  const double samples = facts[u"validation"].toDouble() + facts[u"test"].toDouble();
  const tracking::RunSummary summary = project.summary(run);
  const tracking::MetricSummary* speed = summary.metric("samples_per_second");
  // Training takes some three times as long a sample as evaluating.
  const bool isFast = speed != nullptr && speed->last > 0 && samples / (3 * speed->last) < quickSeconds;
  recorded.isQuick = samples > 0 && isFast && object(project.document(run, "data.json"))[u"total_bytes"].toDouble() < quickBytes;
  return recorded;
}

void ResultsTab::reload() {
  showMetrics();
  m_reading.start([folder = projectFolder(), id = run()](const std::stop_token&) { return read(folder, id); }, [this](auto outcome) { showRecorded(std::move(outcome)); });
}

void ResultsTab::showRecorded(Background<Recorded>::Outcome outcome) {
  if (outcome.error) {
    m_metricStack->setVisible(true);
    m_noMetrics->setTexts(tr("The results could not be read"), text(outcome.error));
    m_metricStack->setCurrentWidget(m_noMetrics);
    return;
  }
  m_recorded = std::move(*outcome.value);
  m_everRead = true;
  fillWeights();
  showMetrics();
  const tracking::RunSummary* of = summary();
  const bool isOver = of != nullptr && tracking::is_terminal(of->status);
  if (isOver && m_recorded.isQuick && !m_everTried && m_weights->count() > 0 && !context().sessions.isBusy()) evaluate();
  if (std::exchange(m_saveAsked, false)) chooseTarget();
}

void ResultsTab::showMetrics() {
  const tracking::RunSummary* of = summary();
  const bool has = of != nullptr && !of->metrics.empty();
  if (has) {
    m_metricStack->setVisible(true);
    m_metricStack->setCurrentWidget(m_metricView);
    if (m_metrics->setTable(metricTable(*of, m_recorded.evaluations, m_evaluated ? &*m_evaluated : nullptr))) m_metricView->resizeColumnsToContents();
    return;
  }
  m_noMetrics->setTexts(tr("No metrics yet"), tr("The first ones come with the first step of training."));
  m_metricStack->setCurrentWidget(m_noMetrics);
  // Below it stands that there is no model either, and one of the two is enough.
  m_metricStack->setVisible(false);
}

/// The weights that there are; what was chosen stays chosen.
void ResultsTab::fillWeights() {
  const QString chosen = m_weights->currentData().toString();
  m_weights->clear();
  for (const char* kind : {"best", "last"}) {
    for (const tracking::Checkpoint& checkpoint : m_recorded.checkpoints) {
      if (checkpoint.kind != kind) continue;
      const QString words = checkpoint.kind == "best" ? tr("best, of step %1") : tr("last, of step %1");
      m_weights->addItem(words.arg(count(checkpoint.step)), QString::fromStdString(checkpoint.kind));
    }
  }
  const int at = m_weights->findData(chosen);
  const bool has = m_weights->count() > 0;
  if (has) m_weights->setCurrentIndex(std::max(at, 0));
  m_try->setModel(choice());
  m_try->setUnavailable(has ? QString() : tr("The run has no checkpoint yet. It writes one at the end of an epoch, and when it is stopped."));
  if (!m_evaluated && !m_evaluating.isRunning()) {
    const bool isEmpty = summary() == nullptr || summary()->metrics.empty();
    if (has) showEvaluationState(tr("Not evaluated yet"), tr("The model is applied to the run's own validation and test parts, read and split again as the run did."));
    else if (isEmpty) showEvaluationState(tr("No results yet"), tr("The first metrics come with the first step of training, a model to evaluate and to try with the first checkpoint: at the end of an epoch, or when the run is stopped."));
    else showEvaluationState(tr("No model to evaluate yet"), tr("The run has no checkpoint yet. It writes one at the end of an epoch, and when it is stopped."));
  }
  enableActions();
}

void ResultsTab::weightsChosen() {
  m_try->setModel(choice());
  if (!m_evaluated || m_evaluated->used.weights == m_weights->currentData().toString().toStdString()) return;
  if (m_recorded.isQuick && !context().sessions.isBusy()) evaluate();
  else m_message->say(Tone::plain, tr("What is shown was found with %1.").arg(weightsText(m_evaluated->used)), tr("Evaluate"), [this] { evaluate(); });
}

ModelChoice ResultsTab::choice() const { return {projectFolder(), run(), m_weights->currentData().toString().toStdString()}; }

void ResultsTab::evaluate(bool acceptDrift) {
  if (m_weights->count() == 0) return;
  m_everTried = true;
  m_message->clear();
  const auto progress = std::make_shared<WorkProgress>();
  m_evaluating.start([choice = choice(), acceptDrift, progress](const std::stop_token& stop) { return evaluateModel(choice, acceptDrift, progress, stop); },
                     [this](auto outcome) { showEvaluation(std::move(outcome)); });
  m_work->begin(progress);
  if (!m_evaluated) showEvaluationState(tr("Evaluating…"), tr("The run's own data are read and split again as the run did."));
  enableActions();
}

void ResultsTab::showEvaluation(Background<EvaluatedModel>::Outcome outcome) {
  m_work->end();
  enableActions();
  if (outcome.error) {
    failEvaluation(outcome.error);
    return;
  }
  m_evaluated = std::move(outcome.value);
  const tracking::ModelEvaluation& evaluation = m_evaluated->evaluation;
  m_evaluation->setEvaluation(*m_evaluated);
  m_worst->setSamples(worstTable(evaluation));
  m_evaluationStack->setCurrentWidget(m_evaluation);
  m_worstStack->setCurrentWidget(m_worst);
  showMetrics();
  if (evaluation.drift.empty()) return;
  QStringList drift;
  for (const std::string& one : evaluation.drift) drift << QString::fromStdString(one);
  m_message->say(Tone::warning, tr("These are not the data that the run was trained on: %1").arg(drift.join(QStringLiteral("; "))));
}

void ResultsTab::failEvaluation(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const tracking::DriftError& drifted) {
    QString what;
    for (const auto& [name, value] : drifted.message().arguments)
      if (name == "drift") what = QString::fromStdString(value);
    if (!m_evaluated) showEvaluationState(tr("The data have changed"), tr("They are not those that the run was trained on: %1").arg(what));
    m_message->say(Tone::warning, tr("The run's data have changed since it was trained: %1").arg(what), tr("Evaluate all the same"), [this] { evaluate(true); });
    return;
  } catch (const engine::Error& known) {
    if (known.message().code == "evaluate.no_parts") {
      showEvaluationState(tr("Nothing to evaluate on"), tr("The run has neither a validation nor a test part. Try the model on files instead, or train with data.validation_fraction or data.test_fraction."));
      return;
    }
  } catch (const std::exception&) {
    // Told like the known ones.
  }
  if (!m_evaluated) showEvaluationState(tr("The evaluation failed"), text(error));
  m_message->say(Tone::bad, tr("The evaluation failed: %1").arg(text(error)), tr("Again"), [this] { evaluate(); });
}

void ResultsTab::showEvaluationState(const QString& title, const QString& words) {
  m_noEvaluation->setTexts(title, words);
  m_noWorst->setTexts(title, words);
  m_evaluationStack->setCurrentWidget(m_noEvaluation);
  m_worstStack->setCurrentWidget(m_noWorst);
}

void ResultsTab::enableActions() {
  const bool has = m_weights->count() > 0;
  const QString none = tr("The run has no checkpoint yet.");
  ui::setEnabled(*m_evaluate, has && !m_evaluating.isRunning(), has ? tr("It is being evaluated.") : none);
  ui::setEnabled(*m_save, (has || !m_everRead) && !m_saving.isRunning(), has ? tr("It is being saved.") : none);
  m_weights->setEnabled(has);
}

void ResultsTab::chooseTarget() {
  if (!m_save->isEnabled()) return;
  auto* dialog = new QFileDialog(this, tr("Save the model"));
  dialog->setObjectName(QStringLiteral("saveModelDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setNameFilters({tr("Safetensors, which PyTorch reads (*.safetensors)")});
  dialog->setDefaultSuffix(QStringLiteral("safetensors"));
  const tracking::RunSummary* of = summary();
  QString name = of != nullptr ? QString::fromStdString(of->name) : QStringLiteral("model");
  name.replace(u'/', u'-');
  dialog->selectFile(QStringLiteral("%1-%2.safetensors").arg(name, m_weights->currentData().toString()));
  connect(dialog, &QFileDialog::fileSelected, this, &ResultsTab::saveModelTo);
  dialog->open();
}

void ResultsTab::saveModelTo(const QString& file) {
  m_saving.start([choice = choice(), path = std::filesystem::path(file.toStdString())](const std::stop_token&) { return saveModel(choice, path); },
                 [this, file](auto outcome) {
                   enableActions();
                   if (outcome.error) {
                     m_message->say(Tone::bad, tr("The model could not be saved: %1").arg(text(outcome.error)));
                     return;
                   }
                   const QString size = QLocale(QLocale::English).formattedDataSize(static_cast<qint64>(outcome.value->bytes), 1);
                   m_message->say(Tone::good, tr("Saved to %1: %2 parameters, %3, %4").arg(QDir::toNativeSeparators(file), count(outcome.value->parameters), size, weightsText(outcome.value->used)));
                 });
  enableActions();
}

}  // namespace lockstep::ui
