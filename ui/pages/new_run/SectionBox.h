// One section of the schema in the form: a table's fields, a list's items, or a table whose keys a person chooses.
#pragma once

#include <QGroupBox>
#include <string>
#include <vector>

#include "ui/pages/new_run/FormContext.h"

class QLineEdit;

namespace lockstep::ui {

class BlockForm;
class ListForm;
class MistakeLabel;

class SectionBox : public QGroupBox {
  Q_OBJECT

 public:
  SectionBox(FormContext& context, const engine::config::Section& section, QWidget* parent = nullptr);
  void present(const engine::config::View& view);
  /// Null where the key is not of this section.
  [[nodiscard]] QWidget* input(const std::string& key);
  [[nodiscard]] ListForm* list() const { return m_list; }
  [[nodiscard]] const engine::config::Section& section() const { return m_section; }

 private:
  void buildFree();
  void addKey();

  FormContext& m_context;
  const engine::config::Section& m_section;
  BlockForm* m_block = nullptr;
  ListForm* m_list = nullptr;
  QLineEdit* m_newKey = nullptr;
  MistakeLabel* m_mistakes;
};

}  // namespace lockstep::ui
