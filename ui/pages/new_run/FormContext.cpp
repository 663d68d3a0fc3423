#include "ui/pages/new_run/FormContext.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "engine/config/edit.h"
#include "ui/pages/new_run/ConfigDocument.h"
#include "ui/widgets/Format.h"
#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {

namespace config = engine::config;

struct Words {
  Q_DECLARE_TR_FUNCTIONS(SchemaForm)
};

QString number(double x) { return x == std::trunc(x) && std::fabs(x) < 1e15 ? count(static_cast<std::int64_t>(x)) : QString::number(x, 'g', 12); }

/// What a field takes, in signs that every language reads: "≥ 1, ≤ 8".
QString boundsOf(const engine::schema::Field& field) {
  QStringList parts;
  if (!std::isinf(field.range.minimum)) parts << (field.range.minimum_open ? QStringLiteral("> ") : QStringLiteral("≥ ")) + number(field.range.minimum);
  if (!std::isinf(field.range.maximum)) parts << (field.range.maximum_open ? QStringLiteral("< ") : QStringLiteral("≤ ")) + number(field.range.maximum);
  if (field.count > 1) parts << Words::tr("%n value(s)", nullptr, static_cast<int>(field.count));
  return parts.join(QStringLiteral(", "));
}

}  // namespace

QString titleOf(const config::FieldView& field) {
  // In a free table names are a person's own.
  return field.name == field.field.name ? fieldTitle(field.name) : QString::fromStdString(field.name);
}

QString helpOf(const config::FieldView& field) {
  QStringList lines{schemaText(field.field.help)};
  for (const config::Choice& choice : field.choices) {
    const bool chosen = field.written && field.value == engine::schema::Value(choice.name);
    if (chosen && !choice.help.empty()) lines << QStringLiteral("%1: %2").arg(QString::fromStdString(choice.name), schemaText(choice.help));
  }
  const QString bounds = boundsOf(field.field);
  lines << QString::fromStdString(field.key) + (bounds.isEmpty() ? QString() : QStringLiteral("   ") + bounds);
  return lines.join(QLatin1Char('\n'));
}

QString titleOf(const config::Section& section) {
  if (section.path.empty()) return Words::tr("Document");
  QStringList parts;
  for (std::size_t begin = 0; begin < section.path.size();) {
    const std::size_t dot = std::min(section.path.find('.', begin), section.path.size());
    parts << fieldTitle(section.path.substr(begin, dot - begin));
    begin = dot + 1;
  }
  return parts.join(QStringLiteral(" › "));
}

void setField(ConfigDocument& document, const config::FieldView& field, const engine::schema::Value& value) {
  if (std::holds_alternative<std::monostate>(value)) {
    resetField(document, field.key);
    return;
  }
  document.apply(QString::fromStdString(field.key), !field.choices.empty() || std::holds_alternative<bool>(value),
                 [&](std::string_view text) { return config::set_value(text, field.key, value); });
}

void resetField(ConfigDocument& document, const std::string& key) {
  document.apply(QString::fromStdString(key), true, [&](std::string_view text) { return config::remove_value(text, key); });
}

void chooseType(ConfigDocument& document, const config::BlockView& block, const engine::schema::Value& type, const config::Catalog& catalog) {
  const std::string key = block.key + ".type";
  const auto* name = std::get_if<std::string>(&type);
  if (name == nullptr) {
    resetField(document, key);
    return;
  }
  document.apply({}, true, [&](std::string_view before) {
    std::string text = config::set_value(before, key, type);
    const auto kept = config::fields_of(*block.section, config::find_spec(catalog, block.section->family, *name));
    for (const config::FieldView& field : block.fields) {
      const bool takes = field.is_type || std::any_of(kept.begin(), kept.end(), [&](const engine::schema::Field* f) { return f->name == field.name; });
      if (field.written && !takes) text = config::remove_value(text, field.key);
    }
    return text;
  });
}

void insertItem(ConfigDocument& document, std::string_view list, std::size_t index, const std::string& type) {
  document.apply({}, true, [&](std::string_view text) {
    std::vector<config::Setting> settings;
    if (!type.empty()) settings.emplace_back("type", type);
    return config::insert_item(text, list, index, settings);
  });
}

void removeItem(ConfigDocument& document, std::string_view list, std::size_t index) {
  document.apply({}, true, [&](std::string_view text) { return config::remove_item(text, list, index); });
}

void moveItem(ConfigDocument& document, std::string_view list, std::size_t from, std::size_t to) {
  document.apply({}, true, [&](std::string_view text) { return config::move_item(text, list, from, to); });
}

void duplicateItem(ConfigDocument& document, std::string_view list, std::size_t index) {
  document.apply({}, true, [&](std::string_view text) {
    const std::string copied = config::duplicate_item(text, list, index);
    return config::remove_value(copied, std::string(list) + "." + std::to_string(index + 1) + ".name");
  });
}

}  // namespace lockstep::ui
