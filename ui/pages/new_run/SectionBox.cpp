#include "ui/pages/new_run/SectionBox.h"

#include <QBoxLayout>
#include <QLineEdit>
#include <QPushButton>

#include "engine/config/tree.h"
#include "ui/pages/new_run/BlockForm.h"
#include "ui/pages/new_run/FieldRow.h"
#include "ui/pages/new_run/ListForm.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Text.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace config = engine::config;

SectionBox::SectionBox(FormContext& context, const config::Section& section, QWidget* parent)
    : QGroupBox(titleOf(section), parent), m_context(context), m_section(section), m_mistakes(new MistakeLabel(context, this)) {
  const QString path = QString::fromUtf8(section.path.data(), static_cast<qsizetype>(section.path.size()));
  setObjectName(QStringLiteral("section:") + path);
  setToolTip(schemaText(section.help));
  m_mistakes->setObjectName(QStringLiteral("error:") + path);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(gridStep, gridStep, gridStep, gridStep);
  layout->setSpacing(gridStep / 2);
  layout->addWidget(m_mistakes);
  if (section.form == config::Form::list) {
    m_list = new ListForm(context, section, this);
    layout->addWidget(m_list);
  } else {
    m_block = new BlockForm(context, this);
    layout->addWidget(m_block);
    if (section.form == config::Form::free) buildFree();
  }
  // The title alone is bold.
  QFont emphasis;
  emphasis.setBold(true);
  QFont plain;
  plain.setBold(false);
  setFont(emphasis);
  for (QWidget* child : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) child->setFont(plain);
}

void SectionBox::buildFree() {
  const QString path = objectName().mid(8);
  m_newKey = new QLineEdit(this);
  m_newKey->setObjectName(QStringLiteral("newKey:") + path);
  m_newKey->setPlaceholderText(tr("Name of a column"));
  m_newKey->setAccessibleName(m_newKey->placeholderText());
  m_newKey->setToolTip(schemaText(m_section.help));
  auto* add = new QPushButton(icon(QStringLiteral("plus")), tr("Add"), this);
  add->setObjectName(QStringLiteral("add:") + path);
  add->setEnabled(false);
  auto* row = new QHBoxLayout;
  row->setSpacing(gridStep);
  row->addWidget(m_newKey, 1);
  row->addWidget(add);
  static_cast<QBoxLayout*>(layout())->addLayout(row);
  connect(m_newKey, &QLineEdit::textChanged, add, [add](const QString& name) { add->setEnabled(!name.isEmpty()); });
  connect(m_newKey, &QLineEdit::returnPressed, this, &SectionBox::addKey);
  connect(add, &QPushButton::clicked, this, &SectionBox::addKey);
}

void SectionBox::addKey() {
  if (m_newKey->text().isEmpty()) return;
  config::FieldView field;
  field.field = m_section.fields.front();
  field.key = std::string(m_section.path) + "." + config::key_text(m_newKey->text().toStdString());
  for (const std::string_view choice : field.field.choices) field.choices.push_back({std::string(choice), {}});
  setField(m_context.document, field, field.choices.empty() ? std::string() : field.choices.front().name);
  m_newKey->clear();
}

void SectionBox::present(const config::View& view) {
  std::vector<const config::BlockView*> blocks;
  for (const config::BlockView& block : view.blocks) {
    if (block.section == &m_section) blocks.push_back(&block);
  }
  if (m_list != nullptr) m_list->present(blocks);
  else if (!blocks.empty()) m_block->present(*blocks.front());
  if (m_section.path.empty()) return;  // what belongs to the whole text stands above the form
  m_mistakes->present({std::string(m_section.path)});
}

QWidget* SectionBox::input(const std::string& key) {
  if (m_list != nullptr) return m_list->input(key);
  if (QWidget* found = m_block->input(key)) return found;
  if (key != m_section.path || key.empty()) return nullptr;
  QWidget* first = m_block->firstInput();
  return first != nullptr ? first : m_newKey;
}

}  // namespace lockstep::ui
