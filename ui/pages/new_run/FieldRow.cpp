#include "ui/pages/new_run/FieldRow.h"

#include <QBoxLayout>
#include <QEvent>
#include <QGridLayout>
#include <QMouseEvent>
#include <QToolButton>

#include "ui/pages/new_run/ConfigDocument.h"
#include "ui/pages/new_run/FieldEditor.h"
#include "ui/pages/new_run/FieldText.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Text.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace config = engine::config;

MistakeLabel::MistakeLabel(FormContext& context, QWidget* parent) : QLabel(parent), m_context(context) {
  setWordWrap(true);
  setCursor(Qt::PointingHandCursor);
  setToolTip(tr("Click to go to its place in the text"));
  applyColours();
  hide();
}

void MistakeLabel::present(const std::vector<std::string>& keys) {
  std::vector<Mistake> mistakes;
  for (const std::string& key : keys) {
    const auto [begin, end] = m_context.mistakes.equal_range(key);
    for (auto it = begin; it != end; ++it) mistakes.push_back(it->second);
  }
  QStringList lines;
  for (const Mistake& mistake : mistakes) lines << QStringLiteral("✗ ") + mistake.text;
  m_mistakes = std::move(mistakes);
  const QString words = lines.join(QLatin1Char('\n'));
  if (words != text()) setText(words);
  if (isHidden() != m_mistakes.empty()) setVisible(!m_mistakes.empty());
}

void MistakeLabel::mousePressEvent(QMouseEvent*) {
  if (!m_mistakes.empty()) m_context.placeWanted(m_mistakes.front());
}

void MistakeLabel::applyColours() {
  if (m_colouring) return;
  m_colouring = true;
  QPalette colours;
  colours.setColor(QPalette::WindowText, toneColour(Tone::bad, colours));
  setPalette(colours);
  m_colouring = false;
}

void MistakeLabel::changeEvent(QEvent* event) {
  QLabel::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) applyColours();
}

FieldRow::FieldRow(FormContext& context, const config::FieldView& field, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_field(field),
      m_title(new QLabel(titleOf(field), this)),
      m_editor(makeFieldEditor(field, [&context] { return QString::fromStdString(context.document.folder().string()); }, this)),
      m_unit(new QLabel(schemaText(field.field.unit), this)),
      m_reset(new QToolButton(this)),
      m_mistakes(new MistakeLabel(context, this)),
      m_note(new QLabel(this)) {
  build();
  present(field);
}

void FieldRow::build() {
  const QString key = QString::fromStdString(m_field.key);
  m_title->setWordWrap(true);
  m_title->setBuddy(m_editor->input());
  m_editor->input()->setAccessibleName(m_title->text());
  m_editor->input()->installEventFilter(this);
  m_reset->setObjectName(QStringLiteral("reset:") + key);
  m_reset->setIcon(icon(QStringLiteral("undo")));
  m_reset->setAutoRaise(true);
  m_reset->setAccessibleName(tr("Reset %1").arg(m_title->text()));
  QSizePolicy stays = m_reset->sizePolicy();
  stays.setRetainSizeWhenHidden(true);
  m_reset->setSizePolicy(stays);
  m_mistakes->setObjectName(QStringLiteral("error:") + key);
  auto* layout = new QGridLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setHorizontalSpacing(gridStep);
  layout->setVerticalSpacing(gridStep / 4);
  layout->setColumnStretch(0, 2);
  layout->setColumnStretch(1, 3);
  layout->addWidget(m_title, 0, 0);
  // The unit shares the editor's column, so that editors without one reach as far.
  auto* cell = new QHBoxLayout;
  cell->setSpacing(gridStep);
  cell->addWidget(m_editor, 1);
  if (m_field.field.unit.empty()) m_unit->hide();
  else cell->addWidget(m_unit);
  layout->addLayout(cell, 0, 1);
  layout->addWidget(m_reset, 0, 2);
  layout->addWidget(m_mistakes, 1, 1, 1, 2);
  m_note->setObjectName(QStringLiteral("note:") + key);
  m_note->setWordWrap(true);
  m_note->setTextFormat(Qt::PlainText);
  m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_note->hide();
  layout->addWidget(m_note, 2, 1, 1, 2);
  m_title->setMinimumWidth(11 * gridStep);
  connect(m_editor, &FieldEditor::edited, this, &FieldRow::edited);
  connect(m_reset, &QToolButton::clicked, this, [this] { resetField(m_context.document, m_field.key); });
}

QWidget* FieldRow::input() const { return m_editor->input(); }

engine::schema::Value FieldRow::otherwise() const {
  const auto known = m_context.resolved.find(m_field.key);
  return known != m_context.resolved.end() ? known->second : m_field.field.default_value;
}

void FieldRow::present(const config::FieldView& field) {
  m_field = field;
  const engine::schema::Value value = otherwise();
  m_editor->present(field, value);
  const QString standard = shownValue(value);
  const QString help = helpOf(field);
  m_title->setToolTip(help);
  input()->setToolTip(help);
  input()->setAccessibleDescription(help);
  m_reset->setToolTip(standard.isEmpty() || field.is_type ? tr("Leave it out") : tr("Back to the default: %1").arg(standard));
  if (m_reset->isHidden() == field.written) m_reset->setVisible(field.written);
  m_mistakes->present({field.key});
  const auto note = m_context.notes.find(field.key);
  const QString words = note != m_context.notes.end() ? note->second : QString();
  if (words != m_note->text()) m_note->setText(words);
  if (m_note->isHidden() != words.isEmpty()) m_note->setVisible(!words.isEmpty());
  applyColours();
}

void FieldRow::applyColours() {
  if (m_colouring) return;
  m_colouring = true;
  // A field that is left to its default is quieter than one that was set.
  QPalette colours;
  colours.setColor(QPalette::WindowText, m_field.written ? colours.color(QPalette::WindowText) : toneColour(Tone::quiet, colours));
  m_title->setPalette(colours);
  QPalette quiet;
  quiet.setColor(QPalette::WindowText, toneColour(Tone::quiet, quiet));
  m_note->setPalette(quiet);
  if (m_title->font().bold() != m_field.written) {
    QFont font = m_title->font();
    font.setBold(m_field.written);
    m_title->setFont(font);
  }
  m_colouring = false;
}

void FieldRow::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) applyColours();
}

bool FieldRow::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusIn || event->type() == QEvent::Enter) m_context.described(m_title->text(), helpOf(m_field));
  return QWidget::eventFilter(watched, event);
}

}  // namespace lockstep::ui
