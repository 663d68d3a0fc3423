// A strip above a page's content that tells what happened, with at most one thing to do about it. Never modal.
#pragma once

#include <QFrame>
#include <functional>

#include "ui/widgets/Theme.h"

class QLabel;
class QPushButton;
class QToolButton;

namespace lockstep::ui {

class MessageBar : public QFrame {
  Q_OBJECT

 public:
  explicit MessageBar(QWidget* parent = nullptr);
  /// Takes the place of what was shown. `action`: the button's text; empty: no button.
  void say(Tone tone, const QString& text, const QString& action = {}, std::function<void()> act = {});
  void clear();
  [[nodiscard]] QString text() const;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void applyColours();

  Tone m_tone = Tone::plain;
  QLabel* m_sign;
  QLabel* m_text;
  QPushButton* m_action;
  QToolButton* m_close;
  std::function<void()> m_act;
};

}  // namespace lockstep::ui
