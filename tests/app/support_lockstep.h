// Runs the built program as a person or a script would.
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QProcess>
#include <QStringList>

#include <memory>

namespace lockstep::test {

struct Ran {
  int code = -1;
  QByteArray out;
  QByteArray err;
  QList<QJsonObject> lines;  ///< of JSON on standard output

  /// The last line with this "event".
  [[nodiscard]] QJsonObject event(const QString& name) const;
  [[nodiscard]] QJsonObject last() const { return lines.isEmpty() ? QJsonObject() : lines.last(); }
};

[[nodiscard]] QString program();
/// Waits for its end, at most ten minutes.
[[nodiscard]] Ran run_lockstep(const QStringList& arguments, const QString& folder = {}, const QStringList& environment = {});

/// A program that was started and is still running.
class Running {
 public:
  explicit Running(const QStringList& arguments, const QString& folder = {});
  ~Running();
  /// Reads standard output until this many lines with the event were seen in all, or the program ends. False then.
  bool wait_for(const QString& event, int count);
  void signal(int number);
  void kill() { m_process.kill(); }
  [[nodiscard]] Ran finish();
  [[nodiscard]] qint64 pid() const { return m_process.processId(); }

 private:
  QProcess m_process;
  QByteArray m_out;
};

/// Writes a file and returns its path.
QString write_file(const QString& path, const QByteArray& content);

}  // namespace lockstep::test
