#include "ui/pages/new_run/TypeChooser.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QScreen>
#include <QStyledItemDelegate>

#include "ui/widgets/Text.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {

/// The name, and below it what it is for, quieter.
class TypeDelegate final : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyleOptionViewItem empty = option;
    initStyleOption(&empty, index);
    const QString words = index.data().toString();
    empty.text.clear();
    option.widget->style()->drawControl(QStyle::CE_ItemViewItem, &empty, painter, option.widget);
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    const QRect inside = option.rect.adjusted(gridStep, gridStep / 2, -gridStep, -gridStep / 2);
    painter->save();
    QFont bold = option.font;
    bold.setBold(true);
    painter->setFont(bold);
    painter->setPen(option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
    painter->drawText(inside, Qt::AlignLeft | Qt::AlignTop, words.section(QLatin1Char('\n'), 0, 0));
    painter->setFont(option.font);
    if (!selected) painter->setPen(option.palette.color(QPalette::PlaceholderText));
    painter->drawText(inside, Qt::AlignLeft | Qt::AlignBottom, option.fontMetrics.elidedText(words.section(QLatin1Char('\n'), 1), Qt::ElideRight, inside.width()));
    painter->restore();
  }
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override { return {20 * gridStep, 2 * option.fontMetrics.height() + gridStep}; }
};

}  // namespace

TypeChooser::TypeChooser(const std::vector<engine::config::Choice>& types, QWidget* parent)
    : QFrame(parent, Qt::Popup), m_search(new QLineEdit(this)), m_list(new QListWidget(this)) {
  setObjectName(QStringLiteral("typeChooser"));
  setAttribute(Qt::WA_DeleteOnClose);
  setFrameShape(QFrame::StyledPanel);
  m_search->setObjectName(QStringLiteral("typeSearch"));
  m_search->setPlaceholderText(tr("Type a few letters"));
  m_search->setAccessibleName(tr("Find a type"));
  m_search->setClearButtonEnabled(true);
  m_list->setObjectName(QStringLiteral("typeList"));
  m_list->setAccessibleName(tr("Types"));
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->setItemDelegate(new TypeDelegate(m_list));
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  for (const auto& type : types) {
    auto* item = new QListWidgetItem(QString::fromStdString(type.name) + QLatin1Char('\n') + schemaText(type.help), m_list);
    item->setToolTip(schemaText(type.help));
    item->setData(Qt::UserRole, QString::fromStdString(type.name));
  }
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(gridStep, gridStep, gridStep, gridStep);
  layout->setSpacing(gridStep);
  layout->addWidget(m_search);
  layout->addWidget(m_list);
  m_search->installEventFilter(this);
  connect(m_search, &QLineEdit::textChanged, this, &TypeChooser::filter);
  connect(m_search, &QLineEdit::returnPressed, this, &TypeChooser::accept);
  connect(m_list, &QListWidget::itemClicked, this, &TypeChooser::accept);
  connect(m_list, &QListWidget::itemActivated, this, &TypeChooser::accept);
  filter({});
}

void TypeChooser::popUp(const QWidget& anchor) {
  resize(std::max(anchor.width(), 56 * gridStep), 48 * gridStep);
  QPoint at = anchor.mapToGlobal(QPoint(0, anchor.height()));
  const QRect screen = anchor.screen()->availableGeometry();
  at.setX(std::max(screen.left(), std::min(at.x(), screen.right() - width())));
  at.setY(std::max(screen.top(), std::min(at.y(), screen.bottom() - height())));
  move(at);
  show();
  m_search->setFocus();
}

void TypeChooser::filter(const QString& words) {
  QListWidgetItem* first = nullptr;
  for (int i = 0; i < m_list->count(); ++i) {
    QListWidgetItem* item = m_list->item(i);
    const bool shown = item->text().contains(words.trimmed(), Qt::CaseInsensitive);
    item->setHidden(!shown);
    const bool named = shown && item->data(Qt::UserRole).toString().contains(words.trimmed(), Qt::CaseInsensitive);
    if (shown && (first == nullptr || (named && !first->data(Qt::UserRole).toString().contains(words.trimmed(), Qt::CaseInsensitive)))) first = item;
  }
  m_list->setCurrentItem(first);
}

void TypeChooser::accept() {
  const QListWidgetItem* item = m_list->currentItem();
  if (item == nullptr || item->isHidden()) return;
  const QString type = item->data(Qt::UserRole).toString();
  close();
  emit chosen(type);
}

bool TypeChooser::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_search && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() != Qt::Key_Up && key->key() != Qt::Key_Down) return QFrame::eventFilter(watched, event);
    const int step = key->key() == Qt::Key_Down ? 1 : -1;
    for (int row = m_list->currentRow() + step; row >= 0 && row < m_list->count(); row += step) {
      if (m_list->item(row)->isHidden()) continue;
      m_list->setCurrentRow(row);
      break;
    }
    return true;
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace lockstep::ui
