// Pictures of every state, for a person to look at, where $LOCKSTEP_SCREENSHOTS names a folder.
#include "support_window.h"

using namespace lockstep;
using namespace lockstep::ui::test;

class TestPictures : public QObject {
  Q_OBJECT
 private slots:
  void all() {
    if (qEnvironmentVariable("LOCKSTEP_SCREENSHOTS").isEmpty()) QSKIP("LOCKSTEP_SCREENSHOTS names no folder");
    Workshop workshop;
    const auto digits = workshop.trainDigits();
    workshop.write("plane.csv", planeCsv(900));
    const auto plane = workshop.train(planeConfig());
    {
      RunWindow window(workshop.projectFolder(), digits.run);
      for (const char* tab : {"configTab", "provenanceTab", "resultsTab", "logTab"}) {
        window.open(tab);
        QTest::qWait(700);
        window.picture(QString::fromLatin1(tab));
      }
      window.open("resultsTab");
      auto* parts = window.find<QTabWidget>("resultParts");
      for (int i = 1; i < parts->count(); ++i) {
        parts->setCurrentIndex(i);
        QTest::qWait(200);
        window.picture(QStringLiteral("results-%1").arg(i));
      }
    }
    {
      RunWindow window(workshop.projectFolder(), plane.run);
      window.open("resultsTab");
      auto* parts = window.find<QTabWidget>("resultParts");
      for (int i = 0; i < parts->count(); ++i) {
        parts->setCurrentIndex(i);
        QTest::qWait(500);
        window.picture(QStringLiteral("plane-%1").arg(i));
      }
    }
  }
};

QTEST_MAIN(TestPictures)
#include "tst_pictures.moc"
