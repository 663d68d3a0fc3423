// What every part of the form works with: the document that it edits, what is known beyond the text, and the page around it.
#pragma once

#include <QString>
#include <QWidget>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/config/view.h"
#include "ui/pages/new_run/Mistake.h"

namespace lockstep::ui {

class ConfigDocument;

struct FormContext {
  ConfigDocument& document;
  /// By key: the values that hold where none is written, as far as the data are known; empty while the text has mistakes.
  std::map<std::string, engine::schema::Value> resolved = {};
  /// By key: choices that only this machine knows, such as its devices.
  std::map<std::string, std::vector<engine::config::Choice>> offers = {};
  /// By key: what else is to be said of a field, below it.
  std::map<std::string, QString> notes = {};
  std::multimap<std::string, Mistake> mistakes = {};
  /// A mistake's place in the text is wanted.
  std::function<void(const Mistake&)> placeWanted = [](const Mistake&) {};
  /// A part of the form that was just made is to be seen.
  std::function<void(QWidget*)> revealed = [](QWidget*) {};
  /// What is in focus: its name and what it is about.
  std::function<void(const QString& title, const QString& help)> described = [](const QString&, const QString&) {};
};

/// What a field is called; its help, with its key and what it takes.
[[nodiscard]] QString titleOf(const engine::config::FieldView& field);
[[nodiscard]] QString helpOf(const engine::config::FieldView& field);
/// "Data › Augment"; for the keys before the first table "Document".
[[nodiscard]] QString titleOf(const engine::config::Section& section);

// Edits of the document, each one step of undo.
void setField(ConfigDocument& document, const engine::config::FieldView& field, const engine::schema::Value& value);
void resetField(ConfigDocument& document, const std::string& key);
/// Another type, without the settings that it doesn't take.
void chooseType(ConfigDocument& document, const engine::config::BlockView& block, const engine::schema::Value& type, const engine::config::Catalog& catalog);
void insertItem(ConfigDocument& document, std::string_view list, std::size_t index, const std::string& type);
void removeItem(ConfigDocument& document, std::string_view list, std::size_t index);
void moveItem(ConfigDocument& document, std::string_view list, std::size_t from, std::size_t to);
/// The copy has no name: two layers can't share one.
void duplicateItem(ConfigDocument& document, std::string_view list, std::size_t index);

}  // namespace lockstep::ui
