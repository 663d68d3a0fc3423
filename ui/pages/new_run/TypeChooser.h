// A list of types with what each is for, found by typing a few letters.
#pragma once

#include <QFrame>
#include <vector>

#include "engine/config/view.h"

class QLineEdit;
class QListWidget;

namespace lockstep::ui {

class TypeChooser : public QFrame {
  Q_OBJECT

 public:
  explicit TypeChooser(const std::vector<engine::config::Choice>& types, QWidget* parent);
  /// Below this widget; gone once something was chosen or the keyboard went elsewhere.
  void popUp(const QWidget& anchor);

 signals:
  void chosen(const QString& type);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void filter(const QString& words);
  void accept();

  QLineEdit* m_search;
  QListWidget* m_list;
};

}  // namespace lockstep::ui
