#include "ui/models/RunTableColumn.h"

#include <QDateTime>
#include <QLocale>
#include <array>
#include <cmath>

#include "ui/models/RunTableFacts.h"
#include "ui/widgets/Format.h"

namespace lockstep::ui {

namespace {

using tracking::RunSummary;

QString fromStd(const std::string& text) { return QString::fromStdString(text); }
QString exactNumber(double value) {
  return std::isfinite(value) ? QString::number(value, 'g', QLocale::FloatingPointShortest) : shortNumber(value);
}

constexpr std::array<std::pair<RunColumn::Kind, const char*>, 17> keys{{{RunColumn::checked, "checked"},
                                                                        {RunColumn::status, "status"},
                                                                        {RunColumn::name, "name"},
                                                                        {RunColumn::model, "model"},
                                                                        {RunColumn::data, "data"},
                                                                        {RunColumn::device, "device"},
                                                                        {RunColumn::best, "best"},
                                                                        {RunColumn::loss, "loss"},
                                                                        {RunColumn::progress, "progress"},
                                                                        {RunColumn::duration, "duration"},
                                                                        {RunColumn::commit, "commit"},
                                                                        {RunColumn::seed, "seed"},
                                                                        {RunColumn::started, "started"},
                                                                        {RunColumn::tags, "tags"},
                                                                        {RunColumn::notes, "notes"},
                                                                        {RunColumn::id, "id"},
                                                                        {RunColumn::trashed, "trashed"}}};

/// The metric that a numeric column is about, and its value.
std::optional<double> metricOf(const RunColumn& column, const RunSummary& run) {
  if (column.kind() == RunColumn::best) {
    const BestMetric best = bestMetric(run);
    return best.metric != nullptr ? std::optional(best.value) : std::nullopt;
  }
  const auto* metric = run.metric(column.kind() == RunColumn::loss ? "train/loss" : column.path());
  return metric != nullptr ? std::optional(metric->last) : std::nullopt;
}

const ConfigValue* configOf(const RunColumn& column, const RunRow& row) {
  if (!row.facts) return nullptr;
  const auto found = row.facts->config.find(column.path());
  return found == row.facts->config.end() ? nullptr : &found->second;
}

QString joined(const std::vector<std::string>& words) {
  QStringList list;
  for (const std::string& word : words) list << fromStd(word);
  return list.join(QStringLiteral(", "));
}

QString shortHash(const std::optional<std::string>& hash) { return fromStd(hash.value_or("").substr(0, 7)); }

}  // namespace

double runFraction(const RunSummary& run) {
  if (!run.steps || *run.steps <= 0) return -1;
  return std::min(1.0, static_cast<double>(run.step) / static_cast<double>(*run.steps));
}

QString stateText(const RunSummary& run) {
  if (run.verdict == "identical") return RunColumn::tr("✓ identical");
  if (run.verdict == "within_tolerance") return RunColumn::tr("≈ within tolerance");
  if (run.verdict == "diverged") return RunColumn::tr("≠ diverged");
  return statusText(run.status);
}

QString sinceText(std::int64_t time) {
  const std::int64_t minutes = (tracking::now_ms() - time) / 60000;
  if (minutes < 1) return RunColumn::tr("just now");
  if (minutes < 60) return RunColumn::tr("%n min ago", nullptr, static_cast<int>(minutes));
  if (minutes < 24 * 60) return RunColumn::tr("%n h ago", nullptr, static_cast<int>(minutes / 60));
  if (minutes < 14 * 24 * 60) return RunColumn::tr("%n day(s) ago", nullptr, static_cast<int>(minutes / 60 / 24));
  return QDateTime::fromMSecsSinceEpoch(time).date().toString(Qt::ISODate);
}

std::optional<RunColumn> RunColumn::fromKey(const QString& key) {
  for (const auto& [kind, word] : keys) {
    if (key == QLatin1String(word)) return RunColumn(kind);
  }
  const auto colon = key.indexOf(QLatin1Char(':'));
  const std::string path = key.mid(colon + 1).toStdString();
  if (colon < 0 || path.empty()) return {};
  if (key.startsWith(QLatin1String("metric:"))) return RunColumn(metric, path);
  if (key.startsWith(QLatin1String("config:"))) return RunColumn(config, path);
  return {};
}

QString RunColumn::key() const {
  if (m_kind == metric) return QStringLiteral("metric:") + fromStd(m_path);
  if (m_kind == config) return QStringLiteral("config:") + fromStd(m_path);
  for (const auto& [kind, word] : keys) {
    if (kind == m_kind) return QString::fromLatin1(word);
  }
  return {};
}

QString RunColumn::title() const {
  switch (m_kind) {
    case checked: return QStringLiteral("☑");
    case status: return tr("Status");
    case name: return tr("Name");
    case model: return tr("Model");
    case data: return tr("Data");
    case device: return tr("Device");
    case best: return tr("Best");
    case loss: return tr("Loss");
    case progress: return tr("Progress");
    case duration: return tr("Duration");
    case commit: return tr("Commit");
    case seed: return tr("Seed");
    case started: return tr("Started");
    case tags: return tr("Tags");
    case notes: return tr("Notes");
    case id: return tr("Id");
    case trashed: return tr("Moved here");
    case metric:
    case config: return fromStd(m_path);
  }
  return {};
}

QString RunColumn::help() const {
  switch (m_kind) {
    case checked: return tr("Checked for comparison; Space checks the selected runs");
    case model: return tr("The preset, or the layers with parameters");
    case data: return tr("The data set, and the beginning of its fingerprint: a hash over every decoded sample, label and their order");
    case best: return tr("The best value of the validation metric, or of the loss where there is none");
    case loss: return tr("The loss of the last training step");
    case commit: return tr("The commit of the code; a dot tells of uncommitted changes, which were recorded");
    case metric: return tr("The last value of %1").arg(fromStd(m_path));
    case config: return tr("%1 of the config").arg(fromStd(m_path));
    default: return {};
  }
}

bool RunColumn::isNumeric() const {
  return m_kind == best || m_kind == loss || m_kind == duration || m_kind == seed || m_kind == metric;
}

QString RunColumn::text(const RunRow& row) const {
  const RunSummary& run = row.run;
  switch (m_kind) {
    case checked: return {};
    case status: return stateText(run);
    case name: return fromStd(run.name);
    case model: return row.facts ? row.facts->model : QString();
    case data: {
      const QString dataset = row.facts ? row.facts->dataset : QString();
      const QString hash = shortHash(run.data_fingerprint);
      return dataset.isEmpty() || hash.isEmpty() ? dataset + hash : QStringLiteral("%1 · %2").arg(dataset, hash);
    }
    case device: return fromStd(run.device.value_or(""));
    case best:
    case loss:
    case metric: return metricOf(*this, run) ? shortNumber(*metricOf(*this, run)) : QString();
    case progress: {
      if (tracking::is_live(run.status) && runFraction(run) >= 0) return QStringLiteral("%1 %").arg(static_cast<int>(100 * runFraction(run)));
      if (run.status == tracking::Status::finished) return tr("done");
      return run.step > 0 ? tr("step %1").arg(count(run.step)) : QString();
    }
    case duration: return runMilliseconds(run) < 0 ? QString() : ui::duration(runMilliseconds(run));
    case commit: return shortHash(run.commit) + (run.dirty.value_or(false) ? QStringLiteral(" •") : QString());
    case seed: return run.seed ? QString::number(*run.seed) : QString();
    case started: return run.started ? sinceText(*run.started) : QString();
    case tags: return joined(run.tags);
    case notes: return fromStd(run.notes).simplified();
    case id: return fromStd(run.id);
    case trashed: return run.trashed ? sinceText(*run.trashed) : QString();
    case config: {
      const ConfigValue* value = configOf(*this, row);
      return value == nullptr ? QString() : value->number ? shortNumber(*value->number) : value->text;
    }
  }
  return {};
}

QString RunColumn::exact(const RunRow& row) const {
  const RunSummary& run = row.run;
  switch (m_kind) {
    case checked: return row.checked ? tr("yes") : tr("no");
    case status: return stateText(run).mid(2);
    case best:
    case loss:
    case metric: return metricOf(*this, run) ? exactNumber(*metricOf(*this, run)) : QString();
    case data: {
      const QString dataset = row.facts ? row.facts->dataset : QString();
      return QStringLiteral("%1 %2").arg(dataset, fromStd(run.data_fingerprint.value_or(""))).trimmed();
    }
    case progress: return run.steps ? QStringLiteral("%1/%2").arg(run.step).arg(*run.steps) : QString::number(run.step);
    case commit: return fromStd(run.commit.value_or("")) + (run.dirty.value_or(false) ? QStringLiteral(" •") : QString());
    case started: return run.started ? localTime(*run.started) : QString();
    case trashed: return run.trashed ? localTime(*run.trashed) : QString();
    case config: return configOf(*this, row) != nullptr ? configOf(*this, row)->text : QString();
    default: return text(row);
  }
}

QString RunColumn::toolTip(const RunRow& row) const {
  const RunSummary& run = row.run;
  switch (m_kind) {
    case checked: return help();
    case status: return run.reason.empty() ? QString() : fromStd(run.reason);
    case name: {
      QStringList lines{fromStd(run.name), fromStd(run.id)};
      if (!run.tags.empty()) lines << tr("Tags: %1").arg(joined(run.tags));
      if (!run.notes.empty()) lines << fromStd(run.notes);
      return lines.join(QLatin1Char('\n'));
    }
    case model: return row.facts ? row.facts->modelDetails : QString();
    case data: return run.data_fingerprint ? tr("Fingerprint of every sample, label and their order:\n%1").arg(fromStd(*run.data_fingerprint)) : QString();
    case best: {
      const BestMetric best = bestMetric(run);
      return best.metric != nullptr ? QStringLiteral("%1 = %2").arg(fromStd(best.metric->key), exactNumber(best.value)) : QString();
    }
    case progress: return run.steps ? tr("step %1 of %2").arg(count(run.step), count(*run.steps)) : QString();
    case commit: {
      if (!run.commit) return {};
      if (!run.dirty.value_or(false)) return fromStd(*run.commit);
      const int files = row.facts ? static_cast<int>(row.facts->changedFiles) : 0;
      const QString changes = files > 0 ? tr("with uncommitted changes in %n file(s), which were recorded", nullptr, files) : tr("with uncommitted changes, which were recorded");
      return fromStd(*run.commit) + QLatin1Char('\n') + changes;
    }
    case device: return fromStd(run.device.value_or(""));
    default: return exact(row);
  }
}

SortKey RunColumn::sortKey(const RunRow& row) const {
  const RunSummary& run = row.run;
  switch (m_kind) {
    case checked: return SortKey::of(row.checked ? 0 : 1);
    case status: return SortKey::of(static_cast<double>(run.status));
    case best:
    case loss:
    case metric: return metricOf(*this, run) ? SortKey::of(*metricOf(*this, run)) : SortKey();
    case progress: return runFraction(run) >= 0 ? SortKey::of(runFraction(run)) : SortKey();
    case duration: return runMilliseconds(run) >= 0 ? SortKey::of(static_cast<double>(runMilliseconds(run))) : SortKey();
    case seed: return run.seed ? SortKey{SortKey::value, static_cast<long double>(*run.seed)} : SortKey();
    // A run that waits is newer than all that began.
    case started: return SortKey::of(static_cast<double>(run.started.value_or(run.created)));
    case trashed: return run.trashed ? SortKey::of(static_cast<double>(*run.trashed)) : SortKey();
    case config: {
      const ConfigValue* value = configOf(*this, row);
      return value == nullptr ? SortKey() : value->number ? SortKey::of(*value->number) : SortKey::of(value->text);
    }
    default: return SortKey::of(text(row));
  }
}

SortKey SortKey::of(double number) {
  return std::isnan(number) ? SortKey{notANumber} : SortKey{value, static_cast<long double>(number)};
}
SortKey SortKey::of(const QString& text) { return text.isEmpty() ? SortKey() : SortKey{value, 0, text.toCaseFolded()}; }

bool sortsBefore(const SortKey& a, const SortKey& b) {
  if (a.number != b.number) return a.number < b.number;
  const QString &left = a.text, &right = b.text;
  qsizetype i = 0, j = 0;
  while (i < left.size() && j < right.size()) {
    if (!left[i].isDigit() || !right[j].isDigit()) {
      if (left[i] != right[j]) return left[i] < right[j];
      ++i, ++j;
      continue;
    }
    // Two numbers: without leading zeros the longer one is the greater.
    while (i < left.size() && left[i] == QLatin1Char('0')) ++i;
    while (j < right.size() && right[j] == QLatin1Char('0')) ++j;
    const qsizetype from = i, start = j;
    while (i < left.size() && left[i].isDigit()) ++i;
    while (j < right.size() && right[j].isDigit()) ++j;
    if (i - from != j - start) return i - from < j - start;
    const int order = QStringView(left).mid(from, i - from).compare(QStringView(right).mid(start, j - start));
    if (order != 0) return order < 0;
  }
  return left.size() - i < right.size() - j;
}

QString searchedText(const RunRow& row) {
  const RunSummary& run = row.run;
  QStringList words{fromStd(run.id), fromStd(run.name), fromStd(run.notes), stateText(run), fromStd(run.device.value_or("")), fromStd(run.commit.value_or(""))};
  for (const std::string& tag : run.tags) words << fromStd(tag);
  if (row.facts) words << row.facts->model << row.facts->dataset;
  return words.join(QLatin1Char('\n')).toCaseFolded();
}

}  // namespace lockstep::ui
