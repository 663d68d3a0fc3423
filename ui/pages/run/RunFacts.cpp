#include "ui/pages/run/RunFacts.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "tracking/store/project.h"

namespace lockstep::ui {

namespace {

QJsonObject object(const tracking::Project& project, const std::string& run, const char* name) {
  return QJsonDocument::fromJson(QByteArray::fromStdString(project.document(run, name).value_or(""))).object();
}

}  // namespace

RunFacts readRunFacts(const std::filesystem::path& folder, const std::string& run) {
  const tracking::Project project(folder, {.create = false});
  RunFacts facts;
  facts.stepsPerEpoch = object(project, run, "initial.json").value(QLatin1String("steps_per_epoch")).toDouble();
  const QJsonValue changed = object(project, run, "code.json").value(QLatin1String("changed"));
  if (changed.isArray()) facts.changedFiles = static_cast<int>(changed.toArray().size());
  if (const auto checkpoint = project.reader(run).checkpoint("last")) facts.checkpointStep = checkpoint->step;
  return facts;
}

RunConfig readRunConfig(const std::filesystem::path& folder, const std::string& run) {
  const tracking::Project project(folder, {.create = false});
  RunConfig config;
  config.text = project.document(run, "config.text").value_or("");
  const QJsonObject source = object(project, run, "config.source.json");
  config.path = source.value(QLatin1String("path")).toString().toStdString();
  for (const QJsonValue one : source.value(QLatin1String("overrides")).toArray()) config.overrides += (config.overrides.empty() ? "" : "\n") + one.toString().toStdString();
  return config;
}

}  // namespace lockstep::ui
