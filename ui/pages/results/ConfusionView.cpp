#include "ui/pages/results/ConfusionView.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QStyledItemDelegate>
#include <cmath>

#include "ui/models/ConfusionModel.h"
#include "ui/widgets/Actions.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {

constexpr int mostTitle = 12 * gridStep;  // a longer class name is cut in the header and whole on hover

QColor blend(const QColor& from, const QColor& to, double share) {
  const auto mix = [share](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
  return {mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue())};
}

/// Relative luminance of WCAG 2.
double luminance(const QColor& colour) {
  const auto linear = [](double channel) { return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4); };
  return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

/// Blue where the class was recognised, orange where it was taken for another; the numbers say the same without colour.
class ShareDelegate final : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const double share = index.data(ConfusionModel::shareRole).toDouble();
    const QColor base = option.palette.color(QPalette::Base);
    const QColor full = index.row() == index.column() ? QColor(0x0b5c96) : QColor(0xd55e00);
    const QColor ground = std::isfinite(share) && share > 0 ? blend(base, full, 0.15 + 0.85 * share) : base;
    painter->fillRect(option.rect, ground);
    const bool isZero = !(share > 0);
    const bool onDark = luminance(ground) < 0.18;
    painter->setPen(isZero ? toneColour(Tone::quiet, option.palette) : onDark ? QColor(Qt::white) : QColor(0x14171c));
    painter->drawText(option.rect, Qt::AlignCenter, index.data().toString());
    if ((option.state & QStyle::State_HasFocus) || (option.state & QStyle::State_Selected)) {
      painter->setPen(QPen(option.palette.color(QPalette::Text), 2));
      painter->drawRect(option.rect.adjusted(1, 1, -1, -1));
    }
  }
};

}  // namespace

ConfusionView::ConfusionView(QWidget* parent) : QWidget(parent), m_model(new ConfusionModel(this)), m_table(new QTableView(this)), m_words(new QLabel(this)) {
  m_table->setObjectName(QStringLiteral("confusionTable"));
  m_table->setAccessibleName(tr("Confusion matrix: rows are the right classes, columns the predicted ones"));
  m_table->setModel(m_model);
  m_table->setItemDelegate(new ShareDelegate(m_table));
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setMouseTracking(true);
  m_table->viewport()->installEventFilter(this);
  m_table->setTabKeyNavigation(false);
  m_table->setCornerButtonEnabled(false);
  m_table->setFrameShape(QFrame::NoFrame);
  m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  m_table->horizontalHeader()->setHighlightSections(true);
  m_table->verticalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_words->setObjectName(QStringLiteral("confusionWords"));
  m_words->setTextFormat(Qt::PlainText);
  m_words->setWordWrap(true);
  m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* axes = new QLabel(tr("↓ right class    → predicted class"), this);
  axes->setForegroundRole(QPalette::PlaceholderText);
  QAction* copy = ui::addAction(*m_table, QStringLiteral("copyConfusion"), tr("Copy the confusion matrix"), QKeySequence::Copy, [this] { QGuiApplication::clipboard()->setText(m_model->tabSeparated()); });

  auto* bar = new QHBoxLayout;
  bar->addWidget(axes, 1);
  bar->addWidget(buttonFor(*copy, this, QStringLiteral("copy")));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(gridStep / 2);
  layout->addLayout(bar);
  layout->addWidget(m_table, 1);
  layout->addWidget(m_words);
  connect(m_table, &QTableView::entered, this, &ConfusionView::tell);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &ConfusionView::tell);
}

void ConfusionView::setMatrix(const QStringList& classes, const std::vector<std::vector<std::int64_t>>& counts) {
  m_model->setMatrix(classes, counts);
  fitCells();
  m_words->setText(tr("Point at a cell, or go to it with the arrow keys, and it is said here in words."));
}

/// All cells have one size, in which the largest number fits, and fill what room there is.
void ConfusionView::fitCells() {
  const int classes = m_model->columnCount();
  if (classes == 0) return;
  int width = 0;
  for (int row = 0; row < classes; ++row)
    for (int column = 0; column < classes; ++column) width = std::max(width, fontMetrics().horizontalAdvance(m_model->index(row, column).data().toString()));
  int titles = 0;
  for (int column = 0; column < classes; ++column) titles = std::max(titles, fontMetrics().horizontalAdvance(m_model->headerData(column, Qt::Horizontal).toString()));
  const int least = std::max({width + 2 * gridStep, std::min(titles, mostTitle) + 2 * gridStep, 5 * gridStep});
  const int leastHeight = fontMetrics().height() + gridStep;
  // Without scroll bars, which would come and go with the size that they decide.
  const QSize room = m_table->maximumViewportSize() / classes;
  m_table->horizontalHeader()->setDefaultSectionSize(std::clamp(room.width(), least, std::max(least, 9 * gridStep)));
  m_table->verticalHeader()->setDefaultSectionSize(std::clamp(room.height(), leastHeight, std::max(leastHeight, 5 * gridStep)));
}

bool ConfusionView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_table->viewport() && event->type() == QEvent::Resize) fitCells();
  return QWidget::eventFilter(watched, event);
}

void ConfusionView::tell(const QModelIndex& index) {
  if (index.isValid()) m_words->setText(m_model->inWords(index));
}

void ConfusionView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) fitCells();
}

}  // namespace lockstep::ui
