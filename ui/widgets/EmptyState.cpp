#include "ui/widgets/EmptyState.h"

#include <QBoxLayout>
#include <QLabel>

#include "ui/widgets/Actions.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

EmptyState::EmptyState(const QString& iconName, const QString& title, const QString& text, QWidget* parent)
    : QWidget(parent), m_title(new QLabel(title, this)), m_text(new QLabel(text, this)), m_buttons(new QVBoxLayout) {
  auto* layout = new QVBoxLayout(this);
  layout->setSpacing(2 * gridStep);
  layout->addStretch(2);
  if (!iconName.isEmpty()) {
    auto* picture = new QLabel(this);
    picture->setPixmap(icon(iconName).pixmap(QSize(64, 64), devicePixelRatioF(), QIcon::Disabled));
    layout->addWidget(picture, 0, Qt::AlignHCenter);
  }
  QFont big = m_title->font();
  big.setPointSizeF(big.pointSizeF() * 1.4);
  m_title->setFont(big);
  m_text->setWordWrap(true);
  m_text->setAlignment(Qt::AlignHCenter);
  m_text->setFixedWidth(56 * gridStep);  // of a line; the height follows
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  layout->addWidget(m_title, 0, Qt::AlignHCenter);
  // An alignment would ask for the height at the whole width and then give it less: lines would be cut.
  auto* line = new QHBoxLayout;
  line->addStretch();
  line->addWidget(m_text);
  line->addStretch();
  layout->addLayout(line);
  layout->addLayout(m_buttons);
  layout->addStretch(3);
}

void EmptyState::setTexts(const QString& title, const QString& text) {
  m_title->setText(title);
  m_text->setText(text);
}

void EmptyState::addButton(QAction& action) {
  auto* button = buttonFor(action, this);
  button->setMinimumSize(32 * gridStep, 4 * gridStep);
  if (m_buttons->count() == 0) button->setDefault(true);
  m_buttons->addWidget(button, 0, Qt::AlignHCenter);
}

}  // namespace lockstep::ui
