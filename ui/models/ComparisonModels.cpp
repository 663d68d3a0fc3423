#include "ui/models/ComparisonModels.h"

#include <QApplication>
#include <QFont>
#include <QPalette>

#include "ui/widgets/Format.h"
#include "ui/widgets/Text.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(lockstep::ui::ComparisonModels)
};

QString nameOf(const tracking::Comparison& comparison, int run) {
  const QString name = QString::fromStdString(comparison.runs[static_cast<std::size_t>(run)].name);
  return run == 0 ? Words::tr("%1 (baseline)").arg(name) : name;
}

/// A hash or a patch is told by its beginning.
QString shown(const std::string& value) {
  const QString text = QString::fromStdString(value);
  const bool hash = text.size() == 64 || text.size() == 40;
  return hash ? text.left(7) : text;
}

QString markOf(int group) { return group < 26 ? QString(QChar('A' + group)) : QStringLiteral("A%1").arg(group); }

/// Beside the mark: the beginning of what is one hash; texts are for the tooltip.
QString hashOf(const std::string& value) {
  const std::string hash = value.substr(0, value.find(' '));
  const bool isHash = hash.size() >= 16 && hash.find_first_not_of("0123456789abcdef") == std::string::npos;
  return isHash ? QStringLiteral("  ") + QString::fromStdString(hash.substr(0, 7)) : QString();
}

QVariant bold() {
  QFont font = QApplication::font();
  font.setBold(true);
  return font;
}

double best(const tracking::MetricRow& row, const tracking::MetricSummary& value) { return row.smaller_is_better ? value.minimum : value.maximum; }

QVariant numberAlignment() { return QVariant::fromValue<Qt::Alignment>(Qt::AlignRight | Qt::AlignVCenter); }

}  // namespace

QString verdictText(std::string_view verdict) {
  if (verdict == "identical") return Words::tr("✓ identical");
  if (verdict == "within_tolerance") return Words::tr("≈ within tolerance");
  return verdict == "diverged" ? Words::tr("≠ diverged") : QString();
}

void DifferenceModel::setComparison(SharedComparison comparison) {
  beginResetModel();
  m_comparison = std::move(comparison);
  m_rows.clear();
  const auto add = [this](const QString& part, const std::vector<tracking::DifferenceRow>& rows) {
    for (const tracking::DifferenceRow& row : rows) m_rows.push_back({part, &row});
  };
  if (m_comparison) {
    add(tr("Config"), m_comparison->config);
    add(tr("Data"), m_comparison->data);
    add(tr("Seeds"), m_comparison->seeds);
    add(tr("Code"), m_comparison->code);
    add(tr("Environment"), m_comparison->environment);
  }
  endResetModel();
}

int DifferenceModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }
int DifferenceModel::columnCount(const QModelIndex& parent) const { return parent.isValid() || !m_comparison ? 0 : 2 + static_cast<int>(m_comparison->runs.size()); }

QVariant DifferenceModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = m_rows[static_cast<std::size_t>(index.row())];
  if (index.column() == 0) return role == Qt::DisplayRole ? QVariant(row.part) : QVariant();
  if (index.column() == 1) return role == Qt::DisplayRole ? QVariant(QString::fromStdString(row.row->key)) : QVariant();
  const auto run = static_cast<std::size_t>(index.column() - 2);
  const std::string& value = row.row->values[run];
  const bool other = value != row.row->values[0];
  switch (role) {
    case Qt::DisplayRole: return value.empty() ? QStringLiteral("–") : other ? QStringLiteral("≠ %1").arg(shown(value)) : shown(value);
    case Qt::ToolTipRole: return QString::fromStdString(value);
    case Qt::FontRole: return other ? bold() : QVariant();
    default: return {};
  }
}

QVariant DifferenceModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole || !m_comparison) return {};
  return section == 0 ? tr("Part") : section == 1 ? tr("Key") : nameOf(*m_comparison, section - 2);
}

void ComparedMetricModel::setComparison(SharedComparison comparison) {
  beginResetModel();
  m_comparison = std::move(comparison);
  endResetModel();
}

int ComparedMetricModel::rowCount(const QModelIndex& parent) const { return parent.isValid() || !m_comparison ? 0 : static_cast<int>(m_comparison->metrics.size()); }
int ComparedMetricModel::columnCount(const QModelIndex& parent) const { return parent.isValid() || !m_comparison ? 0 : 1 + static_cast<int>(m_comparison->runs.size()); }

