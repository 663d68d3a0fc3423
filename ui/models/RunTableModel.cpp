#include "ui/models/RunTableModel.h"

#include <QGuiApplication>
#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_set>

#include "ui/widgets/Format.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {

using tracking::MetricSummary;
using tracking::RunSummary;

bool sameMetrics(const RunSummary& a, const RunSummary& b) {
  // By bits: a NaN equals itself.
  const auto same = [](double x, double y) { return std::bit_cast<quint64>(x) == std::bit_cast<quint64>(y); };
  return std::equal(a.metrics.begin(), a.metrics.end(), b.metrics.begin(), b.metrics.end(), [&](const MetricSummary& x, const MetricSummary& y) {
    return x.last_step == y.last_step && same(x.last, y.last) && same(x.minimum, y.minimum) && same(x.maximum, y.maximum) && x.key == y.key;
  });
}

/// Which cells of a row tell something else than before.
struct Changes {
  Changes(const RunSummary& a, const RunSummary& b)
      : status(a.status != b.status || a.reason != b.reason || a.verdict != b.verdict),
        words(a.name != b.name || a.notes != b.notes || a.tags != b.tags),
        progress(status || a.step != b.step || a.steps != b.steps),
        metrics(!sameMetrics(a, b)),
        time(a.started != b.started || a.ended != b.ended || a.trashed != b.trashed),
        // A clock that runs.
        duration(time || (b.started && !b.ended)),
        record(a.device != b.device || a.seed != b.seed || a.commit != b.commit || a.dirty != b.dirty || a.data_fingerprint != b.data_fingerprint ||
               a.config_hash != b.config_hash || a.parent != b.parent) {}
  [[nodiscard]] bool any() const { return status || words || progress || metrics || duration || record; }
  [[nodiscard]] bool searched() const { return status || words || record; }
  [[nodiscard]] bool of(const RunColumn& column) const {
    switch (column.kind()) {
      case RunColumn::status: return status;
      case RunColumn::name:
      case RunColumn::tags:
      case RunColumn::notes: return words;
      case RunColumn::progress: return progress;
      case RunColumn::best:
      case RunColumn::loss:
      case RunColumn::metric: return metrics;
      case RunColumn::started:
      case RunColumn::trashed: return time;
      case RunColumn::duration: return duration;
      case RunColumn::device:
      case RunColumn::seed:
      case RunColumn::commit:
      case RunColumn::data: return record;
      default: return false;
    }
  }
  bool status, words, progress, metrics, time, duration, record;
};

Tone toneOf(const RunSummary& run) {
  if (run.verdict == "diverged") return Tone::bad;
  switch (run.status) {
    case tracking::Status::failed: return Tone::bad;
    case tracking::Status::interrupted: return Tone::warning;
    case tracking::Status::finished: return Tone::good;
    case tracking::Status::running:
    case tracking::Status::preparing: return Tone::active;
    default: return Tone::plain;
  }
}

}  // namespace

RunTableModel::RunTableModel(std::vector<RunColumn> columns, QObject* parent) : QAbstractTableModel(parent), m_columns(std::move(columns)) {}

std::vector<RunColumn> RunTableModel::givenColumns() {
  using C = RunColumn;
  return {C::checked, C::status, C::name, C::model, C::data, C::device, C::best, C::loss, C::progress, C::duration, C::commit, C::seed, C::started, C::tags, C::notes, C::id};
}

void RunTableModel::setRuns(const std::vector<RunSummary>& runs) {
  removeMissing(runs);
  // Both lists are in the order of creation, so what is left is a part of the new one, in order.
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (i < m_rows.size() && m_rows[i].run.id == runs[i].id) {
      updateRow(static_cast<int>(i), runs[i]);
      continue;
    }
    std::size_t end = i + 1;
    while (end < runs.size() && (i >= m_rows.size() || runs[end].id != m_rows[i].run.id)) ++end;
    insertRuns(static_cast<int>(i), {runs.begin() + static_cast<std::ptrdiff_t>(i), runs.begin() + static_cast<std::ptrdiff_t>(end)});
    i = end - 1;
  }
  // A list in another order than before: nothing in it can be kept in place.
  if (m_rows.size() == runs.size()) return;
  beginResetModel();
  m_rows.clear();
  m_sortKeys.clear();
  endResetModel();
  insertRuns(0, runs);
}

