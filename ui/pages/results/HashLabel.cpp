#include "ui/pages/results/HashLabel.h"

#include <QBoxLayout>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QClipboard>
#include <QLabel>
#include <QToolButton>

#include "ui/widgets/Icons.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

HashLabel::HashLabel(const QString& name, const QString& covers, QWidget* parent)
    : QWidget(parent), m_name(name), m_covers(covers), m_text(new QLabel(this)), m_copy(new QToolButton(this)) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(gridStep / 2);
  m_copy->setIcon(icon(QStringLiteral("copy")));
  m_copy->setAutoRaise(true);
  m_copy->setToolTip(tr("Copy the whole hash"));
  m_copy->setAccessibleName(tr("%1: copy the whole hash").arg(name));
  layout->addWidget(m_text);
  layout->addWidget(m_copy);
  connect(m_copy, &QToolButton::clicked, this, [this] { copy(); });
  setHash({});
}

void HashLabel::setHash(const QString& hash) {
  m_hash = hash;
  m_text->setText(tr("%1 %2").arg(m_name, hash.isEmpty() ? QStringLiteral("–") : hash.left(7)));
  const QString whole = hash.isEmpty() ? tr("Not known yet.\n%1").arg(m_covers) : tr("%1\n%2").arg(hash, m_covers);
  m_text->setToolTip(whole);
  m_text->setAccessibleDescription(whole);
  m_copy->setEnabled(!hash.isEmpty());
}

void HashLabel::copy() const { QGuiApplication::clipboard()->setText(m_hash); }

}  // namespace lockstep::ui
