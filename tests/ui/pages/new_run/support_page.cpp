#include "tests/ui/pages/new_run/support_page.h"

#include <QComboBox>
#include <QStandardPaths>
#include <QTranslator>

#include "ui/widgets/Theme.h"

namespace lockstep::ui {

void prepareEnvironment() {
  qputenv("LOCKSTEP_RESOURCES", LOCKSTEP_SOURCE_DIR "/resources");
  qputenv("LOCKSTEP_DATASETS", LOCKSTEP_SOURCE_DIR "/resources/datasets");
  QStandardPaths::setTestModeEnabled(true);
  QCoreApplication::setOrganizationName(QStringLiteral("lockstep-tests"));
  QCoreApplication::setApplicationName(QStringLiteral("new_run"));
  applyTheme(*qApp, Theme::light);
  // For pictures in another language; the tests themselves read English.
  if (const QString language = qEnvironmentVariable("LOCKSTEP_PICTURES_LANGUAGE"); !language.isEmpty()) {
    auto* translator = new QTranslator(qApp);
    if (translator->load(QStringLiteral(":/i18n/lockstep_") + language)) QCoreApplication::installTranslator(translator);
  }
}

Desk::Desk()
    : feed(std::make_unique<ProjectFeed>((folder.path() + QStringLiteral("/projekt ü")).toStdString())),
      sessions(std::make_unique<Sessions>(feed->folder(), QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep"))),
      page(std::make_unique<NewRunPage>(PageContext{*feed, *sessions})) {
  page->resize(1240, 760);
  page->show();
  static_cast<void>(QTest::qWaitForWindowExposed(page.get()));
  waitForCheck();
}

Desk::~Desk() {
  page.reset();
  sessions.reset();
}

void Desk::waitForCheck() {
  if (!document().isChecked()) document().checkNow();  // nobody types on
  QTRY_VERIFY_WITH_TIMEOUT(document().isChecked(), 10'000);
}

void Desk::waitForPlan() {
  waitForCheck();
  QTRY_VERIFY2_WITH_TIMEOUT(page->isPlanned(), qPrintable(find<QLabel>("planState")->text()), 30'000);
}

void Desk::setText(const QString& text) {
  document().begin(text, {});
  waitForCheck();
}

QString Desk::errorOf(const std::string& key) const {
  const auto* label = find<QLabel>("error:" + key);
  return label == nullptr || label->isHidden() ? QString() : label->text();
}

void Desk::type(const std::string& key, const QString& text) {
  auto* line = find<QLineEdit>(key);
  QVERIFY2(line != nullptr, key.c_str());
  line->setFocus();
  line->selectAll();
  QTest::keyClick(line, Qt::Key_Delete);
  for (const QChar c : text) QTest::sendKeyEvent(QTest::Click, line, Qt::Key_unknown, QString(c), Qt::NoModifier);
  waitForCheck();
}

void Desk::click(const std::string& name) {
  QTRY_VERIFY2(find<QAbstractButton>(name) != nullptr && find<QAbstractButton>(name)->isVisible() && find<QAbstractButton>(name)->isEnabled(), name.c_str());
  auto* button = find<QAbstractButton>(name);
  QTest::mouseClick(button, Qt::LeftButton);
  waitForCheck();
}

void Desk::chooseIn(const std::string& key, const QString& value) {
  auto* list = find<QComboBox>(key);
  QVERIFY2(list != nullptr, key.c_str());
  list->setFocus();
  const int wanted = list->findData(value);
  QVERIFY2(wanted > 0, qPrintable(value));
  while (list->currentIndex() < wanted) QTest::keyClick(list, Qt::Key_Down);
  while (list->currentIndex() > wanted) QTest::keyClick(list, Qt::Key_Up);
  waitForCheck();
}

void Desk::picture(const QString& name) {
  const QString to = qEnvironmentVariable("LOCKSTEP_SCREENSHOTS");
  if (to.isEmpty()) return;
  for (const Theme theme : {Theme::light, Theme::dark}) {
    applyTheme(*qApp, theme);
    QCoreApplication::processEvents();
    page->grab().save(QStringLiteral("%1/%2-%3.png").arg(to, name, theme == Theme::light ? QStringLiteral("light") : QStringLiteral("dark")));
  }
  applyTheme(*qApp, Theme::light);
}

}  // namespace lockstep::ui
