#include "ui/widgets/Format.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <cmath>

namespace lockstep::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(lockstep::ui::Format)
};

}  // namespace

QString shortNumber(double value) {
  if (std::isnan(value)) return QStringLiteral("NaN");
  if (std::isinf(value)) return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
  return QLocale::c().toString(value, 'g', 4);
}

QString count(std::int64_t value) { return QLocale(QLocale::English).toString(static_cast<qlonglong>(value)); }

QString duration(std::int64_t milliseconds) {
  const std::int64_t seconds = milliseconds / 1000;
  const QString rest = QStringLiteral("%1").arg(seconds % 60, 2, 10, QLatin1Char('0'));
  if (seconds < 3600) return QStringLiteral("%1:%2").arg(seconds / 60).arg(rest);
  return QStringLiteral("%1:%2:%3").arg(seconds / 3600).arg(seconds / 60 % 60, 2, 10, QLatin1Char('0')).arg(rest);
}

QString localTime(std::int64_t milliseconds) {
  return QDateTime::fromMSecsSinceEpoch(milliseconds).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

QString statusText(tracking::Status status) {
  switch (status) {
    case tracking::Status::queued: return Words::tr("○ queued");
    case tracking::Status::preparing: return Words::tr("◌ preparing");
    case tracking::Status::running: return Words::tr("● running");
    case tracking::Status::paused: return Words::tr("◐ paused");
    case tracking::Status::finished: return Words::tr("✓ finished");
    case tracking::Status::stopped: return Words::tr("■ stopped");
    case tracking::Status::interrupted: return Words::tr("▲ interrupted");
    case tracking::Status::failed: return Words::tr("✗ failed");
  }
  return {};
}

std::int64_t runMilliseconds(const tracking::RunSummary& run) {
  if (!run.started) return -1;
  if (run.ended) return *run.ended - *run.started;
  return tracking::now_ms() - *run.started;
}

BestMetric bestMetric(const tracking::RunSummary& run) {
  for (const char* key : {"val/accuracy", "val/r2"})
    if (const auto* metric = run.metric(key)) return {metric, metric->maximum};
  for (const char* key : {"val/loss", "train/epoch_loss", "train/loss"})
    if (const auto* metric = run.metric(key)) return {metric, metric->minimum};
  return {};
}

}  // namespace lockstep::ui
