// Keeps the plan of a config up to date: reads its data where they are others than before, and resolves it against them, both
// off the GUI thread.
#pragma once

#include <QObject>
#include <deque>
#include <memory>
#include <string>
#include <utility>

#include "ui/pages/new_run/RunPlan.h"
#include "ui/widgets/Background.h"

namespace lockstep::ui {

class Planner : public QObject {
  Q_OBJECT

 public:
  explicit Planner(QObject* parent = nullptr);
  ~Planner() override;

  void plan(std::shared_ptr<const engine::config::Document> document);
  /// The document has mistakes: what is under way is no longer wanted.
  void forget();
  /// Stops reading, until plan() is called for other data or again().
  void cancel();
  /// Reads the data whether or not they seem to be those of before.
  void again();
  [[nodiscard]] bool isReading() const { return m_reading.isRunning(); }

 signals:
  /// Data that are others than before are being read.
  void begun();
  /// Total 0: it is not known how much.
  void reading(qint64 done, qint64 total);
  void planned(const lockstep::ui::RunPlan& plan);
  void failed(const QString& reason);
  void cancelled();

 private:
  struct Read {
    std::string key;
    std::shared_ptr<const DataPlan> data;
  };
  /// What a reader tells its progress to, from its thread: the planner may end before it stops.
  struct Listener;

  void read();
  void resolve(std::shared_ptr<const DataPlan> data);
  [[nodiscard]] std::shared_ptr<const DataPlan> known(const std::string& key) const;

  std::shared_ptr<const engine::config::Document> m_document;
  std::string m_key;        ///< of the data that are being read
  bool m_keyed = false;     ///< whether m_key is of m_document
  std::string m_cancelled;  ///< of the data that a person doesn't want read
  std::string m_failed;     ///< of the data that could not be read, and why
  QString m_failure;
  std::deque<Read> m_known;
  std::shared_ptr<Listener> m_listener;
  Background<std::string> m_keying;
  Background<Read> m_reading;
  Background<RunPlan> m_resolving;
};

}  // namespace lockstep::ui
