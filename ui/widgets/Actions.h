// How actions are made, so that every one has a name, a shortcut that its tooltip tells, and is found by Ctrl+K: the list of
// all actions is what hangs on the window and on the page that is shown.
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QPushButton>
#include <QString>
#include <functional>

namespace lockstep::ui {

/// An action of `owner` (a page or the window), alive as long as that. `name` is its objectName. The shortcut works while
/// the keyboard is anywhere inside the owner.
QAction* addAction(QWidget& owner, const QString& name, const QString& text, const QKeySequence& shortcut, std::function<void()> act);
/// A button that does what the action does, is enabled when it is, and tells its shortcut. Its objectName is the action's.
QPushButton* buttonFor(QAction& action, QWidget* parent, const QString& iconName = {});
/// "Pause (Ctrl+P)"
[[nodiscard]] QString toolTipFor(const QAction& action);
/// Says why the action can't be done now, or that it can (empty).
void setEnabled(QAction& action, bool enabled, const QString& reason = {});

}  // namespace lockstep::ui
