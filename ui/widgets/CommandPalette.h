// Ctrl+K: a list of everything that can be done here and now, found by typing a few letters.
#pragma once

#include <QDialog>
#include <QList>

class QAction;
class QLineEdit;
class QListView;
class QSortFilterProxyModel;
class QStandardItemModel;

namespace lockstep::ui {

class CommandPalette : public QDialog {
  Q_OBJECT

 public:
  /// The actions in the order in which they are to stand; those that can't be done now say so and can't be chosen.
  CommandPalette(const QList<QAction*>& actions, QWidget* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void filter(const QString& text);
  void act();

  QLineEdit* m_search;
  QListView* m_list;
  QStandardItemModel* m_model;
  QSortFilterProxyModel* m_filtered;
};

/// Every action of the window and of the page in it that has a name and is no menu, each once.
[[nodiscard]] QList<QAction*> actionsOf(const QList<QWidget*>& widgets);

}  // namespace lockstep::ui
