#include "ui/pages/new_run/ListForm.h"

#include <QApplication>
#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

#include "engine/config/catalog/catalog.h"
#include "ui/pages/new_run/BlockForm.h"
#include "ui/pages/new_run/FieldRow.h"
#include "ui/pages/new_run/FieldText.h"
#include "ui/pages/new_run/TypeChooser.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Text.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace config = engine::config;

ItemCard::ItemCard(FormContext& context, std::string list, std::size_t index, QWidget* parent)
    : QFrame(parent), m_context(context), m_list(std::move(list)), m_index(index), m_title(new QToolButton(this)), m_summary(new QLabel(this)) {
  setFrameShape(QFrame::StyledPanel);
  const QString key = QString::fromStdString(m_list + "." + std::to_string(index));
  setObjectName(QStringLiteral("item:") + key);
  m_title->setObjectName(QStringLiteral("open:") + key);
  m_title->setAutoRaise(true);
  m_title->setCheckable(true);
  m_title->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_title->setArrowType(Qt::RightArrow);
  m_summary->setTextFormat(Qt::PlainText);
  m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // cut, rather than widening the form
  m_summary->setForegroundRole(QPalette::PlaceholderText);
  m_up = makeButton(QStringLiteral("up"), QStringLiteral("up"), tr("Move up (Alt+Up)"));
  m_down = makeButton(QStringLiteral("down"), QStringLiteral("down"), tr("Move down (Alt+Down)"));
  QToolButton* copy = makeButton(QStringLiteral("duplicate"), QStringLiteral("duplicate"), tr("Duplicate (Ctrl+D)"));
  QToolButton* remove = makeButton(QStringLiteral("remove"), QStringLiteral("trash"), tr("Remove (Ctrl+Shift+Backspace)"));
  m_mistakes = new MistakeLabel(context, this);
  m_mistakes->setObjectName(QStringLiteral("error:") + key);
  auto* head = new QHBoxLayout;
  head->setSpacing(gridStep / 2);
  head->addWidget(m_title);
  head->addWidget(m_summary, 1);
  for (QToolButton* button : {m_up, m_down, copy, remove}) head->addWidget(button);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(gridStep / 2, gridStep / 4, gridStep / 2, gridStep / 4);
  layout->setSpacing(gridStep / 2);
  layout->addLayout(head);
  layout->addWidget(m_mistakes);
  connect(m_title, &QToolButton::toggled, this, [this](bool open) {
    setOpen(open);
    emit opened(open);
  });
  connect(m_up, &QToolButton::clicked, this, [this] { emit moved(-1); });
  connect(m_down, &QToolButton::clicked, this, [this] { emit moved(1); });
  connect(copy, &QToolButton::clicked, this, &ItemCard::duplicated);
  connect(remove, &QToolButton::clicked, this, &ItemCard::removed);
}

QToolButton* ItemCard::makeButton(const QString& what, const QString& iconName, const QString& tip) {
  auto* button = new QToolButton(this);
  button->setObjectName(what + QLatin1Char(':') + QString::fromStdString(m_list + "." + std::to_string(m_index)));
  button->setIcon(icon(iconName));
  button->setAutoRaise(true);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  return button;
}

/// What was set, in one line: "out_channels 48 · kernel_size 3".
QString ItemCard::summary() const {
  QStringList parts;
  for (const config::FieldView& field : m_block->fields) {
    if (!field.written || field.is_type || field.name == "name") continue;
    parts << QStringLiteral("%1 %2").arg(QString::fromStdString(field.name), shownText(field));
  }
  return parts.join(QStringLiteral(" · "));
}

bool ItemCard::isWrong() const {
  if (m_context.mistakes.contains(m_block->key)) return true;
  const auto after = m_context.mistakes.lower_bound(m_block->key + ".");
  return after != m_context.mistakes.end() && after->first.starts_with(m_block->key + ".");
}

void ItemCard::present(const config::BlockView& block, std::size_t count) {
  m_block = std::make_shared<const config::BlockView>(block);
  QString name;
  for (const config::FieldView& field : block.fields) {
    if (field.name == "name" && field.written) name = shownText(field);
  }
  QString title = block.section->family == config::Family::none ? tr("Group %1").arg(m_index) : QStringLiteral("%1  %2").arg(m_index).arg(QString::fromStdString(block.type));
  if (!name.isEmpty()) title += QStringLiteral("  “%1”").arg(name);
  if (isWrong()) title = QStringLiteral("✗ ") + title;
  if (m_title->text() != title) m_title->setText(title);
  m_title->setAccessibleName(title);
  m_title->setToolTip(block.spec != nullptr ? schemaText(block.spec->help) : QString());
  m_summary->setText(isOpen() ? QString() : summary());
  m_summary->setToolTip(m_summary->text());
  m_up->setEnabled(m_index > 0);
  m_down->setEnabled(m_index + 1 < count);
  m_mistakes->present({block.key});
  if (isOpen()) m_form->present(block);
}

void ItemCard::setOpen(bool open) {
  m_open = open;
  if (open && m_form == nullptr) {
    m_form = new BlockForm(m_context, this);
    m_form->setContentsMargins(gridStep, 0, 0, gridStep / 2);
    layout()->addWidget(m_form);
  }
  if (m_form != nullptr) m_form->setVisible(open);
  m_title->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
  m_title->setChecked(open);
  if (m_block == nullptr) return;
  if (open) m_form->present(*m_block);
  m_summary->setText(open ? QString() : summary());
}

