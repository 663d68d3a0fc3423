#include "ui/pages/new_run/SchemaForm.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <algorithm>

#include "ui/pages/new_run/ConfigDocument.h"
#include "ui/pages/new_run/ListForm.h"
#include "ui/pages/new_run/SectionBox.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace config = engine::config;

namespace {

/// Whether some part of the form shows the mistakes of this key.
bool hasHome(const config::View& view, const std::string& key) {
  if (key.empty()) return false;
  for (const config::BlockView& block : view.blocks) {
    if (block.key == key || block.section->path == key) return true;
    if (std::any_of(block.fields.begin(), block.fields.end(), [&](const config::FieldView& f) { return f.key == key && (f.applies || f.written); })) return true;
    if (std::any_of(block.unknown.begin(), block.unknown.end(), [&](const config::UnknownKey& k) { return k.key == key; })) return true;
  }
  const auto sections = config::sections();
  return std::any_of(sections.begin(), sections.end(), [&](const config::Section& s) { return s.path == key; });
}

void collectInputs(QLayout& layout, std::vector<QWidget*>& out) {
  for (int i = 0; i < layout.count(); ++i) {
    QLayoutItem* item = layout.itemAt(i);
    if (item->layout() != nullptr) collectInputs(*item->layout(), out);
    QWidget* widget = item->widget();
    // What was just made is hidden too, until it is first shown.
    if (widget == nullptr || (widget->isHidden() && widget->testAttribute(Qt::WA_WState_ExplicitShowHide))) continue;
    if ((widget->focusPolicy() & Qt::TabFocus) != 0 && widget->focusProxy() == nullptr) out.push_back(widget);
    if (widget->layout() != nullptr) collectInputs(*widget->layout(), out);
  }
}

}  // namespace

SchemaForm::SchemaForm(ConfigDocument& document, QWidget* parent)
    : QWidget(parent),
      m_context{document},
      m_top(new QLabel(this)),
      m_helpTitle(new QLabel(this)),
      m_help(new QLabel(this)),
      m_scroll(new QScrollArea(this)),
      m_content(new QWidget),
      m_layout(new QVBoxLayout(m_content)) {
  setObjectName(QStringLiteral("schemaForm"));
  m_context.placeWanted = [this](const Mistake& mistake) { emit placeWanted(mistake); };
  m_context.described = [this](const QString& title, const QString& help) {
    m_helpTitle->setText(title);
    m_help->setText(help);
  };
  m_context.revealed = [this](QWidget* part) { reveal(part); };
  m_revealing.setSingleShot(true);
  m_revealing.setInterval(500);
  m_top->setObjectName(QStringLiteral("formMistakes"));
  m_top->setWordWrap(true);
  m_top->setTextFormat(Qt::RichText);
  m_top->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  m_top->setContentsMargins(gridStep, gridStep / 2, gridStep, gridStep / 2);
  m_top->hide();
  connect(m_top, &QLabel::linkActivated, this, [this](const QString& link) {
    const auto at = static_cast<std::size_t>(link.toULong());
    if (at < m_homeless.size()) emit placeWanted(m_homeless[at]);
  });
  m_layout->setContentsMargins(gridStep, gridStep, gridStep, gridStep);
  m_layout->setSpacing(gridStep);
  std::vector<const config::Section*> order;
  for (const config::Section& section : config::sections()) order.push_back(&section);
  std::rotate(order.begin(), order.begin() + 1, order.end());  // the document's own keys matter least
  for (const config::Section* section : order) {
    m_boxes.push_back(new SectionBox(m_context, *section, m_content));
    m_layout->addWidget(m_boxes.back());
  }
  m_layout->addStretch();
  m_scroll->setObjectName(QStringLiteral("formScroll"));
  m_scroll->setAccessibleName(tr("The config as a form"));
  m_scroll->setWidget(m_content);
  m_scroll->setWidgetResizable(true);
  m_content->installEventFilter(this);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->setFocusPolicy(Qt::NoFocus);
  QFont bold = m_helpTitle->font();
  bold.setBold(true);
  m_helpTitle->setFont(bold);
  m_help->setWordWrap(true);
  m_help->setForegroundRole(QPalette::PlaceholderText);
  m_help->setObjectName(QStringLiteral("fieldHelp"));
  m_help->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  m_help->setFixedHeight(3 * m_help->fontMetrics().lineSpacing());
  m_help->setText(tr("What a field is for and what it takes is told here."));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(gridStep / 2);
  layout->addWidget(m_top);
  layout->addWidget(m_scroll, 1);
  layout->addWidget(m_helpTitle);
  layout->addWidget(m_help);
  setMinimumWidth(38 * gridStep);
}

