#include "ui/report/PdfTable.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "tracking/report/format.h"
#include "ui/report/PdfText.h"

namespace lockstep::ui {

namespace report = tracking::report;

namespace {

constexpr std::size_t longestText = 600;  ///< characters of a cell: a row must fit on a page
constexpr double gap = 10 * point, padding = 2.5 * point, narrowest = 34 * point;

const std::array<QColor, 8>& groupColours() {
  static const std::array<QColor, 8> colours{
      QColor(0xdb, 0xea, 0xfe), QColor(0xfd, 0xe8, 0xd4), QColor(0xd5, 0xf2, 0xe3), QColor(0xf6, 0xdf, 0xf0),
      QColor(0xff, 0xf3, 0xc4), QColor(0xe4, 0xe2, 0xf7), QColor(0xd8, 0xf1, 0xf4), QColor(0xec, 0xee, 0xf0)};
  return colours;
}

struct PrintedCell {
  PrintedText text;
  double x = 0;
  double width = 0;
  int group = -1;
};

struct Row {
  std::vector<PrintedCell> cells;
  double height = 0;
  bool header = false;
  double width = 0;

  void draw(QPainter& painter, QPointF at) const {
    for (const PrintedCell& cell : cells) {
      if (cell.group >= 0)
        painter.fillRect(
            QRectF(at.x() + cell.x - gap / 2 + point, at.y() + point, cell.width + gap - 2 * point, height - 2 * point),
            groupColours()[static_cast<std::size_t>(cell.group) % groupColours().size()]);
      cell.text.draw(painter, {at.x() + cell.x, at.y() + padding});
    }
    painter.setPen(QPen(header ? ink::strongLine : ink::line, 0.6 * point));
    painter.drawLine(QPointF(at.x(), at.y() + height), QPointF(at.x() + width, at.y() + height));
  }
};

class TableLayout {
 public:
  TableLayout(const report::Table& table, double width) : m_table(table), m_width(width) {
    // Smaller letters before broken words.
    for (const double size : {8.5, 8.0, 7.5, 7.0, 6.5, 6.0}) {
      m_size = size;
      if (measure()) break;
    }
  }

  [[nodiscard]] Row header() const {
    Row row = empty(true);
    for (std::size_t i = 0; i < m_table.columns.size(); ++i)
      add(row, i, QString::fromStdString(m_table.columns[i].title), printFont(m_size - 0.5), ink::quiet, -1, {});
    finish(row);
    return row;
  }

  [[nodiscard]] Row row(const std::vector<report::Cell>& cells) const {
    Row row = empty(false);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const QColor tone = toneInk(cells[i].tone);
      add(row, i, textOf(cells[i]), fontOf(cells[i]), cells[i].sign.empty() ? tone : ink::text, cells[i].group,
          cells[i].sign.empty() ? QColor() : tone);
    }
    finish(row);
    return row;
  }

 private:
  [[nodiscard]] Row empty(bool header) const {
    Row row;
    row.header = header;
    row.width = m_width;
    return row;
  }
  [[nodiscard]] QFont fontOf(const report::Cell& cell) const {
    return cell.code ? fixedFont(m_size) : printFont(m_size);
  }
  static QString textOf(const report::Cell& cell) {
    return signedText(cell.sign, report::shortened(cell.text, longestText));
  }

  /// False where words don't fit at this size.
  bool measure() {
    const std::size_t count = m_table.columns.size();
    std::vector<double> least(count, 0), natural(count, 0);
    const auto see = [&](std::size_t i, const QString& text, const QFont& font, bool whole) {
      const double all = textWidth(text, font);
      natural[i] = std::max(natural[i], all);
      least[i] = std::max(least[i], whole ? all : std::min(wordWidth(text, font), 90 * point));
    };
    for (std::size_t i = 0; i < count; ++i)
      see(i, QString::fromStdString(m_table.columns[i].title), printFont(m_size - 0.5), false);
    for (const auto& row : m_table.rows)
      for (std::size_t i = 0; i < row.size(); ++i)
        see(i, textOf(row[i]), fontOf(row[i]),
            m_table.columns[i].align == report::Align::right && row[i].text.size() < 24);
    const double room = m_width - gap * static_cast<double>(count - 1);
    const double leastAll = std::accumulate(least.begin(), least.end(), 0.0),
                 naturalAll = std::accumulate(natural.begin(), natural.end(), 0.0);
    m_widths = natural;
    if (naturalAll <= room) {
      // What is over goes to all columns alike: numbers stay near their names.
      for (double& width : m_widths) width += std::min((room - naturalAll) / static_cast<double>(count), 60 * point);
      return true;
    }
    if (leastAll > room) {
      for (std::size_t i = 0; i < count; ++i)
        m_widths[i] = std::max(least[i] * room / leastAll, std::min(narrowest, room / static_cast<double>(count)));
      const double all = std::accumulate(m_widths.begin(), m_widths.end(), 0.0);
      for (double& width : m_widths) width *= room / all;
      return false;
    }
    for (std::size_t i = 0; i < count; ++i)
      m_widths[i] = least[i] + (room - leastAll) * (natural[i] - least[i]) / (naturalAll - leastAll);
    return true;
  }

  void add(Row& row, std::size_t column, const QString& text, const QFont& font, QColor colour, int group,
           QColor sign) const {
    double x = 0;
    for (std::size_t i = 0; i < column; ++i) x += m_widths[i] + gap;
    const bool right = m_table.columns[column].align == report::Align::right;
    PrintedText printed(text, font, m_widths[column], colour, right ? Qt::AlignRight : Qt::AlignLeft, sign);
    row.height = std::max(row.height, printed.height());
    row.cells.push_back({std::move(printed), x, m_widths[column], group});
  }

  static void finish(Row& row) { row.height += 2 * padding; }

  const report::Table& m_table;
  double m_width;
  double m_size = 8.5;
  std::vector<double> m_widths;
};

Piece pieceOf(Row row) {
  const double height = row.height;
  const auto shared = std::make_shared<Row>(std::move(row));
  return {height, [shared](QPainter& painter, QPointF at) { shared->draw(painter, at); }};
}

}  // namespace

QString signedText(const std::string& sign, const std::string& text) {
  return QString::fromStdString(sign.empty() ? text : sign + "\u00a0" + text);
}

QColor toneInk(report::Tone tone) {
  switch (tone) {
    case report::Tone::plain: return ink::text;
    case report::Tone::quiet: return ink::quiet;
    case report::Tone::good: return ink::good;
    case report::Tone::warning: return ink::warning;
    case report::Tone::bad: return ink::bad;
  }
  return ink::text;
}

void addTable(const report::Table& table, PageFlow& flow) {
  if (!table.caption.empty()) {
    const PrintedText caption(QString::fromStdString(table.caption), printFont(9.5, true), flow.width());
    flow.add(
        {caption.height() + 2 * point, [caption](QPainter& painter, QPointF at) { caption.draw(painter, at); }, true});
  }
  const TableLayout layout(table, flow.width());
  Piece header = pieceOf(layout.header());
  const int number = flow.addHeader(header);
  header.isHeader = header.keepWithNext = true;
  header.header = number;
  flow.add(std::move(header));
  for (const auto& cells : table.rows) {
    Piece row = pieceOf(layout.row(cells));
    row.header = number;
    flow.add(std::move(row));
  }
  flow.space(12 * point);
}

}  // namespace lockstep::ui
