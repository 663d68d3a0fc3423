#include "ui/widgets/MessageBar.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "ui/widgets/Icons.h"

namespace lockstep::ui {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), m_sign(new QLabel(this)), m_text(new QLabel(this)), m_action(new QPushButton(this)), m_close(new QToolButton(this)) {
  setObjectName(QStringLiteral("messageBar"));
  setFrameShape(QFrame::StyledPanel);
  setAutoFillBackground(true);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(gridStep, gridStep / 2, gridStep / 2, gridStep / 2);
  layout->setSpacing(gridStep);
  m_text->setObjectName(QStringLiteral("messageText"));
  m_text->setWordWrap(true);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_action->setObjectName(QStringLiteral("messageAction"));
  m_close->setObjectName(QStringLiteral("messageClose"));
  m_close->setIcon(icon(QStringLiteral("close")));
  m_close->setAutoRaise(true);
  m_close->setAccessibleName(tr("Close the message"));
  m_close->setToolTip(tr("Close the message"));
  layout->addWidget(m_sign, 0, Qt::AlignTop);
  layout->addWidget(m_text, 1);
  layout->addWidget(m_action, 0, Qt::AlignTop);
  layout->addWidget(m_close, 0, Qt::AlignTop);
  connect(m_close, &QToolButton::clicked, this, &MessageBar::clear);
  connect(m_action, &QPushButton::clicked, this, [this] {
    const std::function<void()> act = std::move(m_act);
    clear();
    if (act) act();
  });
  hide();
}

void MessageBar::say(Tone tone, const QString& text, const QString& action, std::function<void()> act) {
  m_tone = tone;
  m_text->setText(text);
  m_text->setAccessibleName(text);
  m_action->setText(action);
  m_action->setVisible(!action.isEmpty());
  m_act = std::move(act);
  applyColours();
  show();
}

void MessageBar::clear() {
  m_act = nullptr;
  m_text->clear();
  hide();
}

QString MessageBar::text() const { return m_text->text(); }

void MessageBar::applyColours() {
  m_sign->setText(m_tone == Tone::bad ? QStringLiteral("✗") : m_tone == Tone::warning ? QStringLiteral("▲") : m_tone == Tone::good ? QStringLiteral("✓") : QStringLiteral("●"));
  QPalette colours = m_sign->palette();
  colours.setColor(QPalette::WindowText, toneColour(m_tone, palette()));
  m_sign->setPalette(colours);
}

void MessageBar::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) applyColours();
}

}  // namespace lockstep::ui
