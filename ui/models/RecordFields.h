// What the values of a run's documents are called and how they read: one row a value. Internal to RecordReader.
#pragma once

#include <QString>
#include <string_view>
#include <span>

namespace lockstep::ui {

enum class FieldForm { automatic, hash, bytes, time, identity, hidden };

struct RecordField {
  std::string_view path;  ///< "environment/cpu/model": the document without .json, then keys
  const char* title;      ///< English, translated under "lockstep::ui::Record"
  FieldForm form = FieldForm::automatic;
  const char* help = nullptr;
};

/// In the order in which they stand.
[[nodiscard]] std::span<const RecordField> recordFields();
/// Null for a value that no row names.
[[nodiscard]] const RecordField* recordField(std::string_view path);
/// A title or a sentence of this table, or of the reader's.
[[nodiscard]] QString recordText(const char* english);

}  // namespace lockstep::ui
