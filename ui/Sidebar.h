// Left of the pages: where one can go, and what the machine is doing.
#pragma once

#include <QWidget>
#include <vector>

class QBoxLayout;
class QButtonGroup;
class QLabel;
class QToolButton;

namespace lockstep::ui {

class Sidebar : public QWidget {
  Q_OBJECT

 public:
  explicit Sidebar(QWidget* parent = nullptr);
  /// Another entry at the end. Returns its number.
  int addEntry(const QString& iconName, const QString& text, const QString& toolTip);
  void setCurrent(int entry);
  void setVisible(int entry, bool visible);
  /// Elided where it is long; its tooltip and accessible name are whole.
  void setText(int entry, const QString& text);
  void setToolTip(int entry, const QString& toolTip);
  using QWidget::setToolTip;
  using QWidget::setVisible;

 signals:
  void chosen(int entry);

 private:
  void showLoad();

  QBoxLayout* m_entries;
  QButtonGroup* m_group;
  std::vector<QToolButton*> m_buttons;
  QLabel* m_load;
  qint64 m_busyBefore = 0;
  qint64 m_totalBefore = 0;
};

}  // namespace lockstep::ui
