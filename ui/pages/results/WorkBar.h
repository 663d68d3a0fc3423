// How far a piece of work is, with a way to cancel it; out of the way while there is none.
#pragma once

#include <QTimer>
#include <QWidget>

#include "ui/pages/results/ModelWork.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace lockstep::ui {

class WorkBar : public QWidget {
  Q_OBJECT

 public:
  /// `name`: of the whole for tests; the button is `name` + "Cancel".
  explicit WorkBar(const QString& name, QWidget* parent = nullptr);
  void begin(SharedProgress progress);
  void end();

 signals:
  void cancelled();

 private:
  void look();

  SharedProgress m_progress;
  QTimer m_timer;
  QLabel* m_text;
  QProgressBar* m_bar;
  QPushButton* m_cancel;
};

}  // namespace lockstep::ui
