// What can be done to runs on their page, by mouse and keyboard, against the database: trash, commands, checks, notes, copies.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QtTest>

#include "engine/config/config.h"
#include "support_runs.h"
#include "tracking/recorder/places.h"
#include "ui/charts/CurveChart.h"
#include "ui/models/RunTableModel.h"
#include "ui/pages/runs/PinnedColumns.h"
#include "ui/pages/runs/RunPreview.h"
#include "ui/pages/runs/RunTableView.h"
#include "ui/widgets/MessageBar.h"

using namespace lockstep;
using namespace lockstep::ui::testing;
using tracking::Status;

class TestRunsActions : public QObject {
  Q_OBJECT

  std::unique_ptr<RunsProject> m_project;
  QUrl m_url;

  static QString textOf(QWidget& page, const char* label) { return page.findChild<QLabel*>(QString::fromLatin1(label))->text(); }
  static QPushButton& button(QWidget& page, const char* name) { return *page.findChild<QPushButton*>(QString::fromLatin1(name)); }

 public slots:
  void takeUrl(const QUrl& url) { m_url = url; }

 private slots:
  void initTestCase() {
    qRegisterMetaType<ui::Tone>();
    qputenv("LOCKSTEP_RESOURCES", LOCKSTEP_SOURCE_DIR "/resources");
    qputenv("LOCKSTEP_DATASETS", LOCKSTEP_SOURCE_DIR "/resources/datasets");
  }
  void init() { m_project = std::make_unique<RunsProject>(); }

  void moves_to_trash_and_back() {
    const std::string a = m_project->finished("a", 0.3, 0.9), b = m_project->finished("b", 0.3, 0.9), c = m_project->finished("c", 0.3, 0.9);
    ShownPage shown(*m_project);
    shown.select({"a", "b"});
    shown.press(Qt::Key_Delete);
    QCOMPARE(shown.names(), (QStringList{"c"}));
    QVERIFY(m_project->project().summary(a).trashed.has_value());
    auto* bar = shown.page().findChild<ui::MessageBar*>();
    QVERIFY(bar->isVisible());
    QVERIFY(bar->text().startsWith("2 run"));
    picture(shown.page(), "runs-undo");
    QTest::mouseClick(bar->findChild<QPushButton*>("messageAction"), Qt::LeftButton);
    QCOMPARE(shown.names(), (QStringList{"c", "b", "a"}));
    QVERIFY(!m_project->project().summary(a).trashed.has_value());
    QCOMPARE(shown.table().selectedRuns(), (std::vector<std::string>{b, a}));
    // Undo by the keyboard, too.
    shown.press(Qt::Key_Delete);
    QCOMPARE(shown.names(), (QStringList{"c"}));
    shown.press(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(shown.names(), (QStringList{"c", "b", "a"}));
    QVERIFY(!bar->isVisible());
  }

  void a_live_run_is_not_thrown_away() {
    auto writer = m_project->live("busy");
    m_project->finished("done", 0.3, 0.9);
    ShownPage shown(*m_project);
    shown.select({"busy", "done"});
    shown.press(Qt::Key_Delete);
    QCOMPARE(shown.names().size(), 2);
    QVERIFY(shown.page().findChild<ui::MessageBar*>()->text().startsWith("busy is live"));
  }

  void the_trash_is_looked_at_restored_from_and_emptied() {
    const std::string a = m_project->finished("a", 0.3, 0.9), b = m_project->finished("b", 0.3, 0.9), c = m_project->finished("c", 0.3, 0.9);
    m_project->project().remove(std::vector{a, b, c});
    ShownPage shown(*m_project);
    shown.action("showTrash").trigger();
    auto* trash = shown.page().findChild<ui::RunTableView*>("trash");
    QTRY_COMPARE(trash->model()->rowCount(), 3);
    QVERIFY(trash->isVisible());
    picture(shown.page(), "runs-trash");
    trash->selectRuns({b});
    QTest::mouseClick(&button(shown.page(), "restoreRuns"), Qt::LeftButton);
    QTRY_COMPARE(trash->model()->rowCount(), 2);
    QCOMPARE(shown.names(), (QStringList{"b"}));
    // For good only after a question, whose default is to keep them.
    const std::filesystem::path folder = m_project->project().run_folder(a);
    QVERIFY(std::filesystem::exists(folder));
    const auto answer = [](const char* name) {
      QTimer::singleShot(0, qApp, [name] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        QVERIFY(box != nullptr);
        QTest::mouseClick(box->findChild<QPushButton*>(QString::fromLatin1(name)), Qt::LeftButton);
      });
    };
    trash->selectRuns({a});
    answer("deleteNo");
    QTest::keyClick(trash, Qt::Key_Delete, Qt::ShiftModifier);
    QCOMPARE(trash->model()->rowCount(), 2);
    QApplication::setActiveWindow(&shown.page());
    trash->setFocus();
    answer("deleteYes");
    QTest::keyClick(trash, Qt::Key_Delete, Qt::ShiftModifier);
    QTRY_COMPARE(trash->model()->rowCount(), 1);
    QVERIFY(!std::filesystem::exists(folder));
    QVERIFY_EXCEPTION_THROWN(m_project->project().summary(a), engine::ValueError);
    answer("deleteYes");
    QTest::mouseClick(&button(shown.page(), "emptyTrash"), Qt::LeftButton);
    QTRY_COMPARE(trash->model()->rowCount(), 0);
    QVERIFY(m_project->project().trash().empty());
    QVERIFY(!trash->isVisible());
    picture(shown.page(), "runs-trash-empty");
    QTest::mouseClick(&button(shown.page(), "leaveTrash"), Qt::LeftButton);
    QVERIFY(shown.table().isVisible());
  }

