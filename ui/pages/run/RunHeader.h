// What a person asks first of a run: is it running, how far, how long, is it healthy; and what it was made of.
#pragma once

#include <QWidget>
#include <optional>

#include "ui/pages/run/RunFacts.h"
#include "ui/pages/run/RunHealth.h"

class QAction;
class QBoxLayout;
class QLabel;
class QProgressBar;

namespace lockstep::ui {

class Chip;

/// What a GPU does now, as far as it tells.
struct GpuNow {
  std::optional<double> utilisation;  ///< percent
  std::optional<double> memory;       ///< bytes in use on it
  std::optional<double> power;        ///< watts
  std::optional<double> temperature;  ///< °C
  std::optional<double> clock;        ///< MHz
};

class RunHeader : public QWidget {
  Q_OBJECT

 public:
  explicit RunHeader(QWidget* parent = nullptr);

  /// Before the name.
  void setBack(QAction& action);
  /// A button below the name, in the order of the calls.
  void addButton(QAction& action, const QString& iconName);

  void setRun(const tracking::RunSummary& run, const RunFacts& facts);
  /// `milliseconds` absent: estimating. Only asked while the run is live.
  void setTimeLeft(bool live, std::optional<std::int64_t> milliseconds, std::optional<std::int64_t> took);
  void setSpeed(std::optional<double> samplesPerSecond, std::optional<double> memory);
  /// Hidden where nothing is known.
  void setGpu(const GpuNow& gpu);
  void setHealth(const RunHealth& health);
  /// What of the preparation is going on. `total` 0: not known.
  void setPreparing(const QString& what, qint64 done, qint64 total);

 signals:
  void copied(const QString& name);

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  [[nodiscard]] static QString preparationWords(const QString& what);
  void applyColours();
  void elideName();
  void setChips(const tracking::RunSummary& run, const RunFacts& facts);
  QLabel* addLabel(QBoxLayout& row, const char* name, const QString& accessible);

  QString m_nameText;
  Tone m_statusTone = Tone::plain;
  Tone m_healthTone = Tone::plain;
  bool m_preparing = false;
  QBoxLayout* m_first;
  QBoxLayout* m_second;
  QLabel* m_name;
  QLabel* m_status;
  QLabel* m_progressText;
  QProgressBar* m_progress;
  QLabel* m_left;
  QLabel* m_speed;
  QLabel* m_memory;
  QLabel* m_gpu;
  QLabel* m_health;
  Chip* m_commit;
  Chip* m_seed;
  Chip* m_data;
  Chip* m_config;
  Chip* m_device;
};

}  // namespace lockstep::ui
