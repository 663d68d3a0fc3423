// The runs that this window starts: one trains on a thread of this process, further ones in processes of their own. What a run
// records is read from the store like any other's; only what the store doesn't tell comes from here.
#pragma once

#include <QObject>
#include <QString>
#include <filesystem>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "tracking/reproduce/reproduce.h"

class QTimer;

namespace lockstep::ui {

class Sessions : public QObject {
  Q_OBJECT

 public:
  /// `program`: the lockstep executable that further runs are started with.
  Sessions(std::filesystem::path project, QString program, QObject* parent = nullptr);
  /// Stops the run of this process, with its checkpoint, and waits for that.
  ~Sessions() override;

  void train(const tracking::TrainRequest& request);
  void resume(const tracking::ResumeRequest& request);
  /// Trains a recorded run once more, checked against its record. Where that needs another instruction set than this process
  /// computes on, in a process of its own.
  void reproduce(const tracking::ReproduceRequest& request);

  [[nodiscard]] bool isBusy() const { return m_busy; }
  /// The run that trains in this process; empty before it exists and when there is none.
  [[nodiscard]] const std::string& ownRun() const { return m_ownRun; }
  /// Stops the run of this process if it is this one, within 100 ms in every phase. Returns whether it is.
  bool stop(const std::string& run);
  void stopOwn();

 signals:
  void created(const QString& run);
  /// While the run of this process prepares: what of it, and how far; total 0: not known. At most 30 a second.
  void preparing(const QString& run, const QString& what, qint64 done, qint64 total);
  void ended(const QString& run, lockstep::tracking::Status status);
  /// A run that never began, and why.
  void refused(const QString& reason);
  /// A run that can't be resumed, or reproduced, as it began; the same call with accept_drift goes on all the same.
  void drifted(const QString& run, const QString& reason);

 private:
  class Listener;
  using Body = std::function<tracking::SessionResult(tracking::Project&, tracking::SessionListener&, std::stop_token)>;
  struct Child;

  void runHere(Body body);
  void runBeside(const QStringList& arguments, const std::string& input, const std::string& original = {});
  void finished(const tracking::SessionResult& result, const std::exception_ptr& thrown);
  [[nodiscard]] bool computesAsRecorded(const std::string& run) const;
  void watchChildren();

  std::filesystem::path m_project;
  QString m_program;
  bool m_busy = false;
  std::string m_ownRun;
  std::string m_original;  ///< the run that the one of this process reproduces
  std::vector<std::unique_ptr<Child>> m_children;
  QTimer* m_childTimer;
  std::jthread m_thread;  // last: it uses the others
};

}  // namespace lockstep::ui