  void commands_reach_the_process_of_the_run() {
    auto writer = m_project->live("mover");
    ShownPage shown(*m_project);
    shown.select({"mover"});
    QVERIFY(shown.action("pauseRuns").isEnabled());
    QVERIFY(!shown.action("resumeRuns").isEnabled());
    QVERIFY(shown.action("resumeRuns").toolTip().contains("paused"));
    const auto heard = [&] {
      std::optional<tracking::Command> command;
      return QTest::qWaitFor([&] { return (command = writer->poll_command()).has_value(); }, 5000) ? command : std::nullopt;
    };
    shown.press(Qt::Key_P, Qt::ControlModifier);
    QCOMPARE(heard(), std::optional(tracking::Command::pause));
    writer->set_status(Status::paused);
    QTRY_COMPARE(shown.column("Status"), (QStringList{"◐ paused"}));
    shown.press(Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(heard(), std::optional(tracking::Command::resume));
    shown.press(Qt::Key_Period, Qt::ControlModifier);
    QCOMPARE(heard(), std::optional(tracking::Command::stop));
    writer->finish(Status::stopped);
    QTRY_VERIFY(!shown.action("stopRuns").isEnabled());
    QVERIFY(shown.action("resumeRuns").isEnabled());
  }

  void checks_are_shown_and_told() {
    const std::string a = m_project->finished("a", 0.3, 0.9), b = m_project->finished("b", 0.3, 0.9);
    m_project->finished("c", 0.3, 0.9);
    ShownPage shown(*m_project);
    QSignalSpy told(&shown.page(), &ui::RunsPage::checkedChanged);
    shown.select({"a", "b"});
    shown.press(Qt::Key_Space);
    QCOMPARE(shown.page().checkedRuns(), (QStringList{QString::fromStdString(a), QString::fromStdString(b)}));
    QCOMPARE(told.count(), 1);
    QVERIFY(textOf(shown.page(), "checkedCount").contains("2"));
    shown.press(Qt::Key_Space);
    QVERIFY(shown.page().checkedRuns().isEmpty());
    // A click into the box of the first row; it opens nothing.
    QSignalSpy opened(&shown.page(), &ui::Page::runOpened);
    const QRect box = shown.table().visualRect(shown.table().model()->index(0, 0));
    QTest::mouseClick(shown.table().viewport(), Qt::LeftButton, {}, {box.left() + 12, box.center().y()});
    QCOMPARE(shown.page().checkedRuns().size(), 1);
    QTest::mouseClick(&button(shown.page(), "uncheckAll"), Qt::LeftButton);
    QVERIFY(shown.page().checkedRuns().isEmpty());
    QVERIFY(!button(shown.page(), "uncheckAll").isVisible());
    QCOMPARE(opened.count(), 0);
  }

  void tags_and_notes_are_saved_as_they_are_written() {
    const std::string a = m_project->finished("a", 0.3, 0.9, {"old", "only-a"}), b = m_project->finished("b", 0.3, 0.9, {"old"});
    ShownPage shown(*m_project);
    shown.select({"a"});
    shown.press(Qt::Key_T, Qt::ControlModifier);
    auto* tags = shown.page().findChild<QLineEdit*>("tags");
    auto* notes = shown.page().findChild<QPlainTextEdit*>("notes");
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(tags));
    QCOMPARE(tags->text(), QStringLiteral("old, only-a"));
    tags->setText({});
    QTest::keyClicks(tags, "old, new one,, new one");
    QTest::keyClick(tags, Qt::Key_Return);
    QTRY_COMPARE(m_project->project().summary(a).tags, (std::vector<std::string>{"old", "new one"}));
    notes->setFocus();
    QTest::keyClicks(notes, "tried it");
    picture(shown.page(), "runs-details");
    // Not lost by looking at another run at once.
    shown.select({"b"});
    QCOMPARE(m_project->project().summary(a).notes, std::string("tried it"));
    QCOMPARE(notes->toPlainText(), QString());
    QTest::keyClicks(notes, "a pause");
    QTRY_COMPARE(m_project->project().summary(b).notes, std::string("a pause"));
    // Of several: what they have in common.
    shown.select({"a", "b"});
    QCOMPARE(tags->text(), QStringLiteral("old"));
    QVERIFY(!notes->isEnabled());
    tags->setFocus();
    tags->selectAll();
    QTest::keyClicks(tags, "paper");
    QTest::keyClick(tags, Qt::Key_Return);
    QCOMPARE(m_project->project().summary(a).tags, (std::vector<std::string>{"new one", "paper"}));
    QCOMPARE(m_project->project().summary(b).tags, (std::vector<std::string>{"paper"}));
  }