ListForm::ListForm(FormContext& context, const config::Section& section, QWidget* parent)
    : QWidget(parent), m_context(context), m_section(section), m_layout(new QVBoxLayout), m_add(new QPushButton(icon(QStringLiteral("plus")), {}, this)) {
  m_add->setObjectName(QStringLiteral("add:") + QString::fromUtf8(section.path.data(), static_cast<qsizetype>(section.path.size())));
  m_add->setText(section.family == config::Family::layer     ? tr("Add a layer…")
                 : section.family == config::Family::augment ? tr("Add an augmentation…")
                 : section.family == config::Family::none    ? tr("Add a group")
                                                              : tr("Add…"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(gridStep / 2);
  m_layout->setSpacing(gridStep / 2);
  layout->addLayout(m_layout);
  layout->addWidget(m_add, 0, Qt::AlignLeft);
  connect(m_add, &QPushButton::clicked, this, &ListForm::add);
}

ItemCard* ListForm::makeCard(std::size_t index) {
  auto* card = new ItemCard(m_context, std::string(m_section.path), index, this);
  const int at = static_cast<int>(index);
  connect(card, &ItemCard::opened, this, [this, index](bool open) {
    if (index < m_open.size()) m_open[index] = open;  // else it is about to go
  });
  connect(card, &ItemCard::moved, this, [this, at](int by) { move(at, by); });
  connect(card, &ItemCard::duplicated, this, [this, at] { duplicate(at); });
  connect(card, &ItemCard::removed, this, [this, at] { remove(at); });
  m_layout->addWidget(card);
  return card;
}

void ListForm::present(const std::vector<const config::BlockView*>& items) {
  while (m_cards.size() > items.size()) {
    delete m_cards.back();
    m_cards.pop_back();
  }
  m_open.resize(items.size(), false);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i == m_cards.size()) m_cards.push_back(makeCard(i));
    m_cards[i]->present(*items[i], items.size());
    if (m_cards[i]->isOpen() != m_open[i]) m_cards[i]->setOpen(m_open[i]);
  }
  if (m_wanted >= 0 && m_wanted < static_cast<int>(m_cards.size())) focusItem(std::exchange(m_wanted, -1));
}

void ListForm::focusItem(int index) {
  ItemCard* card = m_cards[static_cast<std::size_t>(index)];
  if (card->isOpen()) {
    if (QWidget* input = card->form()->firstInput()) input->setFocus();
  } else {
    card->findChild<QToolButton*>(QStringLiteral("open:") + card->objectName().mid(5))->setFocus();
  }
  m_context.revealed(card);
}

QWidget* ListForm::input(const std::string& key) {
  const std::string prefix = std::string(m_section.path) + ".";
  if (!key.starts_with(prefix)) return key == m_section.path ? m_add : nullptr;
  const auto index = static_cast<std::size_t>(std::strtoul(key.c_str() + prefix.size(), nullptr, 10));
  if (index >= m_cards.size()) return nullptr;
  m_open[index] = true;
  m_cards[index]->setOpen(true);
  QWidget* found = m_cards[index]->form()->input(key);
  return found != nullptr ? found : m_cards[index];
}

int ListForm::current() const {
  const QWidget* focus = QApplication::focusWidget();
  for (std::size_t i = 0; i < m_cards.size(); ++i) {
    if (focus != nullptr && m_cards[i]->isAncestorOf(focus)) return static_cast<int>(i);
  }
  return -1;
}

bool ListForm::isThere(int index) const { return index >= 0 && index < static_cast<int>(m_open.size()); }

void ListForm::move(int index, int by) {
  const int to = index + by;
  if (!isThere(index) || !isThere(to)) return;
  const auto a = static_cast<std::size_t>(index);
  const auto b = static_cast<std::size_t>(to);
  const bool swapped = m_open[a];
  m_open[a] = m_open[b];
  m_open[b] = swapped;
  m_wanted = to;
  moveItem(m_context.document, m_section.path, a, b);
}

void ListForm::duplicate(int index) {
  if (!isThere(index)) return;
  m_open.insert(m_open.begin() + index + 1, true);
  m_wanted = index + 1;
  duplicateItem(m_context.document, m_section.path, static_cast<std::size_t>(index));
}

void ListForm::remove(int index) {
  if (!isThere(index)) return;
  m_open.erase(m_open.begin() + index);
  m_wanted = std::min(index, static_cast<int>(m_cards.size()) - 2);
  removeItem(m_context.document, m_section.path, static_cast<std::size_t>(index));
}

void ListForm::add() {
  if (m_section.family == config::Family::none) {
    insert({});
    return;
  }
  std::vector<config::Choice> types;
  for (const auto& spec : config::type_specs(config::catalog(), m_section.family)) types.push_back({std::string(spec.name), spec.help});
  auto* chooser = new TypeChooser(types, this);
  connect(chooser, &TypeChooser::chosen, this, [this](const QString& type) { insert(type.toStdString()); });
  chooser->popUp(*m_add);
}

void ListForm::insert(const std::string& type) {
  // After the one that has the keyboard would surprise whoever clicks the button below the last.
  const std::size_t at = m_cards.size();
  m_open.resize(at, false);
  m_open.push_back(true);
  m_wanted = static_cast<int>(at);
  insertItem(m_context.document, m_section.path, at, type);
}

}  // namespace lockstep::ui
