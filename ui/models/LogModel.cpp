#include "ui/models/LogModel.h"

#include <QDateTime>
#include <QFile>
#include <algorithm>

#include "ui/models/Cells.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {

using Severity = LogEntry::Severity;

constexpr qint64 pieceBytes = 1 << 16;
constexpr qsizetype mostLetters = 2000;   // of a line as it is shown; copies are whole
constexpr qsizetype stampLetters = 24;  // "2026-11-30T12:34:56.789Z"

/// Where the newest `lines` lines before `end` begin, not before `from`.
qint64 startOfNewest(QFile& file, qint64 from, qint64 end, int lines, const std::stop_token& stop) {
  int found = -1;  // the end of the last line is no beginning
  for (qint64 at = end; at > from && !stop.stop_requested();) {
    const qint64 begin = std::max(from, at - pieceBytes);
    file.seek(begin);
    const QByteArray piece = file.read(at - begin);
    for (qsizetype i = piece.size() - 1; i >= 0; --i) {
      if (piece[i] == '\n' && ++found == lines) return begin + i + 1;
    }
    at = begin;
  }
  return from;
}

LogEntry entryOf(const QByteArray& bytes, Severity previous) {
  const QString line = QString::fromUtf8(bytes);
  const QDateTime time = line.size() > stampLetters && line[stampLetters] == u' ' ? QDateTime::fromString(line.left(stampLetters), Qt::ISODateWithMs) : QDateTime();
  if (!time.isValid()) return {0, previous, line.startsWith(u"    ") ? line.mid(4) : line};
  const qsizetype space = line.indexOf(u' ', stampLetters + 1);
  const QString word = line.mid(stampLetters + 1, space - stampLetters - 1);
  const Severity severity = word == u"error" ? Severity::error : word == u"warning" ? Severity::warning : Severity::info;
  return {time.toMSecsSinceEpoch(), severity, space < 0 ? QString() : line.mid(space + 1)};
}

}  // namespace

LogPart LogModel::read(const std::filesystem::path& path, std::int64_t from, Severity previous, bool ended, const std::stop_token& stop) {
  LogPart part;
  part.next = from;
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return part;
  const qint64 size = file.size();
  if (size < from) {
    part.again = true;
    from = 0;
    previous = Severity::info;
  }
  const qint64 begin = startOfNewest(file, from, size, ring, stop);
  part.passedOver = begin - from;
  part.next = begin;
  file.seek(begin);
  // No further than the size found above: a writer may be faster than this.
  const QByteArray bytes = file.read(size - begin);
  for (qsizetype at = 0; at < bytes.size() && !stop.stop_requested();) {
    const qsizetype found = bytes.indexOf('\n', at);
    if (found < 0 && !ended) break;
    const qsizetype end = found < 0 ? bytes.size() : found;
    part.entries.push_back(entryOf(bytes.sliced(at, end - at), previous));
    previous = part.entries.back().severity;
    at = std::min(end + 1, bytes.size());
    part.next = begin + at;
  }
  return part;
}

void LogModel::add(LogPart part) {
  const bool gap = part.passedOver > 0 && !m_entries.empty();
  if (part.again || gap) {
    beginResetModel();
    m_entries.clear();
    m_longest.clear();
    m_earlier = false;
    endResetModel();
  }
  m_next = part.next;
  m_earlier = m_earlier || part.passedOver > 0;
  if (part.entries.empty()) return;
  const int over = static_cast<int>(m_entries.size() + part.entries.size()) - ring;
  if (const int gone = std::min(over, static_cast<int>(m_entries.size())); gone > 0) {
    beginRemoveRows({}, 0, gone - 1);
    m_entries.erase(m_entries.begin(), m_entries.begin() + gone);
    endRemoveRows();
    m_earlier = true;
  }
  const auto first = static_cast<int>(m_entries.size());
  beginInsertRows({}, first, first + static_cast<int>(part.entries.size()) - 1);
  for (LogEntry& entry : part.entries) {
    if (entry.text.size() > m_longest.size()) m_longest = entry.text.left(mostLetters);
    m_entries.push_back(std::move(entry));
  }
  endInsertRows();
}

LogEntry::Severity LogModel::lastSeverity() const { return m_entries.empty() ? Severity::info : m_entries.back().severity; }

int LogModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_entries.size()); }
int LogModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columns; }

QVariant LogModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const LogEntry& entry = m_entries[static_cast<std::size_t>(index.row())];
  if (role == severityRole) return static_cast<int>(entry.severity);
  if (role == toneRole) {
    if (index.column() == time) return static_cast<int>(Tone::quiet);
    return static_cast<int>(entry.severity == Severity::error ? Tone::bad : entry.severity == Severity::warning ? Tone::warning : Tone::plain);
  }
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != exactRole) return {};
  const QDateTime at = QDateTime::fromMSecsSinceEpoch(entry.time);
  switch (index.column()) {
    case time:
      if (entry.time == 0) return role == Qt::DisplayRole ? QVariant(QString()) : QVariant();
      if (role == exactRole) return at.toUTC().toString(Qt::ISODateWithMs);
      return at.toString(role == Qt::ToolTipRole ? QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz") : QStringLiteral("HH:mm:ss.zzz"));
    case severity:
      if (entry.time == 0) return role == Qt::DisplayRole ? QVariant(QString()) : QVariant();
      return entry.severity == Severity::error ? tr("✗ error") : entry.severity == Severity::warning ? tr("▲ warning") : tr("● info");
    default: return role == exactRole || entry.text.size() <= mostLetters ? entry.text : entry.text.left(mostLetters) + u'…';
  }
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case time: return tr("Time");
    case severity: return tr("Kind");
    case message: return tr("What happened");
    default: return {};
  }
}

void LogFilter::setWords(const QString& text) {
  m_words = text.split(u' ', Qt::SkipEmptyParts);
  invalidateFilter();
}

void LogFilter::setLeast(LogEntry::Severity severity) {
  m_least = severity;
  invalidateFilter();
}

bool LogFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  const QModelIndex line = sourceModel()->index(row, LogModel::message, parent);
  if (line.data(LogModel::severityRole).toInt() < static_cast<int>(m_least)) return false;
  const QString text = line.data(exactRole).toString();
  return std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

}  // namespace lockstep::ui
