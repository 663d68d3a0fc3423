#include "ui/models/RecordReader.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <optional>
#include <set>

#include "tracking/provenance/json_support.h"
#include "ui/models/Cells.h"
#include "ui/models/RecordFields.h"
#include "ui/widgets/Format.h"
#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {

using nlohmann::json;

struct Words {
  Q_DECLARE_TR_FUNCTIONS(lockstep::ui::Record)
};

QString utf8(const std::string& text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

RecordItem item(const QString& name, const QString& value, const QString& exact = {}, const QString& help = {}) { return {name, value, exact, help, Tone::plain, {}}; }
RecordItem hashItem(const QString& name, const QString& hash, const QString& help = {}) { return item(name, hash.left(7), hash, help); }
RecordItem timeItem(const QString& name, std::int64_t milliseconds) { return item(name, localTime(milliseconds), utf8(std::to_string(milliseconds)), Words::tr("The whole value is UTC milliseconds since 1970.")); }
QString size(std::uint64_t bytes) { return QLocale(QLocale::English).formattedDataSize(static_cast<qint64>(bytes), 1); }

/// Absent, or as good as: nothing that a person could read.
bool isNothing(const json& value) { return value.is_null() || (value.is_string() && value.get_ref<const std::string&>().empty()) || ((value.is_array() || value.is_object()) && value.empty()); }
bool isText(const json& value) { return value.is_string() || (value.is_object() && value.size() == 1 && value.contains("bytes") && value["bytes"].is_string()); }

constexpr std::size_t mostEntries = 1000;  // of a list; a folder of pictures may have a million files

/// A JSON value as an item with all that is in it.
class Walker {
 public:
  RecordItem walk(const std::string& path, const std::string& key, const json& value) const {
    const RecordField* field = recordField(path);
    RecordItem out;
    out.name = field != nullptr ? recordText(field->title) : isFreeName(path) ? utf8(key) : fieldTitle(key);
    if (field != nullptr && field->help != nullptr) out.help = recordText(field->help);
    if (isText(value)) out.value = utf8(tracking::text_from_json(value));
    else if (value.is_object()) out.children = members(path, value);
    else if (value.is_array()) fill(path, value, out);
    else scalar(value, out);
    if (field != nullptr) shape(field->form, value, out);
    return out;
  }

  /// In the table's order, what it does not name after it.
  std::vector<RecordItem> members(const std::string& path, const json& object) const {
    std::vector<std::string> keys;
    for (const RecordField& field : recordFields()) {
      const std::string_view of = field.path;
      if (of.size() <= path.size() + 1 || !of.starts_with(path + '/')) continue;
      const std::string key(of.substr(path.size() + 1));
      if (object.contains(key)) keys.push_back(key);
    }
    const std::set<std::string> named(keys.begin(), keys.end());
    for (const auto& [key, value] : object.items())
      if (!named.contains(key)) keys.push_back(key);
    std::vector<RecordItem> out;
    for (const std::string& key : keys) {
      const RecordField* field = recordField(path + '/' + key);
      if ((field != nullptr && field->form == FieldForm::hidden) || isNothing(object[key])) continue;
      out.push_back(walk(path + '/' + key, key, object[key]));
    }
    return out;
  }

 private:
  /// Below these, keys are names of things and no words of ours.
  static bool isFreeName(const std::string& path) { return path.find("/libraries/") != std::string::npos || path.find("/variables/") != std::string::npos || path.find("/algorithms/") != std::string::npos; }

  static void scalar(const json& value, RecordItem& out) {
    if (value.is_boolean()) {
      out.value = value.get<bool>() ? Words::tr("yes") : Words::tr("no");
    } else if (value.is_number_float()) {
      out.value = shortNumber(value.get<double>());
      out.exact = exactNumber(value.get<double>());
    } else if (value.is_number()) {
      out.exact = utf8(value.dump());
      out.value = value.is_number_integer() && value.get<std::int64_t>() >= 0 ? count(value.get<std::int64_t>()) : out.exact;
    }
  }

  static void shape(FieldForm form, const json& value, RecordItem& out) {
    if (form == FieldForm::hash) {
      out.exact = out.value;
      out.value = out.exact.left(7);
    } else if (form == FieldForm::identity) {
      out.value = value.is_number() ? utf8(value.dump()) : out.value;
      out.exact.clear();
    } else if (form == FieldForm::bytes && value.is_number()) {
      out.value = size(value.get<std::uint64_t>());
      out.exact = utf8(value.dump());
    } else if (form == FieldForm::time && value.is_number()) {
      const QString name = out.name;
      out = timeItem(name, value.get<std::int64_t>());
    }
  }

  void fill(const std::string& path, const json& list, RecordItem& out) const {
    constexpr std::size_t fewTexts = 12;
    const bool flat = std::none_of(list.begin(), list.end(), [](const json& one) { return one.is_structured() && !isText(one); });
    if (flat && (list.size() <= fewTexts || list.front().is_number())) {
      QStringList shown;
      QStringList exact;
      for (const json& one : list) {
        RecordItem part;
        if (isText(one)) part.value = utf8(tracking::text_from_json(one));
        else scalar(one, part);
        shown << (one.is_number_integer() ? part.exact : part.value);
        exact << (part.exact.isEmpty() ? part.value : part.exact);
      }
      const bool numbers = list.front().is_number();
      out.value = numbers ? u'[' + shown.join(QStringLiteral(", ")) + u']' : shown.join(QStringLiteral(", "));
      out.exact = numbers ? u'[' + exact.join(QStringLiteral(", ")) + u']' : exact.join(QStringLiteral(", "));
      return;
    }
    out.value = Words::tr("%n in all", nullptr, static_cast<int>(list.size()));
    const std::size_t shown = std::min(list.size(), mostEntries);
    for (std::size_t i = 0; i < shown; ++i) out.children.push_back(entry(path, i, list[i]));
    if (shown < list.size()) out.children.push_back(others(path, list, shown));
  }

  /// What a tree would grow too large with, in one item whose copy holds all of it.
  RecordItem others(const std::string& path, const json& list, std::size_t from) const {
    QStringList lines;
    for (std::size_t i = from; i < list.size(); ++i) {
      const RecordItem one = entry(path, i, list[i]);
      lines << one.name + QStringLiteral(" · ") + (one.exact.isEmpty() ? one.value : one.exact);
    }
    return item(QStringLiteral("…"), Words::tr("%n more; they are in a copy of this value", nullptr, static_cast<int>(list.size() - from)), lines.join(u'\n'));
  }

  /// One of a list of objects: by its name, with the rest of it in short beside it and whole below.
  RecordItem entry(const std::string& path, std::size_t number, const json& value) const {
    if (!value.is_object() || isText(value)) return walk(path, std::to_string(number + 1), value);
    RecordItem out;
    json rest = value;
    for (const char* key : {"path", "name", "class", "column"}) {
      if (!value.contains(key) || !isText(value[key])) continue;
      out.name = utf8(tracking::text_from_json(value[key]));
      rest.erase(key);
      break;
    }
    if (out.name.isEmpty()) out.name = QString::number(number + 1);
    out.children = members(path, rest);
    summarize(out);
    return out;
  }

  static void summarize(RecordItem& out) {
    QStringList shown;
    QStringList exact;
    for (const RecordItem& child : out.children) {
      // A flag that is set says its own name, one that is not says nothing.
      const bool isFlag = child.value == Words::tr("yes") || child.value == Words::tr("no");
      if (!isFlag) {
        shown << (child.value.isEmpty() ? Words::tr("%n in all", nullptr, static_cast<int>(child.children.size())) : child.value);
        exact << (child.exact.isEmpty() ? child.value : child.exact);
      } else if (child.value == Words::tr("yes")) {
        shown << child.name;
        exact << child.name;
      }
    }
    out.value = shown.join(QStringLiteral(" · "));
    out.exact = exact.join(QStringLiteral(" · "));
  }
};

/// The parts of the record, one after the other.
class Reader {
 public:
  explicit Reader(const RunRecord& record) : m_record(record) {}

  std::vector<RecordItem> sections() {
    m_out.push_back(runSection());
    add("seeds.json", "seeds");
    addConfig();
    addCode();
    add("lockstep.json", "lockstep");
    add("environment.json", "environment");
    add("arithmetic.json", "arithmetic");
    addData();
    add("weights.json", "weights");
    add("initial.json", "initial");
    add("model.json", "model");
    m_out.push_back(attempts());
    m_out.push_back(checkpoints());
    m_out.push_back(evaluations());
    add("results.json", "results");
    addOthers();
    return std::move(m_out);
  }

 private:
  /// The document as JSON, or absent with its damage among the sections.
  std::optional<json> parsed(const std::string& name) {
    const auto found = m_record.documents.find(name);
    m_seen.insert(name);
    if (found == m_record.documents.end()) return {};
    json value = json::parse(found->second, nullptr, false);
    if (!value.is_discarded()) return value;
    RecordItem damaged = item(utf8(name), Words::tr("✗ damaged: this text is no JSON"), utf8(found->second));
    damaged.tone = Tone::bad;
    m_out.push_back(std::move(damaged));
    return {};
  }

  void add(const std::string& document, const std::string& path) {
    if (const auto value = parsed(document)) m_out.push_back(m_walker.walk(path, path, *value));
  }

  RecordItem runSection() const {
    const tracking::RunSummary& run = m_record.run;
    RecordItem out = item(Words::tr("Run"), {});
    auto& rows = out.children;
    rows.push_back(item(Words::tr("Name"), utf8(run.name)));
    rows.push_back(item(Words::tr("Id"), utf8(run.id)));
    rows.push_back(item(Words::tr("Status"), statusText(run.status), utf8(std::string(tracking::status_name(run.status)))));
    if (!run.reason.empty()) rows.push_back(item(Words::tr("Why it ended"), utf8(run.reason)));
    rows.push_back(timeItem(Words::tr("Created"), run.created));
    if (run.started) rows.push_back(timeItem(Words::tr("Started"), *run.started));
    if (run.ended) rows.push_back(timeItem(Words::tr("Ended"), *run.ended));
    if (run.device) rows.push_back(item(Words::tr("Device"), utf8(*run.device)));
    if (!run.parent.empty()) rows.push_back(item(relation(run.relation), utf8(run.parent)));
    if (!run.tags.empty()) {
      QStringList tags;
      for (const std::string& tag : run.tags) tags << utf8(tag);
      rows.push_back(item(Words::tr("Tags"), tags.join(QStringLiteral(", "))));
    }
    if (!run.notes.empty()) rows.push_back(item(Words::tr("Notes"), utf8(run.notes)));
    rows.push_back(item(Words::tr("Folder"), utf8(m_record.folder)));
    return out;
  }

  static QString relation(const std::string& name) {
    if (name == "reproduces") return Words::tr("Reproduces");
    if (name == "seed_of") return Words::tr("Another seed of");
    if (name == "init_from") return Words::tr("Begins with the weights of");
    if (name == "sweep") return Words::tr("Part of the sweep of");
    return Words::tr("Comes from");
  }

  void addConfig() {
    RecordItem out = item(Words::tr("Config"), {});
    if (m_record.run.config_hash) out.children.push_back(hashItem(Words::tr("Hash"), utf8(*m_record.run.config_hash), Words::tr("SHA-256 over what decides the experiment, as resolved; without seeds, paths, device, threads, names.")));
    if (const auto source = parsed("config.source.json")) {
      for (RecordItem& row : m_walker.members("config.source", *source)) out.children.push_back(std::move(row));
    }
    // Their texts are the tab beside this one.
    for (const char* name : {"config.text", "config.toml", "config.json"}) {
      const auto found = m_record.documents.find(name);
      if (found == m_record.documents.end()) continue;
      m_seen.insert(name);
      const std::string& text = found->second;
      const bool isHashed = std::string_view(name) == "config.json";
      const QString title = isHashed ? Words::tr("What the hash covers") : std::string_view(name) == "config.text" ? Words::tr("As written") : Words::tr("Resolved");
      const auto lines = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + (text.ends_with('\n') ? 0 : 1);
      out.children.push_back(item(title, isHashed ? size(text.size()) : Words::tr("%n line(s)", nullptr, lines), utf8(text)));
    }
    if (!out.children.empty()) m_out.push_back(std::move(out));
  }

  void addCode() {
    m_seen.insert("code.patch");
    const auto code = parsed("code.json");
    if (!code) return;
    json shown = *code;
    // What is not so need not be said, but for the one thing that everybody asks.
    for (const char* key : {"detached", "no_commit", "worktree", "other_owner", "index_locked"})
      if (!shown.value(key, false)) shown.erase(key);
    for (const char* key : {"changed_total", "omitted_total", "commit_time"})
      if (shown.contains(key) && shown[key] == 0) shown.erase(key);
    if (shown.contains("lfs") && !shown["lfs"].value("used", false)) shown.erase("lfs");
    if (!shown.value("dirty", false)) shown.erase("counts");
    const std::string kind = shown.value("kind", "");
    if (kind != "repository") shown.erase("dirty");
    const QString none = whyNoPatch(m_record);
    if (!none.isEmpty()) shown.erase("patch");
    RecordItem out = m_walker.walk("code", "code", shown);
    out.children.insert(out.children.begin(), item(Words::tr("Kind"), kindText(kind), utf8(kind)));
    if (!none.isEmpty()) out.children.push_back(item(Words::tr("Patch"), none));
    for (RecordItem& row : out.children)
      if (row.name == recordText("Uncommitted changes") && shown.value("dirty", false)) row.tone = Tone::warning;
    m_out.push_back(std::move(out));
  }

  static QString kindText(const std::string& kind) {
    if (kind == "repository") return Words::tr("a git repository");
    if (kind == "none") return Words::tr("the folder lies in no git repository");
    if (kind == "bare") return Words::tr("a git repository without a working tree");
    if (kind == "unreadable") return Words::tr("a git repository that could not be opened");
    return utf8(kind);
  }

  /// One section of three documents: what a person calls the data.
  void addData() {
    const auto manifest = parsed("data.json");
    const auto facts = parsed("dataset.json");
    const auto transforms = parsed("preprocessing.json");
    RecordItem out = item(recordText("Data"), {});
    if (facts) out.children = m_walker.members("dataset", *facts);
    if (manifest) {
      for (RecordItem& row : m_walker.members("data", *manifest)) out.children.push_back(std::move(row));
    }
    if (transforms) out.children.push_back(m_walker.walk("preprocessing", "preprocessing", *transforms));
    if (!out.children.empty()) m_out.push_back(std::move(out));
  }

  RecordItem attempts() {
    RecordItem out = item(Words::tr("Attempts"), Words::tr("%n in all", nullptr, static_cast<int>(m_record.attempts.size())), {}, Words::tr("One process' work on the run; resuming opens another."));
    for (const tracking::Attempt& attempt : m_record.attempts) {
      const QString end = attempt.status ? statusText(*attempt.status) : Words::tr("● under way, or its process is gone");
      RecordItem row = item(Words::tr("Attempt %1").arg(attempt.number), Words::tr("from step %1 on %2: %3").arg(count(attempt.from_step), utf8(attempt.host), end));
      row.children.push_back(item(Words::tr("From step"), count(attempt.from_step), QString::number(attempt.from_step)));
      if (attempt.last_step) row.children.push_back(item(Words::tr("Last step"), count(*attempt.last_step), QString::number(*attempt.last_step)));
      row.children.push_back(item(Words::tr("Host"), utf8(attempt.host)));
      row.children.push_back(item(Words::tr("Process"), QString::number(attempt.pid)));
      row.children.push_back(timeItem(Words::tr("Started"), attempt.started));
      if (attempt.ended) row.children.push_back(timeItem(Words::tr("Ended"), *attempt.ended));
      row.children.push_back(item(Words::tr("How it ended"), end));
      if (!attempt.reason.empty()) row.children.push_back(item(Words::tr("Why it ended"), utf8(attempt.reason)));
      for (const char* document : {"environment", "lockstep"}) {
        const std::string name = std::string(document) + ".attempt-" + std::to_string(attempt.number) + ".json";
        if (const auto value = parsed(name)) row.children.push_back(m_walker.walk(document, document, *value));
      }
      out.children.push_back(std::move(row));
    }
    return out;
  }

  RecordItem checkpoints() const {
    RecordItem out = item(Words::tr("Checkpoints"), m_record.checkpoints.empty() ? Words::tr("none yet") : Words::tr("%n in all", nullptr, static_cast<int>(m_record.checkpoints.size())));
    for (const tracking::Checkpoint& checkpoint : m_record.checkpoints) {
      const QString kind = checkpoint.kind == "best" ? Words::tr("Best") : checkpoint.kind == "last" ? Words::tr("Last") : utf8(checkpoint.kind);
      RecordItem row = item(kind, Words::tr("step %1 · %2").arg(count(checkpoint.step), size(static_cast<std::uint64_t>(checkpoint.bytes))));
      row.children.push_back(item(Words::tr("Step"), count(checkpoint.step), QString::number(checkpoint.step)));
      row.children.push_back(item(Words::tr("File"), utf8(checkpoint.path)));
      row.children.push_back(item(Words::tr("Size"), size(static_cast<std::uint64_t>(checkpoint.bytes)), QString::number(checkpoint.bytes)));
      row.children.push_back(timeItem(Words::tr("Written"), checkpoint.time));
      out.children.push_back(std::move(row));
    }
    return out;
  }

  RecordItem evaluations() const {
    RecordItem out = item(Words::tr("Evaluations"), m_record.evaluations.empty() ? Words::tr("none yet") : Words::tr("%n in all", nullptr, static_cast<int>(m_record.evaluations.size())));
    for (const tracking::Evaluation& evaluation : m_record.evaluations) {
      RecordItem row = item(Words::tr("Step %1, %2").arg(count(evaluation.step), utf8(evaluation.part)), {}, {}, Words::tr("With the weights: %1").arg(utf8(evaluation.weights)));
      QStringList shown;
      row.children.push_back(item(Words::tr("Weights"), utf8(evaluation.weights)));
      for (const tracking::Metric& metric : evaluation.metrics) {
        shown << QStringLiteral("%1 %2").arg(utf8(metric.key), shortNumber(metric.value));
        row.children.push_back(item(utf8(metric.key), shortNumber(metric.value), exactNumber(metric.value)));
      }
      row.value = shown.join(QStringLiteral(" · "));
      out.children.push_back(std::move(row));
    }
    return out;
  }

  /// What a later version records is not kept from a person who looks with this one.
  void addOthers() {
    for (const auto& [name, text] : m_record.documents) {
      if (m_seen.contains(name)) continue;
      const std::string stem = name.ends_with(".json") ? name.substr(0, name.size() - 5) : name;
      const json value = json::parse(text, nullptr, false);
      if (value.is_object()) m_out.push_back(m_walker.walk(stem, stem, value));
      else m_out.push_back(item(utf8(name), utf8(text).section(u'\n', 0, 0), utf8(text)));
    }
  }

  const RunRecord& m_record;
  Walker m_walker;
  std::set<std::string> m_seen;
  std::vector<RecordItem> m_out;
};

}  // namespace

std::vector<RecordItem> recordItems(const RunRecord& record) { return Reader(record).sections(); }

QString whyNoPatch(const RunRecord& record) {
  if (record.documents.contains("code.patch")) return {};
  const auto found = record.documents.find("code.json");
  if (found == record.documents.end()) return {};
  const json code = json::parse(found->second, nullptr, false);
  if (!code.is_object()) return {};
  const std::string kind = code.value("kind", "");
  if (kind == "none") return Words::tr("none, because the folder lies in no git repository");
  if (kind == "bare") return Words::tr("none, because the repository has no working tree");
  if (kind == "unreadable") return Words::tr("none, because the repository could not be opened");
  if (!code.value("dirty", false)) return Words::tr("none, because every file was as in the commit");
  if (code.value("omitted_total", 0) > 0) return Words::tr("none, because every change was left out; the reasons stand beside the files");
  return Words::tr("none: the changes have no content of their own");
}

}  // namespace lockstep::ui
