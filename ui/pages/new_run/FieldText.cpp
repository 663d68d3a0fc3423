#include "ui/pages/new_run/FieldText.h"

#include <QStringList>

#include "engine/schema/check.h"

namespace lockstep::ui {

namespace {

using engine::schema::Kind;
using engine::schema::Value;

/// An item of a list, in quotes where it would not read back as itself.
QString listItem(const std::string& item) {
  const QString text = QString::fromStdString(item);
  const bool plain = !text.isEmpty() && text == text.trimmed() && !text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"'));
  return plain ? text : QString::fromStdString(engine::schema::quote(item));
}

/// Split at commas that are not inside quotes.
QStringList splitList(const QString& typed) {
  QStringList out;
  QString item;
  bool quoted = false;
  for (qsizetype i = 0; i < typed.size(); ++i) {
    const QChar c = typed[i];
    if (c == QLatin1Char('"')) quoted = !quoted;
    if (quoted && c == QLatin1Char('\\') && i + 1 < typed.size()) item += typed[i++];
    if (c == QLatin1Char(',') && !quoted) {
      out << item.trimmed();
      item.clear();
    } else {
      item += typed[i];
    }
  }
  out << item.trimmed();
  if (out.size() > 1 && out.back().isEmpty()) out.removeLast();  // "3, " on the way to "3, 3"
  return out;
}

Value number(const QString& typed, bool real) {
  QString plain = typed;
  plain.remove(QLatin1Char('_'));
  bool fits = false;
  const qlonglong integer = plain.toLongLong(&fits);
  if (fits) return static_cast<std::int64_t>(integer);
  if (plain.startsWith(QLatin1String("0x")) && !real) {
    const qlonglong hexadecimal = plain.mid(2).toLongLong(&fits, 16);
    if (fits) return static_cast<std::int64_t>(hexadecimal);
  }
  const double x = plain.toDouble(&fits);
  if (fits) return x;
  return typed.toStdString();
}

template <class T>
bool collect(const QStringList& items, bool real, std::vector<T>& out) {
  for (const QString& item : items) {
    const Value one = number(item, real);
    if (const auto* integer = std::get_if<std::int64_t>(&one)) out.push_back(static_cast<T>(*integer));
    else if (const auto* x = std::get_if<double>(&one); x != nullptr && real) out.push_back(static_cast<T>(*x));
    else return false;
  }
  return true;
}

Value numbers(const engine::schema::Field& field, const QString& typed) {
  QString inside = typed.trimmed();
  if (inside.startsWith(QLatin1Char('[')) && inside.endsWith(QLatin1Char(']'))) inside = inside.mid(1, inside.size() - 2);
  const QStringList items = splitList(inside);
  if (items.size() == 1 && field.count > 0) return number(items.front(), field.kind == Kind::reals);  // one for all
  if (field.kind == Kind::integers) {
    std::vector<std::int64_t> out;
    if (collect(items, false, out)) return out;
  } else {
    std::vector<double> out;
    if (collect(items, true, out)) return out;
  }
  return typed.toStdString();
}

Value texts(const QString& typed) {
  std::vector<std::string> out;
  for (const QString& item : splitList(typed)) {
    const bool quoted = item.size() > 1 && item.startsWith(QLatin1Char('"')) && item.endsWith(QLatin1Char('"'));
    const engine::config::Node read = engine::config::read_value(quoted ? item.toStdString() : engine::schema::quote(item.toStdString()));
    const auto* text = std::get_if<std::string>(&read.value);
    out.push_back(text != nullptr ? *text : item.toStdString());
  }
  return out;
}

}  // namespace

QString shownValue(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return QString::fromStdString(*text);
  if (const auto* list = std::get_if<std::vector<std::string>>(&value)) {
    QStringList items;
    for (const std::string& item : *list) items << listItem(item);
    return items.join(QLatin1String(", "));
  }
  if (std::holds_alternative<std::monostate>(value)) return {};
  QString text = QString::fromStdString(engine::schema::to_toml(value));
  if (text.startsWith(QLatin1Char('['))) text = text.mid(1, text.size() - 2);
  return text;
}

QString shownText(const engine::config::FieldView& field) {
  const bool number = std::holds_alternative<std::int64_t>(field.value) || std::holds_alternative<double>(field.value);
  if (number || std::holds_alternative<std::monostate>(field.value)) return QString::fromStdString(field.text);
  return shownValue(field.value);
}

Value typedValue(const engine::schema::Field& field, const QString& typed) {
  const QString trimmed = typed.trimmed();
  if (trimmed.isEmpty()) return {};
  switch (field.kind) {
    case Kind::integer: return number(trimmed, false);
    case Kind::real: return number(trimmed, true);
    case Kind::integers:
    case Kind::reals: return numbers(field, trimmed);
    case Kind::texts: return texts(trimmed);
    case Kind::boolean: return trimmed == QLatin1String("true") ? Value(true) : trimmed == QLatin1String("false") ? Value(false) : Value(trimmed.toStdString());
    case Kind::text:
    case Kind::path: return typed.toStdString();
  }
  return {};
}

}  // namespace lockstep::ui
