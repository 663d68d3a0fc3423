// The report of a run in the window: its pages are drawn, each format is written, and what goes wrong is told.
#include <QComboBox>
#include <QLabel>
#include <QtTest>

#include "engine/config/config.h"
#include "tracking/recorder/places.h"
#include "tracking/recorder/session.h"
#include "ui/pages/report/ReportDialog.h"
#include "ui/project/ProjectFeed.h"
#include "ui/project/Sessions.h"
#include "ui/widgets/MessageBar.h"

using namespace lockstep;

class TestReportDialog : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  QString m_run;

  static QByteArray content(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

 private slots:
  void initTestCase() {
    qputenv("LOCKSTEP_RESOURCES", LOCKSTEP_SOURCE_DIR "/resources");
    qputenv("LOCKSTEP_DATASETS", LOCKSTEP_SOURCE_DIR "/resources/datasets");
    tracking::Project project(m_folder.path().toStdString());
    engine::config::Options options;
    options.preset_folders = tracking::preset_folders();
    tracking::TrainRequest request;
    request.source = engine::config::load("preset:digits-mlp", options).or_throw();
    request.overrides = {"train.epochs=2"};
    request.code_folder = m_folder.path().toStdString();
    tracking::SessionListener quiet;
    m_run = QString::fromStdString(tracking::train_run(project, request, quiet).run);
  }

  void pages_are_shown_and_files_written() {
    ui::ProjectFeed feed(m_folder.path().toStdString());
    ui::Sessions sessions(m_folder.path().toStdString(), {});
    QPointer<ui::ReportDialog> dialog = new ui::ReportDialog({feed, sessions}, {m_run});
    dialog->show();
    QTRY_VERIFY(dialog->findChild<QLabel*>("reportPage1") != nullptr);
    const QImage page = dialog->findChild<QLabel*>("reportPage1")->pixmap().toImage();
    QVERIFY(page.width() >= 600);
    // Something was drawn: more than white.
    bool ink = false;
    for (int y = 0; y < page.height() && !ink; ++y)
      for (int x = 0; x < page.width() && !ink; ++x) ink = qGray(page.pixel(x, y)) < 128;
    QVERIFY(ink);
    if (const QString shots = qEnvironmentVariable("LOCKSTEP_SCREENSHOTS"); !shots.isEmpty()) QVERIFY(dialog->grab().save(shots + QStringLiteral("/report-dialog.png")));

    auto* bar = dialog->findChild<ui::MessageBar*>();
    for (const auto& [ending, begins] : {std::pair{"html", "<!DOCTYPE html>"}, {"pdf", "%PDF"}, {"md", "#"}, {"tex", "%"}, {"csv", "run,key,step,value"}, {"json", "{"}}) {
      const QString file = m_folder.filePath(QStringLiteral("report.%1").arg(QLatin1String(ending)));
      bar->clear();
      dialog->saveTo(file);
      QTRY_VERIFY2(bar->text().contains(file), ending);
      QVERIFY2(content(file).startsWith(begins), ending);
    }
    dialog->findChild<QComboBox*>("reportLanguage")->setCurrentIndex(1);
    QTRY_VERIFY(dialog->findChild<QAction*>("saveReport")->isEnabled());
    bar->clear();
    dialog->saveTo(m_folder.filePath("zh.html"));
    QTRY_VERIFY(!bar->text().isEmpty());
    QVERIFY(content(m_folder.filePath("zh.html")).contains("lang=\"zh"));

    bar->clear();
    dialog->saveTo(m_folder.filePath("nowhere/report.html"));
    QTRY_VERIFY(bar->text().startsWith(QStringLiteral("The report was not written:")));
    dialog->close();
    QTRY_VERIFY(dialog.isNull());
  }

  void a_run_that_is_not_there_is_told() {
    ui::ProjectFeed feed(m_folder.path().toStdString());
    ui::Sessions sessions(m_folder.path().toStdString(), {});
    ui::ReportDialog dialog({feed, sessions}, {"20200101-000000-0000"});
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    QTRY_VERIFY(dialog.findChild<QLabel*>("reportState")->text().startsWith(QStringLiteral("The report can't be made:")));
    QVERIFY(!dialog.findChild<QAction*>("saveReport")->isEnabled());
  }
};

QTEST_MAIN(TestReportDialog)
#include "tst_report_dialog.moc"
