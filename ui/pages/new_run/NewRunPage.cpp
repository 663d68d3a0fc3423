#include "ui/pages/new_run/NewRunPage.h"

#include <QAction>
#include <QActionGroup>
#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QToolButton>
#include <algorithm>

#include "engine/backend/devices.h"
#include "engine/config/config.h"
#include "engine/config/view.h"
#include "tracking/recorder/places.h"
#include "ui/pages/new_run/ConfigDocument.h"
#include "ui/pages/new_run/DraftStore.h"
#include "ui/pages/new_run/PlanPanel.h"
#include "ui/pages/new_run/Planner.h"
#include "ui/pages/new_run/SchemaForm.h"
#include "ui/pages/new_run/TomlEditor.h"
#include "ui/project/ProjectFeed.h"
#include "ui/project/Sessions.h"
#include "ui/widgets/Actions.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/MessageBar.h"
#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {

constexpr int autosaveMs = 30'000;

}  // namespace

NewRunPage::NewRunPage(PageContext context, QWidget* parent)
    : Page(parent),
      m_context(context),
      m_document(new ConfigDocument(context.feed.folder(), this)),
      m_planner(new Planner(this)),
      m_drafts(std::make_unique<DraftStore>(QString::fromStdString(context.feed.folder().string()))),
      m_bar(new MessageBar(this)) {
  setObjectName(QStringLiteral("newRunPage"));
  setWindowTitle(tr("New run"));
  addActions();
  build();
  connect(m_document, &ConfigDocument::changed, this, [this] {
    m_planned = false;
    updateStart();
  });
  connect(m_document, &ConfigDocument::checked, this, &NewRunPage::showChecked);
  connect(m_document, &ConfigDocument::pathChanged, this, &NewRunPage::showTitle);
  connect(m_document, &ConfigDocument::refused, this, [this](const QString& reason) { m_bar->say(Tone::warning, reason); });
  connect(m_planner, &Planner::planned, this, &NewRunPage::showPlan);
  connect(m_planner, &Planner::begun, this, [this] {
    m_dataProblem.clear();
    updateStart();
  });
  connect(m_planner, &Planner::reading, m_panel, &PlanPanel::setReading);
  connect(m_planner, &Planner::cancelled, m_panel, &PlanPanel::setCancelled);
  connect(m_planner, &Planner::failed, this, [this](const QString& reason) {
    m_dataProblem = reason;
    m_panel->setFailed(reason);
    m_form->setResolved({});
    updateStart();
  });
  connect(m_panel, &PlanPanel::cancelWanted, m_planner, &Planner::cancel);
  connect(m_panel, &PlanPanel::readingWanted, m_planner, &Planner::again);
  connect(m_form, &SchemaForm::placeWanted, this, &NewRunPage::goTo);
  connect(&m_context.sessions, &Sessions::created, this, &NewRunPage::created);
  connect(&m_context.sessions, &Sessions::refused, this, &NewRunPage::refusedToStart);
  connect(&m_context.feed, &ProjectFeed::runsChanged, this, &NewRunPage::lookForStarted);
  connect(&m_autosave, &QTimer::timeout, this, &NewRunPage::autosave);
  m_autosave.setParent(this);
  m_autosave.setObjectName(QStringLiteral("autosave"));
  m_autosave.start(autosaveMs);
  findDevices();
  openPreset(QStringLiteral("digits-mlp"));
}

NewRunPage::~NewRunPage() = default;

void NewRunPage::build() {
  // In the order in which Tab goes through them.
  QWidget* header = buildHeader();
  m_form = new SchemaForm(*m_document, this);
  m_editor = new TomlEditor(*m_document, this);
  m_editor->setHistoryActions(findChild<QAction*>(QStringLiteral("undoConfig")), findChild<QAction*>(QStringLiteral("redoConfig")));
  m_panel = new PlanPanel(this);
  m_splitter = new QSplitter(Qt::Horizontal, this);
  m_splitter->setObjectName(QStringLiteral("newRunSplitter"));
  m_splitter->setChildrenCollapsible(false);
  m_splitter->addWidget(m_form);
  m_splitter->addWidget(m_editor);
  m_splitter->addWidget(m_panel);
  for (int i = 0; i < 3; ++i) m_splitter->setStretchFactor(i, 1);
  m_splitter->setSizes({400, 380, 400});
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(2 * gridStep, gridStep, 2 * gridStep, gridStep);
  layout->setSpacing(gridStep);
  layout->addWidget(header);
  layout->addWidget(m_bar);
  layout->addWidget(m_splitter, 1);
  setView(View::both);
}

