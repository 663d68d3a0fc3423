#include "ui/widgets/Actions.h"

#include "ui/widgets/Icons.h"

namespace lockstep::ui {

QAction* addAction(QWidget& owner, const QString& name, const QString& text, const QKeySequence& shortcut, std::function<void()> act) {
  auto* action = new QAction(text, &owner);
  action->setObjectName(name);
  action->setShortcut(shortcut);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  action->setToolTip(toolTipFor(*action));
  QObject::connect(action, &QAction::triggered, &owner, [act = std::move(act)] { act(); });
  owner.addAction(action);
  return action;
}

QString toolTipFor(const QAction& action) {
  QString plain = action.text();
  plain.remove(QLatin1Char('&'));
  return action.shortcut().isEmpty() ? plain : QStringLiteral("%1 (%2)").arg(plain, action.shortcut().toString(QKeySequence::NativeText));
}

void setEnabled(QAction& action, bool enabled, const QString& reason) {
  action.setEnabled(enabled);
  const QString tip = toolTipFor(action);
  action.setToolTip(enabled || reason.isEmpty() ? tip : tip + QLatin1Char('\n') + reason);
}

QPushButton* buttonFor(QAction& action, QWidget* parent, const QString& iconName) {
  auto* button = new QPushButton(parent);
  button->setObjectName(action.objectName());
  if (!iconName.isEmpty()) button->setIcon(icon(iconName));
  const auto follow = [button, &action] {
    button->setText(action.text());
    button->setToolTip(action.toolTip());
    button->setEnabled(action.isEnabled());
    button->setVisible(action.isVisible());
  };
  button->setText(action.text());
  button->setToolTip(action.toolTip());
  button->setEnabled(action.isEnabled());
  QObject::connect(&action, &QAction::changed, button, follow);
  QObject::connect(button, &QPushButton::clicked, &action, &QAction::trigger);
  return button;
}

}  // namespace lockstep::ui
