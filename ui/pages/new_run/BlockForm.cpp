#include "ui/pages/new_run/BlockForm.h"

#include <QBoxLayout>
#include <QToolButton>
#include <algorithm>

#include "engine/config/catalog/catalog.h"
#include "ui/pages/new_run/FieldEditor.h"
#include "ui/pages/new_run/FieldRow.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace config = engine::config;

BlockForm::BlockForm(FormContext& context, QWidget* parent) : QWidget(parent), m_context(context), m_layout(new QVBoxLayout), m_strangerLayout(new QVBoxLayout) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(gridStep / 2);
  m_layout->setSpacing(gridStep / 2);
  m_strangerLayout->setSpacing(gridStep / 2);
  layout->addLayout(m_layout);
  layout->addLayout(m_strangerLayout);
}

void BlockForm::present(const config::BlockView& block) {
  m_block = block;
  std::size_t at = 0;
  for (config::FieldView field : block.fields) {
    if (!field.applies && !field.written) continue;
    if (const auto offer = m_context.offers.find(field.key); offer != m_context.offers.end()) field.choices = offer->second;
    // Rows that are still wanted keep their editor, and so the keyboard and what is being typed.
    const auto same = std::find_if(m_rows.begin() + static_cast<std::ptrdiff_t>(at), m_rows.end(), [&](const FieldRow* row) { return sameEditor(row->field(), field); });
    if (same == m_rows.end()) {
      FieldRow* row = makeRow(field);
      m_rows.insert(m_rows.begin() + static_cast<std::ptrdiff_t>(at), row);
      m_layout->insertWidget(static_cast<int>(at), row);
    } else {
      const auto first = m_rows.begin() + static_cast<std::ptrdiff_t>(at);
      std::for_each(first, same, [](FieldRow* row) { delete row; });
      m_rows.erase(first, same);
      m_rows[at]->present(field);
    }
    ++at;
  }
  std::for_each(m_rows.begin() + static_cast<std::ptrdiff_t>(at), m_rows.end(), [](FieldRow* row) { delete row; });
  m_rows.resize(at);
  showStrangers(block);
}

FieldRow* BlockForm::makeRow(const config::FieldView& field) {
  auto* row = new FieldRow(m_context, field, this);
  // A row's own edit may end it (another type): its sender must not be gone before it returns.
  connect(row, &FieldRow::edited, this, [this, row](const engine::schema::Value& value) { edit(row->field(), value); });
  return row;
}

void BlockForm::edit(const config::FieldView& field, const engine::schema::Value& value) {
  if (field.is_type) chooseType(m_context.document, m_block, value, config::catalog());
  else setField(m_context.document, field, value);
}

BlockForm::Stranger BlockForm::makeStranger(const config::UnknownKey& key) {
  Stranger stranger;
  stranger.row = new QWidget(this);
  stranger.text = key.text;
  auto* layout = new QGridLayout(stranger.row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setHorizontalSpacing(gridStep);
  layout->setVerticalSpacing(gridStep / 4);
  layout->setColumnStretch(0, 2);
  layout->setColumnStretch(1, 3);
  auto* name = new QLabel(QString::fromStdString(key.name), stranger.row);
  auto* value = new QLabel(QString::fromStdString(key.text), stranger.row);
  name->setMinimumWidth(11 * gridStep);
  for (QLabel* label : {name, value}) {
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
  }
  stranger.mistakes = new MistakeLabel(m_context, stranger.row);
  stranger.mistakes->setObjectName(QStringLiteral("error:") + QString::fromStdString(key.key));
  layout->addWidget(name, 0, 0);
  layout->addWidget(value, 0, 1);
  if (key.removable) {
    auto* remove = new QToolButton(stranger.row);
    remove->setObjectName(QStringLiteral("reset:") + QString::fromStdString(key.key));
    remove->setIcon(icon(QStringLiteral("trash")));
    remove->setAutoRaise(true);
    remove->setToolTip(tr("Remove this key"));
    remove->setAccessibleName(tr("Remove %1").arg(name->text()));
    connect(remove, &QToolButton::clicked, this, [this, removed = key.key] { resetField(m_context.document, removed); });
    layout->addWidget(remove, 0, 2);
  }
  layout->addWidget(stranger.mistakes, 1, 1, 1, 2);
  m_strangerLayout->addWidget(stranger.row);
  return stranger;
}

void BlockForm::showStrangers(const config::BlockView& block) {
  std::erase_if(m_strangers, [&](const auto& entry) {
    const bool stays = std::any_of(block.unknown.begin(), block.unknown.end(), [&](const config::UnknownKey& key) { return key.key == entry.first && key.text == entry.second.text; });
    if (!stays) delete entry.second.row;
    return !stays;
  });
  for (const config::UnknownKey& key : block.unknown) {
    auto found = m_strangers.find(key.key);
    if (found == m_strangers.end()) found = m_strangers.emplace(key.key, makeStranger(key)).first;
    found->second.mistakes->present({key.key});
  }
}

QWidget* BlockForm::input(const std::string& key) const {
  for (const FieldRow* row : m_rows) {
    if (row->field().key == key) return row->input();
  }
  const auto found = m_strangers.find(key);
  return found == m_strangers.end() ? nullptr : found->second.row;
}

QWidget* BlockForm::firstInput() const { return m_rows.empty() ? nullptr : m_rows.front()->input(); }

}  // namespace lockstep::ui
