#include "ui/models/Cells.h"

#include <QLocale>
#include <algorithm>
#include <cmath>
#include <set>

namespace lockstep::ui {

namespace {

/// Where an item stands, from the root down: for the order in which a tree is read.
std::vector<int> placeOf(QModelIndex index) {
  std::vector<int> rows;
  for (; index.isValid(); index = index.parent()) rows.insert(rows.begin(), index.row());
  return rows;
}

QString oneLine(QString text) {
  text.replace(QStringLiteral("\r\n"), QStringLiteral(" "));
  for (QChar& letter : text)
    if (letter == u'\n' || letter == u'\t' || letter == u'\r') letter = u' ';
  return text;
}

}  // namespace

QString exactText(const QModelIndex& index) {
  const QVariant exact = index.data(exactRole);
  return exact.isValid() ? exact.toString() : index.data().toString();
}

QString tabSeparated(const QModelIndexList& cells) {
  if (cells.isEmpty()) return {};
  const QAbstractItemModel& model = *cells.first().model();
  std::set<int> columns;
  std::vector<std::pair<std::vector<int>, QModelIndex>> rows;
  for (const QModelIndex& cell : cells) {
    columns.insert(cell.column());
    rows.emplace_back(placeOf(cell), cell.siblingAtColumn(0));
  }
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  rows.erase(std::unique(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first == b.first; }), rows.end());
  QStringList lines;
  QStringList line;
  for (const int column : columns) line << oneLine(model.headerData(column, Qt::Horizontal).toString());
  lines << line.join(u'\t');
  for (const auto& [place, row] : rows) {
    line.clear();
    for (const int column : columns) line << oneLine(exactText(row.siblingAtColumn(column)));
    lines << line.join(u'\t');
  }
  return lines.join(u'\n') + u'\n';
}

QString tabSeparated(const QAbstractItemModel& model) {
  QModelIndexList cells;
  for (int row = 0; row < model.rowCount(); ++row)
    for (int column = 0; column < model.columnCount(); ++column) cells << model.index(row, column);
  return tabSeparated(cells);
}

QString exactNumber(double value) {
  if (std::isnan(value)) return QStringLiteral("NaN");
  if (std::isinf(value)) return value > 0 ? QStringLiteral("Infinity") : QStringLiteral("-Infinity");
  return QLocale::c().toString(value, 'g', QLocale::FloatingPointShortest);
}

}  // namespace lockstep::ui
