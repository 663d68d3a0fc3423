#include "support_window.h"

#include <QSettings>
#include <QStandardPaths>
#include <QStackedWidget>

#include "ui/pages/new_run/NewRunPage.h"

namespace lockstep::test {

void prepare_environment() {
  static QTemporaryDir home;
  for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"}) qputenv(name, home.path().toUtf8());
  qputenv("LOCKSTEP_RESOURCES", LOCKSTEP_SOURCE_DIR "/resources");
  qputenv("LOCKSTEP_DATASETS", LOCKSTEP_SOURCE_DIR "/resources/datasets");
  QCoreApplication::setOrganizationName(QStringLiteral("lockstep-test"));
  QCoreApplication::setApplicationName(QStringLiteral("lockstep-test"));
  QSettings().clear();
}

QString program() { return QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep"); }

Desk::Desk(bool project) : project_(project) { restart(); }
Desk::~Desk() = default;

void Desk::restart() {
  window_.reset();
  window_ = std::make_unique<ui::MainWindow>(program());
  window_->resize(1280, 800);
  if (project_) window_->openProject(folder(), true);
  window_->show();
  QVERIFY(QTest::qWaitForWindowActive(window_.get()));
}

void Desk::click(const char* name) const {
  const auto ready = [&] {
    const auto* button = find<QAbstractButton>(name);
    return button != nullptr && button->isVisible() && button->isEnabled();
  };
  QTRY_VERIFY2(ready(), name);
  QTest::mouseClick(find<QAbstractButton>(name), Qt::LeftButton);
}

void Desk::act(const char* name) const {
  auto* action = find<QAction>(name);
  QVERIFY2(action != nullptr, name);
  QTRY_VERIFY2(action->isEnabled(), name);
  action->trigger();
}

tracking::RunSummary Desk::last_run() const {
  const auto runs = open_project().runs();
  return runs.empty() ? tracking::RunSummary() : runs.back();
}

void Desk::write_config(const QString& text, const QString& path) const {
  auto* page = window_->findChild<ui::NewRunPage*>();
  page->open(text, path);
  window_->showNewRun();
}

QString digits_config(const QString& folder, int epochs, const QString& path) {
  QFile::copy(QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/datasets/digits/digits.csv.gz"), folder + QStringLiteral("/digits.csv.gz"));
  return QStringLiteral("# my digits\n[run]\nname = \"mine\"\n\n[data]\nkind = \"csv\"\npath = \"%1\"\nheader = false\nvalidation_fraction = 0.2\nbatch_size = 16\n\n"
                        "[[model.layers]]\ntype = \"Linear\"\nout_features = 64\n\n[[model.layers]]\ntype = \"ReLU\"\n\n[[model.layers]]\ntype = \"Dropout\"\n\n[[model.layers]]\ntype = \"Linear\"\nout_features = 10\n\n"
                        "[optimizer]\ntype = \"AdamW\"\nlearning_rate = 0.001\n\n[train]\nepochs = %2\n")
      .arg(path)
      .arg(epochs);
}

Heartbeat::Heartbeat() {
  timer_.setTimerType(Qt::PreciseTimer);
  QObject::connect(&timer_, &QTimer::timeout, &timer_, [this] {
    largest_ = std::max(largest_, since_.elapsed());
    since_.restart();
  });
  since_.start();
  timer_.start(10);
}

}  // namespace lockstep::test
