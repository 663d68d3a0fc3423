#include "ui/models/RunFilterParser.h"

#include <QDateTime>
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/schema/suggest.h"
#include "ui/models/RunTableFacts.h"
#include "ui/widgets/Format.h"

namespace lockstep::ui {

namespace {

using Condition = RunFilter::Condition;
using Number = std::function<std::optional<double>(const RunRow&)>;

constexpr std::array signs{">=", "<=", "!=", "==", ">", "<", "=", "≥", "≤", "≠"};

QString fromStd(const std::string& text) { return QString::fromStdString(text); }

/// The value of a metric, else of a key of the config.
std::optional<double> recorded(const RunRow& row, const std::string& key) {
  if (const auto* metric = row.run.metric(key)) return metric->last;
  if (!row.facts) return {};
  const auto found = row.facts->config.find(key);
  return found == row.facts->config.end() ? std::nullopt : found->second.number;
}

Number namedNumber(const QString& name) {
  const auto optional = [](const std::optional<std::int64_t>& value) { return value ? std::optional(static_cast<double>(*value)) : std::nullopt; };
  if (name == QLatin1String("step")) return [](const RunRow& row) { return static_cast<double>(row.run.step); };
  if (name == QLatin1String("steps")) return [optional](const RunRow& row) { return optional(row.run.steps); };
  if (name == QLatin1String("progress")) return [](const RunRow& row) { return runFraction(row.run) < 0 ? std::nullopt : std::optional(100 * runFraction(row.run)); };
  if (name == QLatin1String("started")) return [optional](const RunRow& row) { return optional(row.run.started); };
  if (name == QLatin1String("duration")) {
    return [](const RunRow& row) {
      const std::int64_t milliseconds = runMilliseconds(row.run);
      return milliseconds < 0 ? std::nullopt : std::optional(static_cast<double>(milliseconds) / 1000);
    };
  }
  if (name == QLatin1String("best")) return [](const RunRow& row) { return bestMetric(row.run).metric != nullptr ? std::optional(bestMetric(row.run).value) : std::nullopt; };
  if (name == QLatin1String("loss")) return [](const RunRow& row) { return recorded(row, "train/loss"); };
  if (name == QLatin1String("seed")) return [](const RunRow& row) { return row.run.seed ? std::optional(static_cast<double>(*row.run.seed)) : std::nullopt; };
  return {};
}

bool compare(double a, const QString& sign, double b) {
  // NaN is no number to compare with, but can be asked for.
  if (sign == QLatin1String("=") || sign == QLatin1String("==")) return a == b || (std::isnan(a) && std::isnan(b));
  if (sign == QLatin1String("!=") || sign == QStringLiteral("≠")) return a != b && !(std::isnan(a) && std::isnan(b));
  if (sign == QLatin1String(">")) return a > b;
  if (sign == QLatin1String("<")) return a < b;
  if (sign == QLatin1String(">=") || sign == QStringLiteral("≥")) return a >= b;
  return a <= b;
}

bool isEquality(const QString& sign) { return sign.contains(QLatin1Char('=')) ? !sign.startsWith(QLatin1Char('<')) && !sign.startsWith(QLatin1Char('>')) : sign == QStringLiteral("≠"); }

QString nearest(const QString& word, const QStringList& candidates) {
  std::vector<std::string> owned;
  for (const QString& candidate : candidates) owned.push_back(candidate.toStdString());
  const std::vector<std::string_view> views(owned.begin(), owned.end());
  return fromStd(engine::schema::nearest_name(word.toStdString(), views));
}

}  // namespace

RunFilter::Parsed RunFilterParser::parse() {
  for (skipBlanks(); m_at < m_text.size(); skipBlanks()) {
    if (!readTerm()) break;
  }
  return std::move(m_out);
}

bool RunFilterParser::fail(const QString& message, qsizetype from) {
  m_out.error = RunFilter::Error{message, from, m_at - from};
  return false;
}

void RunFilterParser::add(Condition condition, bool negated) {
  if (negated) condition = [condition = std::move(condition)](const RunRow& row) { return !condition(row); };
  m_out.filter.m_conditions.push_back(std::move(condition));
}

void RunFilterParser::skipBlanks() {
  while (m_at < m_text.size() && m_text[m_at].isSpace()) ++m_at;
}

QString RunFilterParser::peekSign() const {
  for (const char* sign : signs) {
    if (QStringView(m_text).mid(m_at).startsWith(QString::fromUtf8(sign))) return QString::fromUtf8(sign);
  }
  return {};
}

bool RunFilterParser::readWord(Word& word, bool isName) {
  word = {{}, m_at, m_at < m_text.size() && m_text[m_at] == QLatin1Char('"')};
  if (word.quoted) {
    const qsizetype end = m_text.indexOf(QLatin1Char('"'), m_at + 1);
    if (end < 0) {
      m_at = m_text.size();
      return fail(RunFilter::tr("The quotation mark before %1 is never closed.").arg(m_text.mid(word.position + 1)), word.position);
    }
    word.text = m_text.mid(m_at + 1, end - m_at - 1);
    m_at = end + 1;
    return true;
  }
  while (m_at < m_text.size() && !m_text[m_at].isSpace() && !(isName && (m_text[m_at] == QLatin1Char(':') || !peekSign().isEmpty()))) ++m_at;
  word.text = m_text.mid(word.position, m_at - word.position);
  return true;
}

bool RunFilterParser::readTerm() {
  const qsizetype start = m_at;
  const bool negated = m_text[m_at] == QLatin1Char('-') && m_at + 1 < m_text.size() && !m_text[m_at + 1].isSpace();
  if (negated) ++m_at;
  Word name;
  if (!readWord(name, true)) return false;
  if (!name.quoted && m_at < m_text.size() && m_text[m_at] == QLatin1Char(':')) return readField(name, negated);
  const qsizetype end = m_at;
  skipBlanks();
  if (const QString sign = peekSign(); !sign.isEmpty()) {
    m_at += sign.size();
    if (!name.text.isEmpty()) return readComparison(name, sign, negated);
    return fail(RunFilter::tr("A name must stand before %1, such as val/accuracy > 0.9.").arg(sign), start);
  }
  m_at = end;
  const QString word = name.text.toCaseFolded();
  if (!word.isEmpty()) add([word](const RunRow& row) { return row.searched.contains(word); }, negated);
  return true;
}

bool RunFilterParser::readField(const Word& name, bool negated) {
  ++m_at;  // the colon
  const QStringList known = RunFilter::fields();
  const bool isKey = name.text.contains(QLatin1Char('/')) || name.text.contains(QLatin1Char('.'));
  if (!isKey && !known.contains(name.text.toLower())) {
    Word rest;
    return readWord(rest, false) && failUnknownField(name);
  }
  Word value;
  if (!readWord(value, false)) return false;
  if (value.text.isEmpty()) return fail(RunFilter::tr("Something must stand right after “%1:”, such as %2.").arg(name.text, name.text == QLatin1String("status") ? QStringLiteral("status:failed") : QStringLiteral("tag:baseline")), name.position);
  auto condition = field(name, value);
  if (!condition) return false;
  add(std::move(*condition), negated);
  return true;
}

bool RunFilterParser::failUnknownField(const Word& name) {
  if (name.text.isEmpty()) return fail(RunFilter::tr("A field's name must stand before the colon, such as tag:baseline."), name.position);
  const QString meant = nearest(name.text.toLower(), RunFilter::fields());
  if (!meant.isEmpty()) return fail(RunFilter::tr("There is no field “%1”. Did you mean “%2:”?").arg(name.text, meant), name.position);
  return fail(RunFilter::tr("There is no field “%1”. There are: %2. A text with a colon in it can stand in quotation marks.").arg(name.text, RunFilter::fields().join(QStringLiteral(", "))), name.position);
}

std::optional<Condition> RunFilterParser::statusField(const Word& value) {
  using tracking::Status;
  std::set<Status> wanted;
  QStringList words;
  for (const Status status : {Status::queued, Status::preparing, Status::running, Status::paused, Status::finished, Status::stopped, Status::interrupted, Status::failed}) {
    const auto word = tracking::status_name(status);
    words << QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
    // By its beginning, so that the table doesn't go empty while the word is being typed.
    if (words.back().startsWith(value.text, Qt::CaseInsensitive) || statusText(status).mid(2).startsWith(value.text, Qt::CaseInsensitive)) wanted.insert(status);
  }
  // The verdicts of reproductions stand in the same column.
  std::set<std::string> verdicts;
  for (const char* verdict : {"identical", "within_tolerance", "diverged"}) {
    words << QString::fromLatin1(verdict);
    if (words.back().startsWith(value.text, Qt::CaseInsensitive)) verdicts.insert(verdict);
  }
  if (!wanted.empty() || !verdicts.empty())
    return [wanted, verdicts](const RunRow& row) { return wanted.contains(row.run.status) || (row.run.verdict && verdicts.contains(*row.run.verdict)); };
  fail(RunFilter::tr("“%1” is no status. There are: %2.").arg(value.text, words.join(QStringLiteral(", "))), value.position);
  return {};
}

std::optional<Condition> RunFilterParser::isField(const Word& value) {
  const QString word = value.text.toLower();
  if (word == QLatin1String("checked")) return [](const RunRow& row) { return row.checked; };
  if (word == QLatin1String("live")) return [](const RunRow& row) { return tracking::is_live(row.run.status); };
  if (word == QLatin1String("dirty")) return [](const RunRow& row) { return row.run.dirty.value_or(false); };
  fail(RunFilter::tr("“is:” can be followed by checked, live or dirty, not by “%1”.").arg(value.text), value.position);
  return {};
}

std::optional<Condition> RunFilterParser::field(const Word& name, const Word& value) {
  const QString field = name.text.toLower();
  if (field == QLatin1String("status")) return statusField(value);
  if (field == QLatin1String("is")) return isField(value);
  const QString wanted = value.text.toCaseFolded();
  if (field == QLatin1String("tag")) {
    return [wanted](const RunRow& row) { return std::any_of(row.run.tags.begin(), row.run.tags.end(), [&](const std::string& tag) { return fromStd(tag).toCaseFolded() == wanted; }); };
  }
  if (field == QLatin1String("seed")) {
    bool isNumber = false;
    const quint64 seed = value.text.toULongLong(&isNumber);
    if (isNumber) return [seed](const RunRow& row) { return row.run.seed == seed; };
    fail(RunFilter::tr("A seed is a whole number, not “%1”.").arg(value.text), value.position);
    return {};
  }
  if (field == QLatin1String("commit")) return [hash = value.text.toLower().toStdString()](const RunRow& row) { return row.run.commit.value_or("").starts_with(hash); };
  const auto given = RunColumn::fromKey(field);
  if (given && *given == RunColumn::data) {
    return [wanted](const RunRow& row) { return (row.facts && row.facts->dataset.toCaseFolded().contains(wanted)) || fromStd(row.run.data_fingerprint.value_or("")).startsWith(wanted); };
  }
  if (given) return [column = *given, wanted](const RunRow& row) { return column.text(row).toCaseFolded().contains(wanted); };
  // A key of the config, or a metric.
  const std::string key = name.text.toStdString();
  m_out.filter.m_keys.push_back(key);
  return [column = RunColumn(name.text.contains(QLatin1Char('/')) ? RunColumn::metric : RunColumn::config, key), wanted](const RunRow& row) { return column.exact(row).toCaseFolded().contains(wanted); };
}

std::optional<double> RunFilterParser::number(const QString& name, const Word& value) {
  QString digits = value.text;
  if (name == QLatin1String("started")) {
    const QDateTime time = QDateTime::fromString(digits, Qt::ISODate);
    return time.isValid() ? std::optional(static_cast<double>(time.toMSecsSinceEpoch())) : std::nullopt;
  }
  double factor = 1;
  if (name == QLatin1String("duration")) {
    static const std::array<std::pair<char, double>, 4> units{{{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}}};
    for (const auto& [unit, seconds] : units) {
      if (!digits.endsWith(QLatin1Char(unit))) continue;
      factor = seconds;
      digits.chop(1);
      break;
    }
  } else if (digits.endsWith(QLatin1Char('%'))) {
    digits.chop(1);
    if (name != QLatin1String("progress")) factor = 0.01;
  }
  bool isNumber = false;
  const double read = digits.replace(QStringLiteral("∞"), QStringLiteral("inf")).replace(QStringLiteral("−"), QStringLiteral("-")).toDouble(&isNumber);
  return isNumber ? std::optional(read * factor) : std::nullopt;
}

bool RunFilterParser::readComparison(const Word& name, const QString& sign, bool negated) {
  skipBlanks();
  Word value;
  if (!readWord(value, false)) return false;
  if (value.text.isEmpty()) return fail(RunFilter::tr("A value must stand after “%1 %2”, such as 0.9.").arg(name.text, sign), name.position);
  const QString lower = name.text.toLower();
  const auto right = number(lower, value);
  if (const Number left = namedNumber(lower)) {
    if (!right && lower == QLatin1String("started")) return fail(RunFilter::tr("“%1” is no date: write started > 2026-11-30.").arg(value.text), value.position);
    if (!right) return fail(RunFilter::tr("“%1” is not a number, and %2 is one.").arg(value.text, name.text), value.position);
    add([left, sign, right = *right](const RunRow& row) { const auto found = left(row); return found && compare(*found, sign, right); }, negated);
    return true;
  }
  const std::string key = name.text.toStdString();
  m_out.filter.m_keys.push_back(key);
  if (right) {
    add([key, sign, right = *right](const RunRow& row) { const auto found = recorded(row, key); return found && compare(*found, sign, right); }, negated);
    return true;
  }
  if (!isEquality(sign)) return fail(RunFilter::tr("“%1” is not a number; only = and != compare texts.").arg(value.text), value.position);
  const bool equal = !sign.startsWith(QLatin1Char('!')) && sign != QStringLiteral("≠");
  add([column = RunColumn(RunColumn::config, key), wanted = value.text.toCaseFolded(), equal](const RunRow& row) {
    const QString found = column.exact(row).toCaseFolded();
    return !found.isEmpty() && (found == wanted) == equal;
  }, negated);
  return true;
}

}  // namespace lockstep::ui
