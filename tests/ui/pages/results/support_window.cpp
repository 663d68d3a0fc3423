#include "support_window.h"

#include <QApplication>
#include <fstream>
#include <sstream>

#include "ui/pages/results/RunTabs.h"
#include "ui/widgets/Theme.h"

namespace fs = std::filesystem;

namespace lockstep::ui::test {

Workshop::Workshop() {
  qputenv("XDG_CACHE_HOME", m_folder.filePath(QStringLiteral("cache")).toUtf8());
  qputenv("LOCKSTEP_RESOURCES", LOCKSTEP_SOURCE_DIR "/resources");
  qputenv("LOCKSTEP_DATASETS", LOCKSTEP_SOURCE_DIR "/resources/datasets");
  m_project = std::make_unique<tracking::Project>(projectFolder());
}

fs::path Workshop::write(std::string_view name, std::string_view text) const {
  const fs::path file = path(name);
  fs::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (!out.flush()) throw std::runtime_error("can't write " + file.string());
  return file;
}

tracking::SessionResult Workshop::train(const std::string& config, const std::string& name) {
  tracking::TrainRequest request;
  request.source = {config, path("config.toml")};
  request.code_folder = path("");
  request.name = name;
  request.threads = 1;
  tracking::SessionListener listener;
  tracking::SessionResult result = tracking::train_run(*m_project, request, listener);
  if (result.error) std::rethrow_exception(result.error);
  return result;
}

tracking::SessionResult Workshop::trainDigits(int epochs) {
  std::ifstream file(LOCKSTEP_SOURCE_DIR "/resources/presets/digits-mlp.toml");
  std::stringstream text;
  text << file.rdbuf();
  std::string config = text.str();
  const std::size_t at = config.find("epochs = ");
  config.replace(at, config.find('\n', at) - at, "epochs = " + std::to_string(epochs));
  return train(config);
}

RunWindow::RunWindow(const fs::path& project, const std::string& run) : m_feed(project), m_sessions(project, QStringLiteral("lockstep")), m_tabs(new QTabWidget) {
  addRunTabs(*m_tabs, {m_feed, m_sessions}, run);
  m_window.setCentralWidget(m_tabs);
  m_window.resize(1280, 800);
  m_window.show();
  m_window.activateWindow();
  if (!QTest::qWaitForWindowActive(&m_window)) qFatal("the window is not active");
}

void RunWindow::open(const char* tab) { m_tabs->setCurrentWidget(find<QWidget>(tab)); }

void RunWindow::picture(const QString& name) {
  const QString folder = qEnvironmentVariable("LOCKSTEP_SCREENSHOTS");
  if (folder.isEmpty()) return;
  for (const Theme theme : {Theme::light, Theme::dark}) {
    applyTheme(*qApp, theme);
    QTest::qWait(50);
    m_window.grab().save(QStringLiteral("%1/%2-%3.png").arg(folder, name, theme == Theme::light ? QStringLiteral("light") : QStringLiteral("dark")));
  }
}

std::string planeCsv(int rows) {
  std::string out = "x,y,z\n";
  for (int i = 0; i < rows; ++i) {
    const double x = ((i * 37) % 41) / 41.0;
    const double y = ((i * 53) % 43) / 43.0;
    out += std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(2 * x - y + 0.25 * x * y) + "\n";
  }
  return out;
}

std::string planeConfig() {
  return "config_version = 1\n[run]\nname = \"plane\"\n[data]\nkind = \"csv\"\npath = \"plane.csv\"\ntarget = \"z\"\nvalidation_fraction = 0.1\n"
         "test_fraction = 0.5\nbatch_size = 10\n[[model.layers]]\ntype = \"Linear\"\nout_features = 8\n[[model.layers]]\ntype = \"ReLU\"\n"
         "[[model.layers]]\ntype = \"Linear\"\nout_features = 1\n"
         "[optimizer]\ntype = \"Adam\"\nlearning_rate = 0.02\n[train]\nepochs = 20\n";
}

}  // namespace lockstep::ui::test