  void copies_exact_values_as_a_table() {
    m_project->finished("a", 0.123456789, 0.9);
    m_project->finished("b", 0.3, 0.9);
    ShownPage shown(*m_project);
    shown.select({"a", "b"});
    shown.press(Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 3);
    const QStringList titles = lines[0].split('\t'), second = lines[2].split('\t');
    QCOMPARE(titles.size(), second.size());
    QCOMPARE(titles.value(0), QStringLiteral("Status"));
    QCOMPARE(second.value(titles.indexOf("Name")), QStringLiteral("a"));
    QCOMPARE(second.value(titles.indexOf("Loss")).toDouble(), 0.123456789);
    QCOMPARE(second.value(titles.indexOf("Commit")), QStringLiteral("3f2a9c7d0e1b2a3c4d5e6f708192a3b4c5d6e7f8 •"));
  }

  void duplicates_a_config_as_it_was_written() {
    const std::string a = m_project->finished("a", 0.3, 0.9);
    ShownPage shown(*m_project);
    QSignalSpy config(&shown.page(), &ui::Page::configOpened);
    shown.select({"a"});
    shown.press(Qt::Key_D, Qt::ControlModifier);
    QTRY_COMPARE(config.count(), 1);
    QCOMPARE(config[0][0].toString(), QStringLiteral("# as written\n[run]\nname = \"a\"\n"));
    QCOMPARE(config[0][1].toString(), QStringLiteral("/somewhere/net.toml"));
  }

  void what_is_being_written_is_saved_when_the_page_goes() {
    const std::string a = m_project->finished("a", 0.3, 0.9);
    {
      ShownPage shown(*m_project);
      shown.select({"a"});
      shown.press(Qt::Key_T, Qt::ControlModifier);
      auto* notes = shown.page().findChild<QPlainTextEdit*>("notes");
      notes->setFocus();
      QTest::keyClicks(notes, "the last word");
    }
    QCOMPARE(m_project->project().summary(a).notes, std::string("the last word"));
  }

