#include "ui/models/RunTableFacts.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "tracking/store/project.h"
#include "ui/widgets/Format.h"

namespace lockstep::ui {

namespace {

using nlohmann::json;

// So few that a project of thousands shows its first rows at once, so many that opening the catalogue costs nothing.
constexpr std::size_t batchSize = 200;

struct Words {
  Q_DECLARE_TR_FUNCTIONS(lockstep::ui::RunRowFacts)
};

/// Null for what is missing or damaged.
json documentOf(const tracking::Project& project, const std::string& run, std::string_view name) {
  const auto text = project.document(run, name);
  return text ? json::parse(*text, nullptr, false) : json(json::value_t::discarded);
}

QString textOf(const json& value) {
  if (value.is_string()) return QString::fromStdString(value.get<std::string>());
  if (value.is_boolean()) return value.get<bool>() ? QStringLiteral("true") : QStringLiteral("false");
  if (value.is_number_float()) return QString::number(value.get<double>(), 'g', QLocale::FloatingPointShortest);
  return QString::fromStdString(value.dump());
}

bool isPlain(const json& value) { return value.is_string() || value.is_boolean() || value.is_number(); }

void flatten(const json& value, const std::string& key, RunRowFacts& facts) {
  if (value.is_object()) {
    for (const auto& [name, member] : value.items()) flatten(member, key.empty() ? name : key + '.' + name, facts);
  } else if (isPlain(value)) {
    facts.config[key] = {textOf(value), value.is_number() ? std::optional(value.get<double>()) : std::nullopt};
  } else if (value.is_array() && std::all_of(value.begin(), value.end(), isPlain)) {
    QStringList parts;
    for (const json& part : value) parts << textOf(part);
    facts.config[key] = {parts.join(QStringLiteral(", ")), std::nullopt};
  }
}

QString shapeOf(const json& layer) {
  QStringList sizes;
  for (const json& size : layer.value("output", json::array())) sizes << textOf(size);
  return QStringLiteral("[%1]").arg(sizes.join(QStringLiteral(", ")));
}

void readModel(const json& model, RunRowFacts& facts) {
  if (!model.is_object() || !model.contains("layers")) return;
  std::vector<std::pair<std::string, int>> kinds;
  QStringList lines;
  for (const json& layer : model.at("layers")) {
    const std::string type = layer.value("type", "");
    const auto parameters = layer.value("parameters", std::int64_t{0});
    const QString path = QString::fromStdString(layer.value("path", ""));
    lines << QStringLiteral("%1  %2  %3  %4").arg(path, QString::fromStdString(type), shapeOf(layer), parameters > 0 ? count(parameters) : QString());
    // Norms have parameters too, but nobody names a model after them.
    if (parameters == 0 || type.find("Norm") != std::string::npos) continue;
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const auto& kind) { return kind.first == type; });
    if (found == kinds.end()) {
      kinds.emplace_back(type, 1);
    } else {
      ++found->second;
    }
  }
  QStringList parts;
  for (const auto& [type, times] : kinds) parts << (times == 1 ? QString::fromStdString(type) : QStringLiteral("%1 × %2").arg(QString::fromStdString(type)).arg(times));
  facts.model = parts.join(QStringLiteral(", "));
  lines << Words::tr("%1 parameters").arg(count(model.value("parameters", std::int64_t{0})));
  facts.modelDetails = lines.join(QLatin1Char('\n'));
}

/// The layers of a preset stand in the record in full; only the text as written still names it.
void readPreset(const tracking::Project& project, const std::string& run, RunRowFacts& facts) {
  const auto text = project.document(run, "config.text");
  if (!text) return;
  static const QRegularExpression line(QStringLiteral("^\\s*(?:model\\.)?preset\\s*=\\s*[\"']([^\"']+)[\"']"), QRegularExpression::MultilineOption);
  const QRegularExpressionMatch found = line.match(QString::fromStdString(*text));
  if (found.hasMatch()) facts.model = found.captured(1);
}

void readData(const tracking::Project& project, const std::string& run, RunRowFacts& facts) {
  const auto named = facts.config.find("data.dataset");
  if (named != facts.config.end()) {
    facts.dataset = named->second.text;
    return;
  }
  // One's own data are known by their folder, or by their only file.
  const json data = documentOf(project, run, "data.json");
  if (!data.is_object()) return;
  const json files = data.value("files", json::array());
  const std::string base = data.value("base", "");
  const std::string file = files.size() == 1 ? files[0].value("path", "") : std::string();
  facts.dataset = QFileInfo(QString::fromStdString(file.empty() ? base : file)).fileName();
}

}  // namespace

RunRowFacts readFacts(const tracking::Project& project, const std::string& run) {
  RunRowFacts facts;
  try {
    const json config = documentOf(project, run, "config.json");
    if (config.is_object()) flatten(config, {}, facts);
    readModel(documentOf(project, run, "model.json"), facts);
    readPreset(project, run, facts);
    readData(project, run, facts);
    const json code = documentOf(project, run, "code.json");
    if (code.is_object()) facts.changedFiles = code.value("changed_total", std::int64_t{0});
  } catch (const std::exception&) {
    // A table is no place to complain of a record: the run's own page does.
  }
  return facts;
}

RunFactsReader::RunFactsReader(std::filesystem::path project, std::function<void(const Batch&)> take)
    : m_project(std::move(project)), m_take(std::move(take)) {}

void RunFactsReader::want(const std::vector<tracking::RunSummary>& runs) {
  for (const tracking::RunSummary& run : runs) {
    // The record is written in pieces, each with a field of the catalogue; the model last, before the first step.
    const std::uint64_t stamp = std::hash<std::string>{}(run.config_hash.value_or("")) * 16 + (run.data_fingerprint ? 1U : 0U) +
                                (run.commit ? 2U : 0U) + (run.step > 0 ? 4U : 0U) + (tracking::is_terminal(run.status) ? 8U : 0U);
    const auto [place, isNew] = m_asked.try_emplace(run.id, stamp);
    if (!isNew && place->second == stamp) continue;
    place->second = stamp;
    m_waiting.push_back(run.id);
  }
  if (!m_background.isRunning()) readOn();
}

void RunFactsReader::readOn() {
  if (m_waiting.empty()) return;
  // The newest first: they stand on top.
  const auto from = m_waiting.end() - static_cast<std::ptrdiff_t>(std::min(batchSize, m_waiting.size()));
  std::vector<std::string> ids(from, m_waiting.end());
  m_waiting.erase(from, m_waiting.end());
  m_background.start(
      [folder = m_project, ids = std::move(ids)](std::stop_token stop) {
        const tracking::Project project(folder, {.create = false});
        Batch batch;
        for (const std::string& id : ids) {
          if (stop.stop_requested()) break;
          batch.emplace_back(id, std::make_shared<const RunRowFacts>(readFacts(project, id)));
        }
        return batch;
      },
      [this](const Background<Batch>::Outcome& outcome) {
        if (outcome.value) m_take(*outcome.value);
        readOn();
      });
}

}  // namespace lockstep::ui
