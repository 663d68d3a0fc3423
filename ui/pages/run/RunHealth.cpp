#include "ui/pages/run/RunHealth.h"

#include <QCoreApplication>
#include <cmath>

#include "ui/widgets/Format.h"

namespace lockstep::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(lockstep::ui::RunHealth)
};

QString goesOn(std::optional<std::int64_t> checkpointStep) {
  return checkpointStep ? Words::tr("Resume goes on from the checkpoint of step %1.").arg(count(*checkpointStep)) : Words::tr("There is no checkpoint yet: Resume begins again at step 1.");
}

/// NaN or infinite from some step to the end; or at some steps.
QString lossTrouble(const SeriesStore& series) {
  return series.read([](const SeriesStore::Content& content) -> QString {
    const auto found = content.series.find("train/loss");
    if (found == content.series.end() || found->second.values().gaps().empty()) return {};
    const LiveSeries& loss = found->second;
    const auto& gaps = loss.values().gaps();
    if (gaps.back().last == loss.size()) {
      const QString step = count(loss.steps()[gaps.back().first]);
      return std::isnan(loss.values()[gaps.back().first]) ? Words::tr("The loss is NaN since step %1: the run learns nothing more. A smaller learning rate or clip_norm may help.").arg(step)
                                                          : Words::tr("The loss is infinite since step %1: the run learns nothing more. A smaller learning rate or clip_norm may help.").arg(step);
    }
    std::size_t total = 0;
    for (const SeriesPyramid::Gap& gap : gaps) total += gap.last - gap.first;
    return Words::tr("The loss was NaN or infinite at %n step(s), last at step %1.", nullptr, static_cast<int>(total)).arg(count(loss.steps()[gaps.back().last - 1]));
  });
}

}  // namespace

RunHealth healthOf(const tracking::RunSummary& run, const SeriesStore& series, std::optional<std::int64_t> checkpointStep) {
  const QString reason = QString::fromStdString(run.reason);
  switch (run.status) {
    case tracking::Status::failed: return {Tone::bad, reason.isEmpty() ? Words::tr("The run failed.") : Words::tr("The run failed: %1").arg(reason)};
    case tracking::Status::interrupted:
      return {Tone::warning, Words::tr("The run was interrupted: its process was killed, or the machine went down. What it recorded is safe.") + QLatin1Char(' ') + goesOn(checkpointStep)};
    case tracking::Status::stopped:
      return {Tone::quiet, (reason.isEmpty() ? Words::tr("The run was stopped at step %1.").arg(count(run.step)) : Words::tr("The run was stopped at step %1: %2").arg(count(run.step)).arg(reason)) + QLatin1Char(' ') + goesOn(checkpointStep)};
    default: break;
  }
  const QString trouble = lossTrouble(series);
  if (!trouble.isEmpty()) return {run.status == tracking::Status::finished ? Tone::warning : Tone::bad, trouble};
  if (run.status == tracking::Status::paused) return {Tone::quiet, Words::tr("The run is paused after step %1; it goes on from there.").arg(count(run.step))};
  return {};
}

}  // namespace lockstep::ui
