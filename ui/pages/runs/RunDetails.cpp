#include "ui/pages/runs/RunDetails.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>

#include "ui/project/ProjectFeed.h"
#include "ui/widgets/Text.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {

constexpr int writingPauseMs = 800;

QStringList tagsOf(const tracking::RunSummary& run) {
  QStringList tags;
  for (const std::string& tag : run.tags) tags << QString::fromStdString(tag);
  return tags;
}

QStringList wordsOf(const QString& text) {
  QStringList words;
  for (const QString& part : text.split(QLatin1Char(','))) {
    if (!part.trimmed().isEmpty() && !words.contains(part.trimmed())) words << part.trimmed();
  }
  return words;
}

}  // namespace

RunDetails::RunDetails(ProjectFeed& feed, QWidget* parent)
    : QWidget(parent), m_feed(feed), m_title(new QLabel(this)), m_id(new QLabel(this)), m_tags(new QLineEdit(this)), m_notes(new QPlainTextEdit(this)), m_notesHint(new QLabel(this)) {
  setObjectName(QStringLiteral("runDetails"));
  setMinimumWidth(28 * gridStep);
  QFont bold = m_title->font();
  bold.setBold(true);
  m_title->setFont(bold);
  m_title->setObjectName(QStringLiteral("detailsTitle"));
  m_title->setWordWrap(true);
  m_id->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_id->setForegroundRole(QPalette::PlaceholderText);
  m_tags->setObjectName(QStringLiteral("tags"));
  m_tags->setAccessibleName(tr("Tags, with commas between them"));
  m_tags->setPlaceholderText(tr("baseline, paper"));
  m_notes->setObjectName(QStringLiteral("notes"));
  m_notes->setAccessibleName(tr("Notes"));
  m_notes->setTabChangesFocus(true);
  m_notes->setPlaceholderText(tr("What was this run for? What came out?"));
  m_notesHint->setWordWrap(true);
  m_notesHint->setForegroundRole(QPalette::PlaceholderText);
  auto* tagsLabel = new QLabel(tr("Tags, with commas between them"), this);
  tagsLabel->setBuddy(m_tags);
  tagsLabel->setWordWrap(true);
  auto* notesLabel = new QLabel(tr("Notes"), this);
  notesLabel->setBuddy(m_notes);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(2 * gridStep, gridStep, 0, gridStep);
  layout->setSpacing(gridStep / 2);
  layout->addWidget(m_title);
  layout->addWidget(m_id);
  layout->addSpacing(gridStep);
  layout->addWidget(tagsLabel);
  layout->addWidget(m_tags);
  layout->addSpacing(gridStep);
  layout->addWidget(notesLabel);
  layout->addWidget(m_notes, 1);
  layout->addWidget(m_notesHint);
  m_pause.setSingleShot(true);
  m_pause.setInterval(writingPauseMs);
  connect(&m_pause, &QTimer::timeout, this, &RunDetails::saveNotes);
  connect(m_tags, &QLineEdit::editingFinished, this, &RunDetails::saveTags);
  connect(m_notes->document(), &QTextDocument::modificationChanged, this, [this](bool modified) {
    if (!modified) m_pause.stop();
  });
  connect(m_notes, &QPlainTextEdit::textChanged, this, [this] {
    if (m_notes->document()->isModified()) m_pause.start();
  });
  m_notes->installEventFilter(this);
  setRuns({});
}

RunDetails::~RunDetails() {
  disconnect(m_notes, nullptr, this, nullptr);
  disconnect(m_notes->document(), nullptr, this, nullptr);
  disconnect(m_tags, nullptr, this, nullptr);
  save();
}

void RunDetails::takeFocus() {
  m_tags->setFocus(Qt::OtherFocusReason);
  m_tags->selectAll();
}

bool RunDetails::eventFilter(QObject* object, QEvent* event) {
  if (object == m_notes && event->type() == QEvent::FocusOut) saveNotes();
  return QWidget::eventFilter(object, event);
}

QStringList RunDetails::commonTags() const {
  QStringList common;
  bool first = true;
  for (const std::string& id : m_ids) {
    const tracking::RunSummary* run = m_feed.run(id);
    if (run == nullptr) continue;
    const QStringList tags = tagsOf(*run);
    if (std::exchange(first, false)) common = tags;
    common.removeIf([&](const QString& tag) { return !tags.contains(tag); });
  }
  return common;
}

void RunDetails::setRuns(const std::vector<std::string>& ids) {
  if (ids != m_ids) {
    save();
    m_ids = ids;
    m_tags->setModified(false);
    m_notes->document()->setModified(false);
    m_notes->document()->clearUndoRedoStacks();
  }
  refresh();
}

void RunDetails::refresh() {
  const tracking::RunSummary* one = m_ids.size() == 1 ? m_feed.run(m_ids[0]) : nullptr;
  m_title->setText(one != nullptr ? QString::fromStdString(one->name) : m_ids.empty() ? tr("No run is selected") : tr("%n run(s)", nullptr, static_cast<int>(m_ids.size())));
  m_id->setText(one != nullptr ? QString::fromStdString(one->id) : QString());
  m_id->setVisible(one != nullptr);
  m_tags->setEnabled(!m_ids.empty());
  m_tags->setToolTip(m_ids.size() > 1 ? tr("The tags that all the selected runs have. One added here is added to each of them; one taken away is taken from each.") : QString());
  const QString tags = commonTags().join(QStringLiteral(", "));
  if (!m_tags->isModified() && m_tags->text() != tags) m_tags->setText(tags);
  m_notes->setEnabled(one != nullptr);
  m_notesHint->setText(m_ids.size() > 1 ? tr("Notes are written for one run at a time.") : m_ids.empty() ? tr("Select a run to write about it.") : QString());
  m_notesHint->setVisible(one == nullptr);
  const QString notes = one != nullptr ? QString::fromStdString(one->notes) : QString();
  if (m_notes->document()->isModified() || m_notes->toPlainText() == notes) return;
  m_notes->setPlainText(notes);
  m_notes->document()->setModified(false);
}

void RunDetails::save() {
  saveTags();
  saveNotes();
}

void RunDetails::saveTags() {
  if (!m_tags->isModified()) return;
  m_tags->setModified(false);
  const QStringList before = commonTags(), after = wordsOf(m_tags->text());
  try {
    for (const std::string& id : m_ids) {
      const tracking::RunSummary* run = m_feed.run(id);
      if (run == nullptr) continue;
      QStringList tags = tagsOf(*run);
      tags.removeIf([&](const QString& tag) { return before.contains(tag) && !after.contains(tag); });
      for (const QString& tag : after) {
        if (!tags.contains(tag)) tags << tag;
      }
      if (tags == tagsOf(*run)) continue;
      tracking::RunEdit edit{.tags = std::vector<std::string>{}};
      for (const QString& tag : tags) edit.tags->push_back(tag.toStdString());
      m_feed.project().edit(id, edit);
    }
  } catch (const std::exception&) {
    emit failed(tr("The tags could not be saved: %1").arg(text(std::current_exception())));
  }
  m_feed.refresh();
}

void RunDetails::saveNotes() {
  m_pause.stop();
  if (m_ids.size() != 1 || !m_notes->document()->isModified()) return;
  m_notes->document()->setModified(false);
  // A run that has gone to the trash meanwhile still takes them.
  m_feed.edit(m_ids[0], {.notes = m_notes->toPlainText().toStdString()});
}

}  // namespace lockstep::ui