  void further_keys_do_what_they_say() {
    const std::string a = m_project->finished("a", 0.3, 0.9), b = m_project->finished("b", 0.3, 0.9);
    ShownPage shown(*m_project);
    const auto control = Qt::ControlModifier | Qt::ShiftModifier;
    shown.select({"a"});
    shown.press(Qt::Key_C, control);
    QCOMPARE(QApplication::clipboard()->text().toStdString(), a);
    QDesktopServices::setUrlHandler("file", this, "takeUrl");
    shown.press(Qt::Key_O, control);
    QDesktopServices::unsetUrlHandler("file");
    QCOMPARE(m_url.toLocalFile().toStdString(), m_project->project().run_folder(a).string());
    shown.press(Qt::Key_Space);
    QCOMPARE(shown.page().checkedRuns().size(), 1);
    shown.press(Qt::Key_U, control);
    QCOMPARE(shown.page().checkedRuns().size(), 0);
    shown.filter().setText("zzz");
    shown.press(Qt::Key_F, control);
    QCOMPARE(shown.names().size(), 2);
    shown.table().setFocus();
    shown.press(Qt::Key_V, control);
    QVERIFY(!shown.page().findChild<ui::RunPreview*>()->isVisible());
    shown.select({"a", "b"});
    shown.press(Qt::Key_Delete);
    // All runs are gone: the page says so, and the trash is still a key away.
    QVERIFY(shown.page().findChild<QWidget*>("noRuns")->isVisible());
    shown.press(Qt::Key_T, control);
    auto* trash = shown.page().findChild<ui::RunTableView*>("trash");
    QTRY_COMPARE(trash->model()->rowCount(), 2);
    QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget*>(trash));
    trash->selectRuns({b});
    shown.press(Qt::Key_Z, control);
    QTRY_COMPARE(trash->model()->rowCount(), 1);
    shown.press(Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(shown.names(), (QStringList{"b"}));
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&shown.table()));
    // Another window empties the trash meanwhile, and throws this run away.
    shown.press(Qt::Key_T, control);
    QTRY_COMPARE(trash->model()->rowCount(), 1);
    m_project->project().remove(std::vector{b});
    QTRY_COMPARE(trash->model()->rowCount(), 2);
  }

  void a_run_of_this_window_is_stopped_and_resumed() {
    ShownPage shown(*m_project);
    QSignalSpy ended(&shown.sessions(), &ui::Sessions::ended);
    engine::config::Options options;
    options.preset_folders = tracking::preset_folders();
    tracking::TrainRequest request;
    request.source = engine::config::load("preset:digits-mlp", options).or_throw();
    request.overrides = {"train.epochs=1000"};
    request.code_folder = m_project->folder();
    shown.sessions().train(request);
    QTRY_COMPARE_WITH_TIMEOUT(shown.column("Status"), (QStringList{"● running"}), 30000);
    QTRY_COMPARE(shown.column("Model").value(0), QStringLiteral("Linear × 3"));
    shown.table().setFocus();
    QVERIFY(shown.action("stopRuns").isEnabled());
    shown.press(Qt::Key_Period, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 30000);
    QTRY_COMPARE(shown.column("Status"), (QStringList{"■ stopped"}));
    shown.press(Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(shown.column("Status"), (QStringList{"● running"}), 30000);
    shown.press(Qt::Key_Period, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 2, 30000);
    // A --set that changed the config is in the copy.
    QSignalSpy config(&shown.page(), &ui::Page::configOpened);
    shown.press(Qt::Key_D, Qt::ControlModifier);
    QTRY_COMPARE(config.count(), 1);
    QVERIFY(config[0][0].toString().contains("epochs = 1000"));
    QCOMPARE(config[0][1].toString(), QStringLiteral("preset:digits-mlp"));
  }

  void every_action_is_reached_by_a_key_of_its_own() {
    ShownPage shown(*m_project);
    QHash<QString, QString> keys;
    int found = 0;
    for (QAction* action : shown.page().findChildren<QAction*>()) {
      // Each chart has keys of its own, heard only where the keyboard is in it.
      if (qobject_cast<ui::CurveChart*>(action->parent()) != nullptr || action->objectName().isEmpty() || action->text().isEmpty() || action->objectName().startsWith("_q_")) continue;
      ++found;
      const QString key = action->shortcut().toString();
      QVERIFY2(!key.isEmpty(), qPrintable(action->objectName()));
      QVERIFY2(!keys.contains(key), qPrintable(action->objectName() + " and " + keys.value(key)));
      keys.insert(key, action->objectName());
      QVERIFY2(action->toolTip().contains(action->shortcut().toString(QKeySequence::NativeText)), qPrintable(action->toolTip()));
    }
    QVERIFY(found >= 26);
    for (QWidget* widget : shown.page().findChildren<QWidget*>()) {
      const bool isInput = qobject_cast<QLineEdit*>(widget) || qobject_cast<QAbstractItemView*>(widget) || qobject_cast<QPlainTextEdit*>(widget);
      if (!isInput || qobject_cast<QHeaderView*>(widget)) continue;
      QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
    }
  }

};

QTEST_MAIN(TestRunsActions)
#include "tst_runs_actions.moc"
