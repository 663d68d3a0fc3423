#include "ui/pages/run/Chip.h"

#include <QClipboard>
#include <QGuiApplication>

namespace lockstep::ui {

Chip::Chip(const QString& objectName, const QString& name, const QString& covers, QWidget* parent) : QToolButton(parent), m_name(name), m_covers(covers) {
  setObjectName(objectName);
  setAutoRaise(true);
  setFocusPolicy(Qt::TabFocus);
  setToolButtonStyle(Qt::ToolButtonTextOnly);
  hide();
  connect(this, &QToolButton::clicked, this, [this] {
    QGuiApplication::clipboard()->setText(m_whole);
    emit copied(m_name);
  });
}

void Chip::setValue(const QString& shown, const QString& whole, const QString& note) {
  m_whole = whole;
  setVisible(!whole.isEmpty());
  if (whole.isEmpty()) return;
  setText(tr("%1 %2").arg(m_name, shown));
  setAccessibleName(tr("%1 %2, copy").arg(m_name, whole));
  QStringList lines{whole, m_covers};
  if (!note.isEmpty()) lines << note;
  setToolTip((lines << tr("Click to copy.")).join(QLatin1Char('\n')));
}

}  // namespace lockstep::ui
