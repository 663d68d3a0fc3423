// What stands where there is nothing to show yet: a drawing, a sentence, and what to do about it.
#pragma once

#include <QWidget>

class QAction;
class QBoxLayout;
class QLabel;

namespace lockstep::ui {

class EmptyState : public QWidget {
  Q_OBJECT

 public:
  /// `iconName` as of icon(); may be empty.
  EmptyState(const QString& iconName, const QString& title, const QString& text, QWidget* parent = nullptr);
  void setTexts(const QString& title, const QString& text);
  /// A button for it below the text; the first is the one that most people want.
  void addButton(QAction& action);

 private:
  QLabel* m_title;
  QLabel* m_text;
  QBoxLayout* m_buttons;
};

}  // namespace lockstep::ui
