#include "ui/project/Sessions.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>
#include <chrono>
#include <csignal>

#include "engine/backend/cpu/isa.h"
#include "ui/widgets/Text.h"

namespace lockstep::ui {

using tracking::SessionResult;

/// Hears the training thread and hands on to the window's what it needs, no faster than it can be looked at.
class Sessions::Listener final : public tracking::ReproductionListener {
 public:
  explicit Listener(Sessions& sessions) : m_sessions(sessions) {}

  void created(const std::string& run, const std::string&) override {
    m_run = QString::fromStdString(run);
    QMetaObject::invokeMethod(&m_sessions, [sessions = &m_sessions, run] {
      sessions->m_ownRun = run;
      emit sessions->created(QString::fromStdString(run));
    }, Qt::QueuedConnection);
  }
  void preparing(std::string_view what, std::int64_t done, std::int64_t total) override {
    const auto now = std::chrono::steady_clock::now();
    if (now - m_told < std::chrono::milliseconds(33)) return;
    m_told = now;
    QMetaObject::invokeMethod(&m_sessions, [sessions = &m_sessions, run = m_run, what = QString::fromUtf8(what.data(), static_cast<qsizetype>(what.size())), done, total] {
      emit sessions->preparing(run, what, done, total);
    }, Qt::QueuedConnection);
  }

