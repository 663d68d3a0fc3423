#include "ui/pages/results/WorstView.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTableView>

#include "ui/models/Cells.h"
#include "ui/pages/results/TableSupport.h"
#include "ui/widgets/Actions.h"

namespace lockstep::ui {

namespace {

constexpr int side = 12 * gridStep;

/// A picture with its caption below. Pixels of small pictures stay pixels.
class PictureDelegate final : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const int caption = option.fontMetrics.horizontalAdvance(index.data().toString());
    return {std::max(side, std::min(caption, 3 * side)) + 2 * gridStep, side + option.fontMetrics.height() + 2 * gridStep};
  }
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    painter->save();
    if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, option.palette.color(QPalette::Highlight));
    const auto picture = index.data(Qt::DecorationRole).value<QImage>();
    const QSize size = picture.size().scaled(side, side, Qt::KeepAspectRatio);
    const QRect frame(option.rect.center().x() - side / 2, option.rect.top() + gridStep, side, side);
    painter->setRenderHint(QPainter::SmoothPixmapTransform, picture.width() > side);
    painter->drawImage(QStyle::alignedRect(option.direction, Qt::AlignCenter, size, frame), picture);
    const QRect caption(option.rect.left() + gridStep / 2, frame.bottom() + gridStep / 2, option.rect.width() - gridStep, option.fontMetrics.height() + gridStep / 2);
    const bool selected = option.state & QStyle::State_Selected;
    painter->setPen(selected ? option.palette.color(QPalette::HighlightedText) : toneColour(static_cast<Tone>(index.data(toneRole).toInt()), option.palette));
    painter->drawText(caption, Qt::AlignCenter, option.fontMetrics.elidedText(index.data().toString(), Qt::ElideMiddle, caption.width()));
    if (option.state & QStyle::State_HasFocus) {
      painter->setPen(option.palette.color(QPalette::Text));
      painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
    painter->restore();
  }
};

}  // namespace

WorstView::WorstView(QWidget* parent)
    : QWidget(parent), m_model(new CellTableModel(this)), m_sorted(new QSortFilterProxyModel(this)), m_stack(new QStackedWidget(this)), m_pictures(new QListView(this)), m_rows(new QTableView(this)) {
  m_sorted->setSourceModel(m_model);
  m_sorted->setSortRole(CellTableModel::sortRole);
  prepareView(*m_pictures, QStringLiteral("worstPictures"), tr("The worst samples as pictures"));
  m_pictures->setModel(m_model);
  m_pictures->setItemDelegate(new PictureDelegate(m_pictures));
  m_pictures->setViewMode(QListView::IconMode);
  m_pictures->setMovement(QListView::Static);
  m_pictures->setResizeMode(QListView::Adjust);
  m_pictures->setSpacing(gridStep / 2);
  m_pictures->setAlternatingRowColors(false);
  prepareView(*m_rows, QStringLiteral("worstRows"), tr("The worst samples as rows"));
  m_rows->setModel(m_sorted);
  m_rows->setSortingEnabled(true);
  prepareRows(*m_rows);
  QAction* copy = addCopyAction(*m_rows, QStringLiteral("copyWorst"), tr("Copy the worst samples"));
  // Pictures are copied as the rows that tell of them.
  m_pictures->addAction(ui::addAction(*m_pictures, QStringLiteral("copyWorstPictures"), tr("Copy the worst samples' table"), QKeySequence::Copy, [copy] { copy->trigger(); }));

  auto* words = new QLabel(tr("Those with the greatest loss, the worst first"), this);
  words->setForegroundRole(QPalette::PlaceholderText);
  auto* bar = new QHBoxLayout;
  bar->addWidget(words, 1);
  bar->addWidget(buttonFor(*copy, this, QStringLiteral("copy")));
  m_stack->addWidget(m_pictures);
  m_stack->addWidget(m_rows);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(gridStep, gridStep, gridStep, gridStep);
  layout->setSpacing(gridStep / 2);
  layout->addLayout(bar);
  layout->addWidget(m_stack, 1);
}

void WorstView::setSamples(CellTable table) {
  const bool hasPictures = !table.rows.empty() && !table.rows.front().front().picture.isNull();
  m_model->setTable(std::move(table));
  // All as wide as the one that needs most, so that they stand in columns.
  QSize cell;
  for (int row = 0; row < m_model->rowCount(); ++row) cell = cell.expandedTo(m_pictures->sizeHintForIndex(m_model->index(row, 0)));
  if (hasPictures) m_pictures->setGridSize(cell + QSize(gridStep, gridStep));
  m_sorted->sort(-1);
  m_rows->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  m_rows->setColumnHidden(0, true);  // says again what the columns beside it say
  m_rows->resizeColumnsToContents();
  m_stack->setCurrentWidget(hasPictures ? static_cast<QWidget*>(m_pictures) : m_rows);
}

}  // namespace lockstep::ui
