// The fields of one table, as far as they apply, and the keys that it doesn't have.
#pragma once

#include <QWidget>
#include <map>
#include <string>
#include <vector>

#include "ui/pages/new_run/FormContext.h"

class QVBoxLayout;

namespace lockstep::ui {

class FieldRow;
class MistakeLabel;

class BlockForm : public QWidget {
  Q_OBJECT

 public:
  explicit BlockForm(FormContext& context, QWidget* parent = nullptr);
  void present(const engine::config::BlockView& block);
  /// Null where the key is none of its fields.
  [[nodiscard]] QWidget* input(const std::string& key) const;
  [[nodiscard]] QWidget* firstInput() const;

 private:
  /// A key that no field is for.
  struct Stranger {
    QWidget* row = nullptr;
    MistakeLabel* mistakes = nullptr;
    std::string text;
  };

  void edit(const engine::config::FieldView& field, const engine::schema::Value& value);
  [[nodiscard]] FieldRow* makeRow(const engine::config::FieldView& field);
  [[nodiscard]] Stranger makeStranger(const engine::config::UnknownKey& key);
  void showStrangers(const engine::config::BlockView& block);

  FormContext& m_context;
  engine::config::BlockView m_block;
  std::vector<FieldRow*> m_rows;
  std::map<std::string, Stranger> m_strangers;
  QVBoxLayout* m_layout;
  QVBoxLayout* m_strangerLayout;
};

}  // namespace lockstep::ui
