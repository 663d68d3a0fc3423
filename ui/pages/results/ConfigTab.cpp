#include "ui/pages/results/ConfigTab.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QRadioButton>
#include <QStackedWidget>

#include "tracking/store/types.h"
#include "ui/pages/results/CodeView.h"
#include "ui/pages/results/HashLabel.h"
#include "ui/widgets/Actions.h"
#include "ui/widgets/EmptyState.h"
#include "ui/widgets/Text.h"

namespace lockstep::ui {

ConfigTab::ConfigTab(PageContext context, const std::string& run, QWidget* parent)
    : RunTab(context, run, parent),
      m_written(new QRadioButton(tr("As &written"), this)),
      m_resolved(new QRadioButton(tr("&Resolved"), this)),
      m_source(new QLabel(this)),
      m_hash(new HashLabel(tr("Config hash"),
                           tr("SHA-256 over everything in the resolved config that decides the experiment. Seeds are recorded beside it, the data's "
                              "fingerprint stands for paths; device, threads, workers, intervals, name, notes and tags change no result and are left out."),
                           this)),
      m_stack(new QStackedWidget(this)),
      m_empty(new EmptyState(QStringLiteral("file"), {}, {}, this)),
      m_code(new CodeView(CodeView::Language::toml, this)) {
  setObjectName(QStringLiteral("configTab"));
  build();
}

void ConfigTab::build() {
  setWindowTitle(tr("Config"));
  m_written->setObjectName(QStringLiteral("configWritten"));
  m_written->setToolTip(tr("The text of the config file as it was when the run began"));
  m_written->setChecked(true);
  m_resolved->setObjectName(QStringLiteral("configResolved"));
  m_resolved->setToolTip(tr("With every default and every inferred size filled in: what the run really used"));
  m_hash->setObjectName(QStringLiteral("configHash"));
  m_code->setObjectName(QStringLiteral("configText"));
  m_code->setAccessibleName(tr("The run's config"));
  m_source->setObjectName(QStringLiteral("configSource"));
  m_source->setTextFormat(Qt::PlainText);
  m_source->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_source->setForegroundRole(QPalette::PlaceholderText);
  m_source->setWordWrap(true);
  QAction* copy = ui::addAction(*this, QStringLiteral("copyConfig"), tr("Copy the config"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
                            [this] {
                                emit wanted();
                                if (!m_documents.empty()) QGuiApplication::clipboard()->setText(m_code->toPlainText());
                              });
  ui::addAction(*this, QStringLiteral("copyConfigHash"), tr("Copy the config's hash"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_H), [this] {
    emit wanted();
    if (!m_hash->hash().isEmpty()) m_hash->copy();
  });

  auto* bar = new QHBoxLayout;
  bar->setSpacing(2 * gridStep);
  bar->addWidget(m_written);
  bar->addWidget(m_resolved);
  bar->addWidget(buttonFor(*copy, this, QStringLiteral("copy")));
  bar->addStretch();
  bar->addWidget(m_hash);
  auto* page = new QWidget(this);
  auto* pageLayout = new QVBoxLayout(page);
  pageLayout->setContentsMargins(0, 0, 0, 0);
  pageLayout->setSpacing(gridStep);
  pageLayout->addLayout(bar);
  pageLayout->addWidget(m_source);
  pageLayout->addWidget(m_code, 1);
  m_stack->addWidget(m_empty);
  m_stack->addWidget(page);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(gridStep, gridStep, gridStep, gridStep);
  layout->addWidget(m_stack);
  m_empty->setTexts(tr("Reading the config…"), {});
  connect(m_written, &QRadioButton::toggled, this, &ConfigTab::choose);
  connect(m_resolved, &QRadioButton::toggled, this, &ConfigTab::choose);
}

void ConfigTab::reload() {
  m_reading.start([folder = projectFolder(), id = run()](const std::stop_token&) { return readDocuments(folder, id, {"config.text", "config.toml", "config.source.json"}); },
                  [this](auto outcome) { show(std::move(outcome)); });
}

void ConfigTab::show(Background<Documents>::Outcome outcome) {
  if (outcome.error) {
    m_stack->setCurrentWidget(m_empty);
    m_empty->setTexts(tr("The config could not be read"), text(outcome.error));
    return;
  }
  m_documents = std::move(*outcome.value);
  if (!m_documents.contains("config.text")) {
    m_stack->setCurrentWidget(m_empty);
    m_empty->setTexts(tr("No config yet"), tr("The run has not recorded one. It does so as the first thing once it begins."));
    return;
  }
  const tracking::RunSummary* of = summary();
  m_hash->setHash(of != nullptr ? QString::fromStdString(of->config_hash.value_or("")) : QString());
  m_stack->setCurrentIndex(1);
  choose();
}

/// Where the text came from, and what a command line set beside it.
QString ConfigTab::sourceText() const {
  const auto found = m_documents.find("config.source.json");
  if (found == m_documents.end()) return {};
  const QJsonObject source = QJsonDocument::fromJson(QByteArray::fromStdString(found->second)).object();
  QStringList overrides;
  for (const QJsonValue& one : source[u"overrides"].toArray()) overrides << one.toString();
  const QString path = source[u"path"].toString();
  return overrides.isEmpty() ? path : tr("%1, with %2").arg(path, QStringLiteral("--set ") + overrides.join(QStringLiteral(" --set ")));
}

void ConfigTab::choose() {
  const bool resolved = m_resolved->isChecked();
  const auto found = m_documents.find(resolved ? "config.toml" : "config.text");
  m_code->setCode(found != m_documents.end() ? QString::fromStdString(found->second) : QString());
  if (found == m_documents.end()) m_source->setText(tr("The run ended, or still prepares, before its config was resolved: that needs its data."));
  else if (resolved) m_source->setText(tr("With every default and every inferred size filled in."));
  else m_source->setText(sourceText());
}

}  // namespace lockstep::ui