 private:
  Sessions& m_sessions;
  QString m_run;
  std::chrono::steady_clock::time_point m_told;
};

/// A process of its own, which lives on when this window closes.
struct Sessions::Child {
  qint64 pid = 0;
  std::string original;  ///< the run that it reproduces; empty: none
  QTemporaryDir folder;  ///< its input and what it says of errors
  [[nodiscard]] QString file(const char* name) const { return folder.filePath(QLatin1String(name)); }
};

Sessions::Sessions(std::filesystem::path project, QString program, QObject* parent)
    : QObject(parent), m_project(std::move(project)), m_program(std::move(program)), m_childTimer(new QTimer(this)) {
  m_childTimer->setInterval(300);
  connect(m_childTimer, &QTimer::timeout, this, &Sessions::watchChildren);
}

Sessions::~Sessions() = default;  // the jthread stops and joins

void Sessions::train(const tracking::TrainRequest& request) {
  if (!m_busy) {
    runHere([request](tracking::Project& project, tracking::SessionListener& listener, std::stop_token stop) {
      return tracking::train_run(project, request, listener, std::move(stop));
    });
    return;
  }
  QStringList arguments{QStringLiteral("train"), QString::fromStdString(request.source.path.string()), QStringLiteral("--stdin"), QStringLiteral("--code"),
                        QString::fromStdString(request.code_folder.string())};
  if (!request.name.empty()) arguments << QStringLiteral("--name") << QString::fromStdString(request.name);
  for (const std::string& one : request.overrides) arguments << QStringLiteral("--set") << QString::fromStdString(one);
  runBeside(arguments, request.source.text);
}

void Sessions::resume(const tracking::ResumeRequest& request) {
  if (!m_busy) {
    runHere([request](tracking::Project& project, tracking::SessionListener& listener, std::stop_token stop) {
      return tracking::resume_run(project, request, listener, std::move(stop));
    });
    return;
  }
  QStringList arguments{QStringLiteral("resume"), QString::fromStdString(request.run)};
  if (request.accept_drift) arguments << QStringLiteral("--accept-drift");
  runBeside(arguments, {});
}

void Sessions::reproduce(const tracking::ReproduceRequest& request) {
  if (!m_busy && computesAsRecorded(request.run)) {
    m_original = request.run;
    runHere([request](tracking::Project& project, tracking::SessionListener& listener, std::stop_token stop) {
      return tracking::reproduce_run(project, request, static_cast<Listener&>(listener), std::move(stop)).session;
    });
    return;
  }
  QStringList arguments{QStringLiteral("reproduce"), QString::fromStdString(request.run)};
  if (request.accept_drift) arguments << QStringLiteral("--accept-drift");
  runBeside(arguments, {}, request.run);
}

bool Sessions::computesAsRecorded(const std::string& run) const {
  try {
    const tracking::Project project(m_project);
    const auto environment = project.document(run, "environment.json");
    return !environment || tracking::environment_from_json(*environment).cpu.isa == engine::cpu::isa_in_use();
  } catch (const engine::Error&) {
    return true;  // the reproduction itself says what is wrong
  }
}

void Sessions::runHere(Body body) {
  m_busy = true;
  m_ownRun.clear();
  m_thread = std::jthread([this, body = std::move(body), folder = m_project](const std::stop_token& stop) {
    SessionResult result;
    std::exception_ptr thrown;
    try {
      tracking::Project project(folder);
      Listener listener(*this);
      result = body(project, listener, stop);
    } catch (...) {
      thrown = std::current_exception();
    }
    QMetaObject::invokeMethod(this, [this, result, thrown] { finished(result, thrown); }, Qt::QueuedConnection);
  });
}

void Sessions::finished(const SessionResult& result, const std::exception_ptr& thrown) {
  m_thread.join();
  m_busy = false;
  m_ownRun.clear();
  const QString original = QString::fromStdString(std::exchange(m_original, {}));
  if (thrown) {
    try {
      std::rethrow_exception(thrown);
    } catch (const tracking::UnacceptedDrift&) {
      emit drifted(original, text(thrown));
    } catch (...) {
      emit refused(text(thrown));
    }
    return;
  }
  const QString run = QString::fromStdString(result.run);
  if (result.error && result.status != tracking::Status::failed) {
    emit drifted(run, text(result.error));
    return;
  }
  emit ended(run, result.status);
}

bool Sessions::stop(const std::string& run) {
  if (!m_busy || m_ownRun != run) return false;
  stopOwn();
  return true;
}

void Sessions::stopOwn() {
  if (m_busy) m_thread.request_stop();
}

void Sessions::runBeside(const QStringList& arguments, const std::string& input, const std::string& original) {
  auto child = std::make_unique<Child>();
  child->original = original;
  QFile text(child->file("input"));
  if (!text.open(QIODevice::WriteOnly) || text.write(input.data(), static_cast<qint64>(input.size())) < 0) {
    emit refused(tr("A second run needs a process of its own, and its input could not be written: %1").arg(text.errorString()));
    return;
  }
  text.close();
  QProcess process;
  process.setProgram(m_program);
  process.setArguments(arguments + QStringList{QStringLiteral("--project"), QString::fromStdString(m_project.string())});
  process.setStandardInputFile(child->file("input"));
  process.setStandardOutputFile(child->file("output"));
  process.setStandardErrorFile(child->file("errors"));
  if (!process.startDetached(&child->pid)) {
    emit refused(tr("A second run needs a process of its own, and %1 could not be started: %2").arg(m_program, process.errorString()));
    return;
  }
  m_children.push_back(std::move(child));
  m_childTimer->start();
}

void Sessions::watchChildren() {
  std::erase_if(m_children, [this](const std::unique_ptr<Child>& child) {
    if (::kill(static_cast<pid_t>(child->pid), 0) == 0) return false;
    // A run that came into being was told of, and its record tells its end; one that was refused has only this.
    QFile errors(child->file("errors"));
    if (QFileInfo(child->file("output")).size() == 0 && errors.open(QIODevice::ReadOnly)) {
      const QString said = QString::fromUtf8(errors.readAll()).trimmed();
      if (!child->original.empty() && said.contains(QStringLiteral("--accept-drift"))) emit drifted(QString::fromStdString(child->original), said);
      else if (!said.isEmpty()) emit refused(said);
    }
    return true;
  });
  if (m_children.empty()) m_childTimer->stop();
}

}  // namespace lockstep::ui
