#include "ui/widgets/CommandPalette.h"

#include <QAction>
#include <QBoxLayout>
#include <QKeyEvent>
#include <QCoreApplication>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPointer>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>

#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {

constexpr int actionRole = Qt::UserRole;

/// Every word must stand somewhere in the action's text.
class WordsFilter : public QSortFilterProxyModel {
 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;
  void setWords(const QStringList& words) {
    m_words = words;
    invalidateFilter();
  }

 protected:
  [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
    const QString text = sourceModel()->index(row, 0, parent).data().toString();
    return std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
  }

 private:
  QStringList m_words;
};

QString plainText(const QAction& action) {
  QString text = action.text();
  text.remove(QLatin1Char('&'));
  return text;
}

}  // namespace

QList<QAction*> actionsOf(const QList<QWidget*>& widgets) {
  QList<QAction*> found;
  for (const QWidget* widget : widgets) {
    for (QAction* action : widget->findChildren<QAction*>()) {
      // Qt's own, such as a line edit's clear button, have no text.
      const bool useful = !action->text().isEmpty() && !action->isSeparator() && action->menu() == nullptr && action->isVisible();
      if (useful && !found.contains(action)) found << action;
    }
  }
  return found;
}

CommandPalette::CommandPalette(const QList<QAction*>& actions, QWidget* parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint), m_search(new QLineEdit(this)), m_list(new QListView(this)), m_model(new QStandardItemModel(this)), m_filtered(new WordsFilter(this)) {
  setObjectName(QStringLiteral("commandPalette"));
  setWindowTitle(tr("All actions"));
  setAttribute(Qt::WA_DeleteOnClose);
  setModal(true);
  for (QAction* action : actions) {
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    auto* item = new QStandardItem(keys.isEmpty() ? plainText(*action) : QStringLiteral("%1    %2").arg(plainText(*action), keys));
    item->setEnabled(action->isEnabled());
    item->setEditable(false);
    item->setToolTip(action->toolTip());
    item->setData(QVariant::fromValue(QPointer<QAction>(action)), actionRole);
    m_model->appendRow(item);
  }
  m_filtered->setSourceModel(m_model);
  m_search->setObjectName(QStringLiteral("commandSearch"));
  m_search->setPlaceholderText(tr("What do you want to do?"));
  m_search->setAccessibleName(tr("Search the actions"));
  m_search->installEventFilter(this);
  m_list->setObjectName(QStringLiteral("commandList"));
  m_list->setAccessibleName(tr("Actions"));
  m_list->setModel(m_filtered);
  m_list->setUniformItemSizes(true);
  m_list->setFrameShape(QFrame::NoFrame);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(gridStep, gridStep, gridStep, gridStep);
  layout->addWidget(m_search);
  layout->addWidget(m_list);
  connect(m_search, &QLineEdit::textChanged, this, &CommandPalette::filter);
  connect(m_search, &QLineEdit::returnPressed, this, &CommandPalette::act);
  connect(m_list, &QListView::clicked, this, &CommandPalette::act);
  resize(60 * gridStep, 48 * gridStep);
  if (parent != nullptr) move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, parent->height() / 8)));
  filter({});
}

void CommandPalette::filter(const QString& text) {
  static_cast<WordsFilter*>(m_filtered)->setWords(text.split(QLatin1Char(' '), Qt::SkipEmptyParts));
  for (int row = 0; row < m_filtered->rowCount(); ++row) {
    if (!(m_filtered->index(row, 0).flags() & Qt::ItemIsEnabled)) continue;
    m_list->setCurrentIndex(m_filtered->index(row, 0));
    return;
  }
}

void CommandPalette::act() {
  const QModelIndex index = m_list->currentIndex();
  if (!index.isValid() || !(index.flags() & Qt::ItemIsEnabled)) return;
  const auto action = index.data(actionRole).value<QPointer<QAction>>();
  accept();
  // After this window has gone, so that the action finds the focus where it was.
  if (action) QMetaObject::invokeMethod(action, &QAction::trigger, Qt::QueuedConnection);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_search && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
      QCoreApplication::sendEvent(m_list, event);
      return true;
    }
  }
  return QDialog::eventFilter(watched, event);
}

}  // namespace lockstep::ui