QWidget* NewRunPage::buildHeader() {
  auto* header = new QWidget(this);
  m_title = new QLabel(header);
  m_title->setObjectName(QStringLiteral("configTitle"));
  m_title->setTextFormat(Qt::PlainText);
  m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  QFont big = m_title->font();
  big.setPointSizeF(big.pointSizeF() * 1.3);
  m_title->setFont(big);
  m_presets = new QToolButton(header);
  m_presets->setObjectName(QStringLiteral("presets"));
  m_presets->setText(tr("Preset"));
  m_presets->setAccessibleName(tr("Presets"));
  m_presets->setToolTip(tr("Put a preset in the place of this config; undo brings it back (Alt+P)"));
  m_presets->setPopupMode(QToolButton::InstantPopup);
  m_presets->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_presets->setMenu(new QMenu(m_presets));
  connect(m_presets->menu(), &QMenu::aboutToShow, this, &NewRunPage::fillPresets);
  fillPresets();
  m_check = new QPushButton(header);
  m_check->setObjectName(QStringLiteral("checkState"));
  m_check->setFlat(true);
  connect(m_check, &QPushButton::clicked, this, &NewRunPage::nextMistake);

  auto* layout = new QHBoxLayout(header);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(gridStep);
  layout->addWidget(m_title, 1);
  layout->addWidget(m_presets);
  for (const char* name : {"openConfig", "saveConfig"}) {
    auto* button = new QToolButton(header);
    button->setDefaultAction(findChild<QAction*>(QLatin1String(name)));
    button->setObjectName(QLatin1String(name) + QLatin1String("Button"));
    layout->addWidget(button);
  }
  layout->addSpacing(gridStep);
  auto* group = new QActionGroup(this);
  for (QAction* action : m_views) {
    group->addAction(action);
    auto* button = new QToolButton(header);
    button->setDefaultAction(action);
    button->setObjectName(action->objectName() + QLatin1String("Button"));
    // Which view is chosen must be seen in both themes.
    connect(action, &QAction::toggled, button, [button](bool on) {
      QPalette colours;
      if (on) {
        colours.setColor(QPalette::Button, colours.color(QPalette::Highlight));
        colours.setColor(QPalette::ButtonText, colours.color(QPalette::HighlightedText));
      }
      button->setPalette(colours);
    });
    layout->addWidget(button);
  }
  layout->addSpacing(gridStep);
  layout->addWidget(m_check);
  auto* startButton = buttonFor(*m_start, header, QStringLiteral("play"));
  startButton->setDefault(true);
  layout->addWidget(startButton);
  return header;
}

void NewRunPage::addActions() {
  const auto add = [this](const char* name, const QString& words, const QKeySequence& key, void (NewRunPage::*act)()) {
    return ui::addAction(*this, QLatin1String(name), words, key, [this, act] { (this->*act)(); });
  };
  m_start = add("startRun", tr("Start"), Qt::CTRL | Qt::Key_Return, &NewRunPage::start);
  QAction* undo = ui::addAction(*this, QStringLiteral("undoConfig"), tr("Undo"), QKeySequence::Undo, [this] { m_document->undo(); });
  QAction* redo = ui::addAction(*this, QStringLiteral("redoConfig"), tr("Redo"), QKeySequence::Redo, [this] { m_document->redo(); });
  const auto follow = [this](QAction* action, void (QTextDocument::*available)(bool)) {
    action->setEnabled(false);
    connect(&m_document->textDocument(), available, action, &QAction::setEnabled);
  };
  follow(undo, &QTextDocument::undoAvailable);
  follow(redo, &QTextDocument::redoAvailable);
  add("openConfig", tr("Open…"), Qt::CTRL | Qt::Key_O, &NewRunPage::chooseFile)->setIcon(icon(QStringLiteral("folder")));
  add("saveConfig", tr("Save"), Qt::CTRL | Qt::Key_S, &NewRunPage::save)->setIcon(icon(QStringLiteral("save")));
  add("saveConfigAs", tr("Save as…"), Qt::CTRL | Qt::SHIFT | Qt::Key_S, &NewRunPage::saveAs);
  add("newDraft", tr("New empty config"), Qt::CTRL | Qt::SHIFT | Qt::Key_N, &NewRunPage::newDraft);
  add("nextMistake", tr("Next mistake"), Qt::Key_F8, &NewRunPage::nextMistake);
  ui::addAction(*this, QStringLiteral("readData"), tr("Read the data again"), Qt::Key_F5, [this] { m_planner->again(); });
  ui::addAction(*this, QStringLiteral("choosePreset"), tr("Choose a preset…"), Qt::ALT | Qt::Key_P, [this] { m_presets->showMenu(); });
  ui::addAction(*this, QStringLiteral("addLayer"), tr("Add a layer…"), Qt::CTRL | Qt::SHIFT | Qt::Key_L, [this] { m_form->addLayer(); });
  ui::addAction(*this, QStringLiteral("moveItemUp"), tr("Move the layer or other item up"), Qt::ALT | Qt::Key_Up, [this] { m_form->moveCurrent(-1); });
  ui::addAction(*this, QStringLiteral("moveItemDown"), tr("Move the layer or other item down"), Qt::ALT | Qt::Key_Down, [this] { m_form->moveCurrent(1); });
  ui::addAction(*this, QStringLiteral("duplicateItem"), tr("Duplicate the layer or other item"), Qt::CTRL | Qt::Key_D, [this] { m_form->duplicateCurrent(); });
  ui::addAction(*this, QStringLiteral("removeItem"), tr("Remove the layer or other item"), Qt::CTRL | Qt::SHIFT | Qt::Key_Backspace, [this] { m_form->removeCurrent(); });
  m_views[0] = ui::addAction(*this, QStringLiteral("viewForm"), tr("Form"), Qt::ALT | Qt::Key_1, [this] { setView(View::form); });
  m_views[1] = ui::addAction(*this, QStringLiteral("viewToml"), tr("TOML"), Qt::ALT | Qt::Key_2, [this] { setView(View::toml); });
  m_views[2] = ui::addAction(*this, QStringLiteral("viewBoth"), tr("Both"), Qt::ALT | Qt::Key_3, [this] { setView(View::both); });
  for (QAction* action : m_views) action->setCheckable(true);
}