void RunTableModel::removeMissing(const std::vector<RunSummary>& runs) {
  const bool same = runs.size() >= m_rows.size() && std::equal(m_rows.begin(), m_rows.end(), runs.begin(), [](const RunRow& row, const RunSummary& run) { return row.run.id == run.id; });
  if (same) return;
  std::unordered_set<std::string_view> wanted;
  for (const RunSummary& run : runs) wanted.insert(run.id);
  const auto isGone = [&](int row) { return !wanted.contains(m_rows[static_cast<std::size_t>(row)].run.id); };
  bool hadChecked = false;
  for (int last = rowCount() - 1; last >= 0; --last) {
    if (!isGone(last)) continue;
    int first = last;
    while (first > 0 && isGone(first - 1)) --first;
    beginRemoveRows({}, first, last);
    const auto from = m_rows.begin() + first, to = m_rows.begin() + last + 1;
    hadChecked = hadChecked || std::any_of(from, to, [](const RunRow& row) { return row.checked; });
    m_rows.erase(from, to);
    m_sortKeys.clear();
    endRemoveRows();
    last = first;
  }
  if (hadChecked) emit checkedChanged();
}

void RunTableModel::insertRuns(int row, std::vector<RunSummary> runs) {
  bool hasChecked = false;
  std::vector<RunRow> rows;
  rows.reserve(runs.size());
  for (RunSummary& run : runs) {
    learnKeys(run);
    RunRow next{std::move(run)};
    next.checked = m_checked.contains(next.run.id);
    hasChecked = hasChecked || next.checked;
    if (const auto facts = m_facts.find(next.run.id); facts != m_facts.end()) next.facts = facts->second;
    next.searched = searchedText(next);
    rows.push_back(std::move(next));
  }
  beginInsertRows({}, row, row + static_cast<int>(rows.size()) - 1);
  m_rows.insert(m_rows.begin() + row, std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
  m_sortKeys.clear();
  endInsertRows();
  if (hasChecked) emit checkedChanged();
}

void RunTableModel::updateRow(int row, const RunSummary& run) {
  RunRow& now = m_rows[static_cast<std::size_t>(row)];
  const Changes changes(now.run, run);
  if (!changes.any()) return;
  if (changes.metrics) learnKeys(run);
  now.run = run;
  if (changes.searched()) now.searched = searchedText(now);
  changed(row, [&](const RunColumn& column) { return changes.of(column); });
}

void RunTableModel::changed(int row, const std::function<bool(const RunColumn&)>& affected) {
  if (static_cast<std::size_t>(row) < m_sortKeys.size()) m_sortKeys[static_cast<std::size_t>(row)].reset();
  // One signal for each group of neighbours, so that the proxy only sorts again when the sorted column is among them.
  const int columns = columnCount();
  for (int first = 0; first < columns; ++first) {
    if (!affected(column(first))) continue;
    int last = first;
    while (last + 1 < columns && affected(column(last + 1))) ++last;
    emit dataChanged(index(row, first), index(row, last));
    first = last;
  }
}

void RunTableModel::learnKeys(const RunSummary& run) {
  for (const MetricSummary& metric : run.metrics) m_metricKeys.insert(metric.key);
}

void RunTableModel::setFacts(const RunFactsReader::Batch& batch) {
  std::unordered_map<std::string_view, int> places;
  for (int row = 0; row < rowCount(); ++row) places.emplace(this->row(row).run.id, row);
  for (const auto& [id, facts] : batch) {
    m_facts[id] = facts;
    for (const auto& [key, value] : facts->config) m_configKeys.insert(key);
    const auto place = places.find(id);
    if (place == places.end()) continue;
    RunRow& now = m_rows[static_cast<std::size_t>(place->second)];
    now.facts = facts;
    now.searched = searchedText(now);
    changed(place->second, [](const RunColumn& column) {
      const auto kind = column.kind();
      return kind == RunColumn::model || kind == RunColumn::data || kind == RunColumn::commit || kind == RunColumn::config;
    });
  }
}

int RunTableModel::columnOf(const RunColumn& column) const {
  const auto found = std::find(m_columns.begin(), m_columns.end(), column);
  return found == m_columns.end() ? -1 : static_cast<int>(found - m_columns.begin());
}

void RunTableModel::addColumn(const RunColumn& column) {
  if (columnOf(column) >= 0) return;
  beginInsertColumns({}, columnCount(), columnCount());
  m_columns.push_back(column);
  endInsertColumns();
}

void RunTableModel::removeColumn(int column) {
  beginRemoveColumns({}, column, column);
  m_columns.erase(m_columns.begin() + column);
  m_sortColumn = -1;
  endRemoveColumns();
}

const SortKey& RunTableModel::sortKey(int row, int column) const {
  if (m_sortColumn != column || m_sortKeys.size() != m_rows.size()) {
    m_sortColumn = column;
    m_sortKeys.assign(m_rows.size(), {});
  }
  auto& key = m_sortKeys[static_cast<std::size_t>(row)];
  if (!key) key = this->column(column).sortKey(this->row(row));
  return *key;
}

std::vector<std::string> RunTableModel::checkedRuns() const {
  std::vector<std::string> ids;
  for (const RunRow& row : m_rows) {
    if (row.checked) ids.push_back(row.run.id);
  }
  return ids;
}

void RunTableModel::setChecked(const std::vector<std::string>& ids, bool checked) {
  for (const std::string& id : ids) {
    if (checked) {
      m_checked.insert(id);
    } else {
      m_checked.erase(id);
    }
  }
  for (int row = 0; row < rowCount(); ++row) {
    RunRow& now = m_rows[static_cast<std::size_t>(row)];
    if (now.checked == m_checked.contains(now.run.id)) continue;
    now.checked = !now.checked;
    changed(row, [](const RunColumn& column) { return column.kind() == RunColumn::checked; });
  }
  emit checkedChanged();
}

int RunTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }
int RunTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_columns.size()); }

