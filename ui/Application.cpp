#include "ui/Application.h"

#include <QApplication>
#include <QFileInfo>
#include <QThreadPool>
#include <QTimer>
#include <algorithm>

#include "tracking/provenance/build_info.h"
#include "tracking/store/project.h"
#include "ui/MainWindow.h"
#include "ui/Preferences.h"
#include "ui/report/PdfWriter.h"

namespace lockstep::ui {

namespace {

void open(MainWindow& window, const QString& what) {
  if (what.isEmpty()) {
    const std::filesystem::path found = tracking::find_project(std::filesystem::current_path());
    if (std::filesystem::exists(found / tracking::catalogue_file)) window.openProject(QString::fromStdString(found.string()));
  } else if (what.startsWith(QLatin1String("preset:")) || QFileInfo(what).isFile()) {
    window.openConfig(what);
  } else {
    window.openProject(what, true);
  }
}

}  // namespace

bool hasDisplay() {
  return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") || qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

int runWindow(int argc, char** argv, const std::string& what, std::stop_token stop) {
  preparePrinting();
  QApplication application(argc, argv);
  QApplication::setOrganizationName(QStringLiteral("lockstep"));
  QApplication::setApplicationName(QStringLiteral("lockstep"));
  QApplication::setApplicationDisplayName(QStringLiteral("Lockstep"));
  QApplication::setApplicationVersion(QString::fromStdString(tracking::build_info().version));
  QApplication::setDesktopFileName(QStringLiteral("lockstep"));
  // Readers and renderers wait for the disk or for each other more than they compute: a long evaluation must not hold them up.
  QThreadPool::globalInstance()->setMaxThreadCount(std::max(4, QThread::idealThreadCount()));
  const Preferences preferences = Preferences::load();
  applyTheme(application, preferences.theme);
  applyLanguage(application, preferences.language);
  MainWindow window(QApplication::applicationFilePath());
  open(window, QString::fromStdString(what));
  window.show();
  // A signal's handler may do next to nothing: what it asked for is looked at here.
  QTimer signalled;
  QObject::connect(&signalled, &QTimer::timeout, &window, [&] {
    if (!stop.stop_requested()) return;
    signalled.stop();
    window.quitSoon();
  });
  signalled.start(100);
  return QApplication::exec();
}

}  // namespace lockstep::ui
