// Keeps a run's SeriesStore up to date on a worker thread while somebody looks, and says when there is something new.
#pragma once

#include <QObject>
#include <QTimer>
#include <filesystem>
#include <memory>
#include <optional>

#include "ui/charts/SeriesStore.h"
#include "ui/widgets/Background.h"

namespace lockstep::ui {

class SeriesFeed : public QObject {
  Q_OBJECT

 public:
  explicit SeriesFeed(const std::filesystem::path& runFolder, QObject* parent = nullptr);

  [[nodiscard]] const std::shared_ptr<SeriesStore>& store() const { return m_store; }
  /// Whether anybody sees it: nothing is read otherwise. It begins unseen.
  void setWatched(bool watched);
  /// A live run is asked ten times a second (its writer commits four times), another once.
  void setLive(bool live);
  /// Applied on the worker; changed() follows. 0: none.
  void setSmoothing(double weight);

 signals:
  /// After the first reading, and whenever points or the smoothing changed.
  void changed();
  /// In words; once, until a reading succeeds again.
  void failed(const QString& message);

 private:
  void read();
  void received(const Background<bool>::Outcome& outcome);

  std::shared_ptr<SeriesStore> m_store;
  QTimer m_timer;
  bool m_watched = false;
  bool m_unreadable = false;
  std::optional<double> m_smoothing;  ///< that the worker has yet to apply
  Background<bool> m_work;            // last: its end drops what would come for the others
};

}  // namespace lockstep::ui