QVariant ComparedMetricModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const tracking::MetricRow& row = m_comparison->metrics[static_cast<std::size_t>(index.row())];
  if (index.column() == 0) return role == Qt::DisplayRole ? QVariant(QString::fromStdString(row.key)) : QVariant();
  if (role == Qt::TextAlignmentRole) return numberAlignment();
  const auto& value = row.values[static_cast<std::size_t>(index.column() - 1)];
  if (!value) return role == Qt::DisplayRole ? QVariant(QStringLiteral("–")) : QVariant();
  const bool evaluated = row.key.starts_with("val/") || row.key.starts_with("test/");
  const double top = best(row, *value);
  switch (role) {
    case Qt::DisplayRole:
      return evaluated && top != value->last && top == top ? tr("%1 (best %2)").arg(shortNumber(value->last), shortNumber(top)) : shortNumber(value->last);
    case Qt::ToolTipRole: return QString::number(value->last, 'g', 17);
    case Qt::FontRole: {
      // Of a metric that is meant to be good: the best of the row.
      if (!evaluated) return {};
      for (const auto& other : row.values)
        if (other && (row.smaller_is_better ? best(row, *other) < top : best(row, *other) > top)) return {};
      return bold();
    }
    default: return {};
  }
}

QVariant ComparedMetricModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || !m_comparison) return {};
  if (role == Qt::TextAlignmentRole && section > 0) return numberAlignment();
  if (role != Qt::DisplayRole) return {};
  return section == 0 ? tr("Metric") : nameOf(*m_comparison, section - 1);
}

void MatrixModel::setComparison(SharedComparison comparison) {
  beginResetModel();
  m_comparison = std::move(comparison);
  endResetModel();
}

int MatrixModel::rowCount(const QModelIndex& parent) const { return parent.isValid() || !m_comparison ? 0 : static_cast<int>(m_comparison->runs.size()); }
int MatrixModel::columnCount(const QModelIndex& parent) const { return parent.isValid() || !m_comparison ? 0 : 2 + static_cast<int>(m_comparison->matrix.size()); }

const tracking::MatrixColumn* MatrixModel::columnAt(const QModelIndex& index) const {
  return index.isValid() && index.column() >= 2 ? &m_comparison->matrix[static_cast<std::size_t>(index.column() - 2)] : nullptr;
}

QVariant MatrixModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const auto run = static_cast<std::size_t>(index.row());
  const tracking::MatrixColumn* column = columnAt(index);
  if (column == nullptr) {
    if (index.column() == 0) return role == Qt::DisplayRole ? QVariant(nameOf(*m_comparison, index.row())) : role == Qt::ToolTipRole ? QVariant(QString::fromStdString(m_comparison->runs[run].id)) : QVariant();
    if (role == Qt::DisplayRole) return run == 0 ? QStringLiteral("–") : verdictText(tracking::verdict_name(m_comparison->judgements[run - 1].verdict));
    return role == Qt::ToolTipRole && run > 0 ? QVariant(text(m_comparison->judgements[run - 1].sentence())) : QVariant();
  }
  const int group = column->groups[run];
  switch (role) {
    case Qt::DisplayRole:
      if (group < 0) return QStringLiteral("–");
      return markOf(group) + hashOf(column->values[run]);
    case Qt::ToolTipRole: return QString::fromStdString(column->values[run]);
    case groupRole: return group;
    case Qt::BackgroundRole: {
      if (group < 0) return {};
      QColor colour = curveColour(group, isDark(QApplication::palette()));
      colour.setAlphaF(0.18F);
      return colour;
    }
    default: return {};
  }
}

QVariant MatrixModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole || !m_comparison) return {};
  static const char* const titles[] = {QT_TR_NOOP("Config"), QT_TR_NOOP("Code"), QT_TR_NOOP("Data"), QT_TR_NOOP("Seeds"), QT_TR_NOOP("Environment"), QT_TR_NOOP("Initial weights"), QT_TR_NOOP("Outcome")};
  return section == 0 ? tr("Run") : section == 1 ? tr("Against the first") : tr(titles[section - 2]);
}

QString MatrixModel::difference(const QModelIndex& index) const {
  const tracking::MatrixColumn* column = columnAt(index);
  if (column == nullptr) return index.isValid() && index.row() > 0 ? text(m_comparison->judgements[static_cast<std::size_t>(index.row() - 1)].sentence()) : QString();
  const auto run = static_cast<std::size_t>(index.row());
  if (column->groups[run] == column->groups[0]) return {};
  QStringList lines;
  const auto add = [&](const std::vector<tracking::DifferenceRow>& rows) {
    for (const tracking::DifferenceRow& row : rows)
      if (row.values[run] != row.values[0]) lines << tr("%1: %2, the first has %3").arg(QString::fromStdString(row.key), shown(row.values[run]), shown(row.values[0]));
  };
  if (column->name == "config") add(m_comparison->config);
  else if (column->name == "data") add(m_comparison->data);
  else if (column->name == "code") add(m_comparison->code);
  else if (column->name == "seeds") add(m_comparison->seeds);
  else if (column->name == "environment") add(m_comparison->environment);
  if (lines.isEmpty()) lines << tr("%1, the first has %2").arg(QString::fromStdString(column->values[run]), QString::fromStdString(column->values[0]));
  return lines.join(QLatin1Char('\n'));
}

}  // namespace lockstep::ui
