#include "support_lockstep.h"

#include <csignal>

#include <QFile>
#include <QJsonDocument>
#include <QProcessEnvironment>

namespace lockstep::test {

namespace {

constexpr int patience_ms = 600'000;

QList<QJsonObject> parse_lines(const QByteArray& out) {
  QList<QJsonObject> lines;
  for (const QByteArray& line : out.split('\n')) {
    const QJsonDocument document = QJsonDocument::fromJson(line);
    if (document.isObject()) lines << document.object();
  }
  return lines;
}

Ran result_of(QProcess& process, QByteArray out) {
  process.waitForFinished(patience_ms);
  Ran ran;
  ran.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : 128 + SIGKILL;
  ran.out = out + process.readAllStandardOutput();
  ran.err = process.readAllStandardError();
  ran.lines = parse_lines(ran.out);
  return ran;
}

}  // namespace

QJsonObject Ran::event(const QString& name) const {
  QJsonObject found;
  for (const QJsonObject& line : lines) {
    if (line["event"].toString() == name) found = line;
  }
  return found;
}

QString program() { return QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep"); }

Ran run_lockstep(const QStringList& arguments, const QString& folder, const QStringList& environment) {
  QProcess process;
  QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
  for (const QString& entry : environment) variables.insert(entry.section('=', 0, 0), entry.section('=', 1));
  process.setProcessEnvironment(variables);
  if (!folder.isEmpty()) process.setWorkingDirectory(folder);
  process.start(program(), arguments);
  return result_of(process, {});
}

Running::Running(const QStringList& arguments, const QString& folder) {
  if (!folder.isEmpty()) m_process.setWorkingDirectory(folder);
  m_process.start(program(), arguments);
  m_process.waitForStarted();
}

Running::~Running() {
  if (m_process.state() != QProcess::NotRunning) {
    m_process.kill();
    m_process.waitForFinished();
  }
}

bool Running::wait_for(const QString& event, int count) {
  const QByteArray key = "\"event\":\"" + event.toUtf8() + "\"";
  while (m_out.count(key) < count) {
    if (!m_process.waitForReadyRead(patience_ms)) return false;
    m_out += m_process.readAllStandardOutput();
  }
  return true;
}

void Running::signal(int number) { ::kill(static_cast<pid_t>(m_process.processId()), number); }

Ran Running::finish() { return result_of(m_process, m_out); }

QString write_file(const QString& path, const QByteArray& content) {
  QFile file(path);
  if (!file.open(QFile::WriteOnly) || file.write(content) != content.size()) qFatal("cannot write %s", qPrintable(path));
  return path;
}

}  // namespace lockstep::test