void NewRunPage::fillPresets() {
  QMenu* menu = m_presets->menu();
  menu->clear();
  for (const std::string& name : engine::config::list_presets(tracking::preset_folders())) {
    const QString preset = QString::fromStdString(name);
    menu->addAction(preset, this, [this, preset] { openPreset(preset); })->setObjectName(QStringLiteral("preset:") + preset);
  }
  if (menu->isEmpty()) menu->addAction(tr("No presets were found"))->setEnabled(false);
  menu->addSeparator();
  menu->addAction(findChild<QAction*>(QStringLiteral("newDraft")));
}

/// "auto" says which device it would take; where there is no GPU to choose, the reason stands below the choice.
void NewRunPage::findDevices() {
  m_devices.start([](const std::stop_token&) { return Devices{engine::list_devices(), engine::decide_device("auto")}; },
                  [this](const Background<Devices>::Outcome& outcome) {
                    if (!outcome.value) return;
                    std::vector<engine::config::Choice> choices{{"auto", {}, tr("auto → %1").arg(QString::fromStdString(engine::device_name(outcome.value->automatic.device))).toStdString()}};
                    QStringList notes;
                    for (const engine::DeviceReport& device : outcome.value->found) {
                      if (device.usable) choices.push_back({device.name, {}, device.capability.empty() ? std::string() : device.name + " · " + device.description});
                      if (const QString note = noteOf(device); !note.isEmpty()) notes << note;
                    }
                    // A GPU that is there and works may still be unwilling: full, or another's alone.
                    const bool hasGpu = std::any_of(outcome.value->found.begin(), outcome.value->found.end(), [](const engine::DeviceReport& one) { return !one.capability.empty(); });
                    if (const auto& why = outcome.value->automatic.why_no_gpu; why && hasGpu) notes << tr("auto takes the CPU: %1").arg(text(*why));
                    m_form->setOffer("run.device", std::move(choices));
                    m_form->setNote("run.device", notes.join(QLatin1Char('\n')));
                  });
}

QString NewRunPage::noteOf(const engine::DeviceReport& device) {
  const auto words = [](const std::string& text) { return text.empty() ? tr("unknown") : QString::fromStdString(text); };
  if (!device.usable) return tr("No GPU can be used: %1").arg(text(device.why));
  if (device.capability.empty()) return {};
  const engine::GpuSoftware& has = device.software;
  const QString memory = QLocale(QLocale::English).formattedDataSize(static_cast<qint64>(device.memory_bytes), 1, QLocale::DataSizeIecFormat);
  return tr("%1: %2, compute capability %3, driver %4, CUDA %5, cuDNN %6, cuBLAS %7")
      .arg(words(device.name), memory, words(device.capability), words(has.driver), words(has.cuda), words(has.cudnn), words(has.cublas));
}

void NewRunPage::setView(View view) {
  m_view = view;
  m_form->setVisible(view != View::toml);
  m_editor->setVisible(view != View::form);
  m_views[static_cast<int>(view)]->setChecked(true);
}

void NewRunPage::changeEvent(QEvent* event) {
  Page::changeEvent(event);
  if (event->type() != QEvent::PaletteChange || m_check == nullptr) return;
  updateStart();
  for (QAction* action : m_views) emit action->toggled(action->isChecked());  // their buttons' colours
}

void NewRunPage::takeFocus() {
  if (m_view == View::toml) m_editor->setFocus();
  else m_form->setFocus();
}

}  // namespace lockstep::ui
