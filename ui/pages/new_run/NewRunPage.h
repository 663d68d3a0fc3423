// New run: one config, seen as a form, as its text, or both, beside what it will run; and the button that starts it.
#pragma once

#include <QTimer>
#include <memory>
#include <set>
#include <string>

#include "engine/backend/devices.h"
#include "ui/pages/new_run/Mistake.h"
#include "ui/widgets/Background.h"
#include "ui/widgets/Page.h"

class QAction;
class QLabel;
class QMenu;
class QPushButton;
class QSplitter;
class QToolButton;

namespace lockstep::engine::config {
struct Choice;
}

namespace lockstep::ui {

class ConfigDocument;
class DraftStore;
class MessageBar;
class PlanPanel;
class Planner;
class SchemaForm;
class TomlEditor;
struct RunPlan;

class NewRunPage : public Page {
  Q_OBJECT

 public:
  explicit NewRunPage(PageContext context, QWidget* parent = nullptr);
  ~NewRunPage() override;

  void saveState(QSettings& settings) const override;
  void restoreState(QSettings& settings) override;
  void takeFocus() override;

  /// Whether "What will run" is of the newest text.
  [[nodiscard]] bool isPlanned() const { return m_planned; }

 public slots:
  /// `path`: a file, "preset:NAME", or empty for a draft. What was here before comes back with undo.
  void open(const QString& text, const QString& path);
  void openFile(const QString& file);
  void openPreset(const QString& name);
  void start();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  enum class View { form, toml, both };

  void build();
  [[nodiscard]] QWidget* buildHeader();
  void addActions();
  void fillPresets();
  void findDevices();
  [[nodiscard]] static QString noteOf(const engine::DeviceReport& device);
  void setView(View view);

  void showChecked();
  void showPlan(const RunPlan& plan);
  void showTitle();
  /// Whether a run can start, and what stands in the way.
  void updateStart();
  [[nodiscard]] std::vector<Mistake> allMistakes() const;
  void goTo(const Mistake& mistake);
  void nextMistake();

  void chooseFile();
  void newDraft();
  void save();
  void saveAs();
  void saveTo(const QString& file);
  [[nodiscard]] bool load(const QString& file, QString& text);
  void autosave();

  void created(const QString& run);
  void refusedToStart(const QString& reason);
  void lookForStarted();

  PageContext m_context;
  ConfigDocument* m_document;
  Planner* m_planner;
  std::unique_ptr<DraftStore> m_drafts;

  MessageBar* m_bar;
  QLabel* m_title = nullptr;
  QToolButton* m_presets = nullptr;
  QPushButton* m_check = nullptr;
  QAction* m_start = nullptr;
  QAction* m_views[3] = {};
  QSplitter* m_splitter = nullptr;
  SchemaForm* m_form = nullptr;
  TomlEditor* m_editor = nullptr;
  PlanPanel* m_panel = nullptr;

  View m_view = View::both;
  std::vector<Mistake> m_planMistakes;  ///< where the layers don't fit the data
  QString m_dataProblem;
  std::size_t m_mistake = 0;            ///< that nextMistake() goes to
  bool m_planned = false;
  bool m_starting = false;
  bool m_beside = false;                ///< in a process of its own, as one trains here already
  std::set<std::string> m_before;       ///< the runs that were there when a start was asked for
  QTimer m_autosave;
  struct Devices {
    std::vector<engine::DeviceReport> found;
    engine::DeviceChoice automatic;  ///< what "auto" takes
  };
  Background<Devices> m_devices;  // last: what it calls uses the others
};

}  // namespace lockstep::ui
