// The page as a whole: what it starts with, presets, files, what will run, and starting it.
#include "tests/ui/pages/new_run/support_page.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>

#include "engine/config/config.h"
#include "ui/pages/new_run/LayerTableModel.h"
#include "ui/pages/new_run/SampleTableModel.h"
#include "ui/widgets/MessageBar.h"

using namespace lockstep;
using namespace lockstep::ui;

class TestNewRunPage : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { prepareEnvironment(); }

  void beginsReadyToStart() {
    Desk desk;
    desk.waitForPlan();
    desk.picture(QStringLiteral("ready"));
    QCOMPARE(desk.document().path(), QStringLiteral("preset:digits-mlp"));
    QVERIFY(desk.find<QAction>("startRun")->isEnabled());
    QCOMPARE(desk.find<QLabel>("configTitle")->text(), QStringLiteral("digits-mlp (preset)"));
    // 1797 digits: 20 % test, 10 % validation.
    QCOMPARE(desk.find<QLabel>("planParts")->text(), QStringLiteral("1,257 train · 180 val · 360 test"));
    QVERIFY(desk.find("planPictures")->isVisible());
    QVERIFY(desk.find("planClasses")->accessibleDescription().startsWith(QStringLiteral("0: 178")));
  }
};

QTEST_MAIN(TestNewRunPage)
#include "tst_new_run_page.moc"
