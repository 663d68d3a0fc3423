// A run's log file as a list: the newest lines of it, never more than the ring holds, whatever the file's size.
#pragma once

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <QStringList>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <stop_token>
#include <vector>

namespace lockstep::ui {

/// A line of runs/<id>/log.txt. Further lines of one entry have no time of their own and the severity of the first.
struct LogEntry {
  enum class Severity { info, warning, error };
  std::int64_t time = 0;  ///< UTC milliseconds; 0: none
  Severity severity = Severity::info;
  QString text;
};

/// Where reading stands, and what was read.
struct LogPart {
  std::vector<LogEntry> entries;
  std::int64_t next = 0;       ///< the offset of the first byte that was not read
  std::int64_t passedOver = 0;  ///< bytes before the first entry that were left out because they are more than asked for
  bool again = false;          ///< the file is another or was cut: these entries replace all earlier ones
};

class LogModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { time, severity, message, columns };
  enum Role { severityRole = Qt::UserRole };
  static constexpr int ring = 10000;

  using QAbstractTableModel::QAbstractTableModel;

  /// The file's lines from byte `from` on, at most the newest `ring` of them. A last line without its end is left for later
  /// unless `ended`. `previous`: severity of the line before. For any thread; a file that is not there has no lines.
  [[nodiscard]] static LogPart read(const std::filesystem::path& file, std::int64_t from, LogEntry::Severity previous, bool ended, const std::stop_token& stop);
  /// Appends what was read; what is more than the ring holds goes at the other end.
  void add(LogPart part);

  [[nodiscard]] std::int64_t next() const { return m_next; }
  [[nodiscard]] bool hasEarlier() const { return m_earlier; }
  [[nodiscard]] LogEntry::Severity lastSeverity() const;
  /// Letters of the longest line so far.
  [[nodiscard]] const QString& longest() const { return m_longest; }

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  std::deque<LogEntry> m_entries;
  std::int64_t m_next = 0;
  bool m_earlier = false;  ///< the file has lines before the first one here
  QString m_longest;
};

/// Lines of at least a severity in which every word stands.
class LogFilter : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;
  void setWords(const QString& text);
  void setLeast(LogEntry::Severity severity);

 protected:
  [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  QStringList m_words;
  LogEntry::Severity m_least = LogEntry::Severity::info;
};

}  // namespace lockstep::ui