QVariant RunTableModel::foreground(const RunRow& row, const RunColumn& column) const {
  const QPalette palette = QGuiApplication::palette();
  if (column.kind() == RunColumn::status && toneOf(row.run) != Tone::plain) return toneColour(toneOf(row.run), palette);
  if (column.isNumeric() && column.kind() != RunColumn::seed && column.sortKey(row).rank == SortKey::notANumber) return toneColour(Tone::bad, palette);
  const bool quiet = column.kind() == RunColumn::started || column.kind() == RunColumn::id || column.kind() == RunColumn::notes || column.kind() == RunColumn::trashed;
  return quiet ? QVariant(toneColour(Tone::quiet, palette)) : QVariant();
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const RunRow& row = this->row(index.row());
  const RunColumn& column = this->column(index.column());
  switch (role) {
    case Qt::DisplayRole: return column.text(row);
    case Qt::EditRole: return column.kind() == RunColumn::name ? QVariant(QString::fromStdString(row.run.name)) : QVariant();
    case Qt::ToolTipRole: return column.toolTip(row);
    case Qt::AccessibleTextRole: return column.kind() == RunColumn::checked ? column.exact(row) : QVariant();
    case Qt::CheckStateRole: return column.kind() == RunColumn::checked ? QVariant(row.checked ? Qt::Checked : Qt::Unchecked) : QVariant();
    case Qt::TextAlignmentRole: return QVariant::fromValue<Qt::Alignment>((column.isNumeric() ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ForegroundRole: return foreground(row, column);
    case idRole: return QString::fromStdString(row.run.id);
    case exactRole: return column.exact(row);
    case progressRole: return column.kind() == RunColumn::progress && tracking::is_live(row.run.status) ? runFraction(row.run) : -1.0;
    default: return {};
  }
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const RunColumn& column = this->column(section);
  switch (role) {
    case Qt::DisplayRole: return column.title();
    case Qt::ToolTipRole: return column.help();
    case Qt::AccessibleTextRole: return column.kind() == RunColumn::checked ? tr("Checked") : QVariant();
    case Qt::TextAlignmentRole: return QVariant::fromValue<Qt::Alignment>((column.isNumeric() ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
  }
}

Qt::ItemFlags RunTableModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
  if (column(index.column()).kind() == RunColumn::checked) flags |= Qt::ItemIsUserCheckable;
  if (column(index.column()).kind() == RunColumn::name && m_rename) flags |= Qt::ItemIsEditable;
  return flags;
}

bool RunTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid()) return false;
  const RunColumn::Kind kind = column(index.column()).kind();
  const std::string id = row(index.row()).run.id;
  if (kind == RunColumn::checked && role == Qt::CheckStateRole) {
    setChecked({id}, value.toInt() == Qt::Checked);
    return true;
  }
  if (kind != RunColumn::name || role != Qt::EditRole || !m_rename) return false;
  const QString name = value.toString().trimmed();
  if (name.isEmpty() || name.toStdString() == row(index.row()).run.name) return false;
  return m_rename(id, name);
}

}  // namespace lockstep::ui