void SchemaForm::present(const Checked& checked, const std::vector<Mistake>& further) {
  m_context.mistakes.clear();
  for (const auto* list : {&checked.mistakes, &further}) {
    for (const Mistake& mistake : *list) m_context.mistakes.emplace(mistake.key, mistake);
  }
  if (checked.view != nullptr) m_view = checked.view;
  m_content->setEnabled(checked.view != nullptr);  // without a tree there is no place for an edit
  refresh();
}

void SchemaForm::setResolved(std::map<std::string, engine::schema::Value> resolved) {
  m_context.resolved = std::move(resolved);
  // What is written is no default: it must not stand there as one once it is gone from the text.
  for (std::size_t i = 0; m_view != nullptr && i < m_view->blocks.size(); ++i) {
    for (const config::FieldView& field : m_view->blocks[i].fields) {
      if (field.written) m_context.resolved.erase(field.key);
    }
  }
  refresh();
}

void SchemaForm::setNote(const std::string& key, const QString& words) {
  m_context.notes[key] = words;
  refresh();
}

void SchemaForm::setOffer(const std::string& key, std::vector<config::Choice> choices) {
  m_context.offers[key] = std::move(choices);
  refresh();
}

void SchemaForm::refresh() {
  if (m_view == nullptr) {
    showTop();
    return;
  }
  m_refreshing = true;
  for (SectionBox* box : m_boxes) box->present(*m_view);
  m_refreshing = false;
  orderTabs();
  showTop();
}

/// From top to bottom, whatever was made first.
void SchemaForm::orderTabs() {
  std::vector<QWidget*> inputs;
  collectInputs(*m_layout, inputs);
  if (inputs == m_tabs) return;
  for (std::size_t i = 1; i < inputs.size(); ++i) setTabOrder(inputs[i - 1], inputs[i]);
  m_tabs = std::move(inputs);
  setFocusProxy(m_tabs.empty() ? nullptr : m_tabs.front());
}

void SchemaForm::showTop() {
  m_homeless.clear();
  QStringList lines;
  for (const auto& [key, mistake] : m_context.mistakes) {
    if (m_content->isEnabled() && m_view != nullptr && hasHome(*m_view, key)) continue;
    QPalette colours;
    lines << QStringLiteral("<a href=\"%1\" style=\"color:%2\">✗ %3</a>").arg(m_homeless.size()).arg(toneColour(Tone::bad, colours).name(), withPlace(mistake).toHtmlEscaped());
    m_homeless.push_back(mistake);
  }
  m_top->setText(lines.join(QStringLiteral("<br>")));
  m_top->setVisible(!lines.isEmpty());
}

QWidget* SchemaForm::inputOf(const std::string& key) const {
  // The innermost section that could hold it first: model.layers before model.
  const SectionBox* best = nullptr;
  for (SectionBox* box : m_boxes) {
    const std::string_view path = box->section().path;
    const bool holds = path.empty() || key == path || key.starts_with(std::string(path) + ".");
    if (holds && (best == nullptr || path.size() > best->section().path.size())) best = box;
  }
  return best == nullptr ? nullptr : const_cast<SectionBox*>(best)->input(key);
}

bool SchemaForm::goTo(const std::string& key) {
  if (!m_content->isEnabled()) return false;
  QWidget* input = inputOf(key);
  if (input == nullptr) return false;
  reveal(input);
  input->setFocus(Qt::OtherFocusReason);
  return true;
}

/// A part that was just made has its place after some turns of the layouts: it is followed that long.
void SchemaForm::reveal(QWidget* part) {
  m_revealed = part;
  m_revealing.start();
  m_layout->activate();
  m_scroll->ensureWidgetVisible(part, gridStep, 8 * gridStep);
}

bool SchemaForm::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_content && event->type() == QEvent::Resize && m_revealing.isActive() && m_revealed != nullptr) {
    QTimer::singleShot(0, m_revealed, [this] {
      if (m_revealed != nullptr) m_scroll->ensureWidgetVisible(m_revealed, gridStep, 8 * gridStep);
    });
  }
  return QWidget::eventFilter(watched, event);
}

void SchemaForm::moveCurrent(int by) {
  for (SectionBox* box : m_boxes) {
    if (box->list() != nullptr && box->list()->current() >= 0) return box->list()->move(box->list()->current(), by);
  }
}

void SchemaForm::duplicateCurrent() {
  for (SectionBox* box : m_boxes) {
    if (box->list() != nullptr && box->list()->current() >= 0) return box->list()->duplicate(box->list()->current());
  }
}

void SchemaForm::removeCurrent() {
  for (SectionBox* box : m_boxes) {
    if (box->list() != nullptr && box->list()->current() >= 0) return box->list()->remove(box->list()->current());
  }
}

void SchemaForm::addLayer() {
  for (SectionBox* box : m_boxes) {
    if (box->section().family != config::Family::layer) continue;
    m_scroll->ensureWidgetVisible(box->input(std::string(box->section().path)));
    box->list()->add();
  }
}

void SchemaForm::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && !m_refreshing) refresh();
}

}  // namespace lockstep::ui
