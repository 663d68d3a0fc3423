// The Runs page as a person uses it: found, filtered, sorted, renamed, arranged; live.
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

class TestRunsPage : public QObject {
  Q_OBJECT

  std::unique_ptr<RunsProject> m_project;

  static QString textOf(QWidget& page, const char* label) { return page.findChild<QLabel*>(QString::fromLatin1(label))->text(); }
  static QPushButton& button(QWidget& page, const char* name) { return *page.findChild<QPushButton*>(QString::fromLatin1(name)); }

 private slots:
  void initTestCase() {
    qRegisterMetaType<ui::Tone>();
    qputenv("LOCKSTEP_RESOURCES", LOCKSTEP_SOURCE_DIR "/resources");
    qputenv("LOCKSTEP_DATASETS", LOCKSTEP_SOURCE_DIR "/resources/datasets");
  }
  void init() { m_project = std::make_unique<RunsProject>(); }

  void an_empty_project_offers_the_example() {
    ShownPage shown(*m_project);
    QSignalSpy config(&shown.page(), &ui::Page::configOpened), wanted(&shown.page(), &ui::RunsPage::exampleWanted);
    QVERIFY(shown.page().findChild<QWidget*>("noRuns")->isVisible());
    QVERIFY(!shown.table().isVisible());
    QVERIFY(button(shown.page(), "openConfig").isVisible());
    QCOMPARE(QApplication::focusWidget(), &button(shown.page(), "trainExample"));
    QTest::mouseClick(&button(shown.page(), "trainExample"), Qt::LeftButton);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(config[0][1].toString(), QStringLiteral("preset:digits-mlp"));
    QVERIFY(config[0][0].toString().contains(QStringLiteral("dataset = \"digits\"")));
    // As soon as there is a run the table stands there.
    m_project->finished("first", 0.5, 0.9);
    QTRY_VERIFY(shown.table().isVisible());
    QVERIFY(!shown.action("trainExample").isVisible());
  }

  void a_config_is_opened_from_its_file() {
    const QString path = QString::fromStdString((m_project->folder() / "net ü.toml").string());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("config_version = 1\n");
    file.close();
    ShownPage shown(*m_project);
    QSignalSpy config(&shown.page(), &ui::Page::configOpened);
    QTest::mouseClick(&button(shown.page(), "openConfig"), Qt::LeftButton);
    auto* dialog = shown.page().findChild<QDialog*>("configDialog");
    QVERIFY(dialog != nullptr);
    QMetaObject::invokeMethod(dialog, "fileSelected", Q_ARG(QString, path));
    QCOMPARE(config.count(), 1);
    QCOMPARE(config[0][0].toString(), QStringLiteral("config_version = 1\n"));
    QCOMPARE(config[0][1].toString(), path);
  }

  void shows_what_the_catalogue_and_the_record_say() {
    m_project->finished("cnn-wide", 0.25, 0.95);
    m_project->failed("lr-1e-1", "the loss is NaN");
    ShownPage shown(*m_project);
    QCOMPARE(shown.names(), (QStringList{"lr-1e-1", "cnn-wide"}));  // the newest first
    QCOMPARE(shown.column("Status"), (QStringList{"✗ failed", "✓ finished"}));
    QCOMPARE(shown.column("Best").value(1), QStringLiteral("0.95"));
    QCOMPARE(shown.column("Loss"), (QStringList{"NaN", "0.25"}));
    QCOMPARE(shown.column("Progress"), (QStringList{"step 21", "done"}));
    QCOMPARE(shown.column("Commit"), (QStringList{"3f2a9c7 •", "3f2a9c7 •"}));
    QTRY_COMPARE(shown.column("Data"), (QStringList{"digits · 9ae1f00", "digits · 9ae1f00"}));
    QCOMPARE(shown.column("Model"), (QStringList{"Linear", "Linear"}));
    const QModelIndex commit = shown.table().model()->index(0, shown.columnAt("Commit"));
    QVERIFY(commit.data(Qt::ToolTipRole).toString().contains("3 file"));
    QCOMPARE(textOf(shown.page(), "runCount"), QStringLiteral("2"));
  }

  void typing_in_the_table_filters() {
    for (const char* name : {"cnn-a", "cnn-b", "mlp"}) m_project->finished(name, 0.25, 0.95);
    ShownPage shown(*m_project);
    shown.table().setFocus();
    QTest::keyClicks(&shown.table(), "c");
    QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&shown.filter()));
    QTest::keyClicks(&shown.filter(), "nn");
    QCOMPARE(shown.filter().text(), QStringLiteral("cnn"));
    QCOMPARE(shown.names(), (QStringList{"cnn-b", "cnn-a"}));
    QCOMPARE(textOf(shown.page(), "runCount"), QStringLiteral("2 of 3"));
    shown.press(Qt::Key_Return);
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&shown.table()));
    shown.press(Qt::Key_F, Qt::ControlModifier);
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&shown.filter()));
    shown.press(Qt::Key_Escape);
    QCOMPARE(shown.names().size(), 3);
    shown.press(Qt::Key_Escape);
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&shown.table()));
  }

  void a_filter_that_cannot_be_read_is_told_and_what_stands_before_it_holds() {
    for (const char* name : {"cnn", "mlp"}) m_project->finished(name, 0.25, 0.95);
    ShownPage shown(*m_project);
    shown.filter().setFocus();
    QTest::keyClicks(&shown.filter(), "name:cnn");
    QCOMPARE(shown.names(), (QStringList{"cnn"}));
    QTest::keyClicks(&shown.filter(), " tga:x");
    auto* error = shown.page().findChild<QLabel*>("filterError");
    QTRY_VERIFY(error->isVisible());
    QCOMPARE(error->text(), QStringLiteral("✗ There is no field “tga”. Did you mean “tag:”?"));
    QCOMPARE(shown.names(), (QStringList{"cnn"}));
    QTest::keyClick(&shown.filter(), Qt::Key_Return);
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&shown.filter()));  // to be mended
    shown.filter().clear();
    QVERIFY(!error->isVisible());
    QTest::keyClicks(&shown.filter(), "val/accurcy > 0.9");
    QTRY_VERIFY(error->isVisible());
    QCOMPARE(error->text(), QStringLiteral("▲ No run has a metric or a key of its config called “val/accurcy”. Did you mean “val/accuracy”?"));
    picture(shown.page(), "runs-no-match");
    // Nothing fits: said, with the way out.
    QVERIFY(shown.page().findChild<QWidget*>("noMatch")->isVisible());
    QTest::mouseClick(shown.page().findChild<QWidget*>("noMatch")->findChild<QPushButton*>("clearFilter"), Qt::LeftButton);
    QCOMPARE(shown.names().size(), 2);
    QVERIFY(!error->isVisible());
  }

  void sorts_by_a_click_and_by_a_key() {
    m_project->finished("a", 0.3, 0.9);
    m_project->finished("b", 0.1, 0.9);
    m_project->failed("c", "NaN");
    ShownPage shown(*m_project);
    QHeaderView* header = shown.table().horizontalHeader();
    const int loss = shown.columnAt("Loss");
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, {header->sectionViewportPosition(loss) + 20, header->height() / 2});
    const QStringList first = shown.names();
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, {header->sectionViewportPosition(loss) + 20, header->height() / 2});
    QCOMPARE(first, (QStringList{"b", "a", "c"}));
    QCOMPARE(shown.names(), (QStringList{"a", "b", "c"}));  // NaN last both ways
    shown.table().setFocus();
    shown.table().setCurrentIndex(shown.table().model()->index(0, shown.columnAt("Name")));
    shown.press(Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(shown.names(), (QStringList{"a", "b", "c"}));
    shown.press(Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(shown.names(), (QStringList{"c", "b", "a"}));
  }

  void opens_by_enter_and_by_double_click() {
    const std::string a = m_project->finished("a", 0.3, 0.9), b = m_project->finished("b", 0.3, 0.9);
    ShownPage shown(*m_project);
    QSignalSpy opened(&shown.page(), &ui::Page::runOpened);
    shown.select({"a"});
    shown.press(Qt::Key_Return);
    shown.press(Qt::Key_Enter, Qt::KeypadModifier);
    QCOMPARE(opened.count(), 2);
    QCOMPARE(opened[1][0].toString().toStdString(), a);
    const QRect cell = shown.table().visualRect(shown.table().model()->index(0, shown.columnAt("Name")));
    QTest::mouseClick(shown.table().viewport(), Qt::LeftButton, {}, cell.center());
    QTest::mouseDClick(shown.table().viewport(), Qt::LeftButton, {}, cell.center());
    QCOMPARE(opened.count(), 3);
    QCOMPARE(opened[2][0].toString().toStdString(), b);
  }

  void renames_in_place_while_the_run_goes_on() {
    auto writer = m_project->live("before");
    recordSteps(*writer, 1, 10, 2, 1);
    writer->flush();
    ShownPage shown(*m_project);
    QTRY_COMPARE(shown.column("Progress"), (QStringList{"1 %"}));
    shown.filter().setText("progress < 20");
    shown.select({"before"});
    shown.press(Qt::Key_F2);
    auto* editor = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    QVERIFY(editor != nullptr && editor->objectName() == QLatin1String("renameEditor"));
    editor->selectAll();
    QTest::keyClicks(editor, "after 2 ");
    // The run moves, and is even renamed elsewhere: what is being typed stays, and so does the row that no longer fits the filter.
    recordSteps(*writer, 11, 500, 2, 1);
    writer->flush();
    m_project->project().edit(writer->id(), {.name = "elsewhere"});
    QTRY_COMPARE(shown.column("Progress"), (QStringList{"50 %"}));
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(editor));
    QCOMPARE(editor->text(), QStringLiteral("after 2 "));
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(shown.names(), QStringList());
    QCOMPARE(m_project->project().summary(writer->id()).name, std::string("after 2"));
    shown.action("clearFilter").trigger();
    QCOMPARE(shown.names(), (QStringList{"after 2"}));
    // Escape leaves it as it was.
    shown.press(Qt::Key_F2);
    QTest::keyClicks(QApplication::focusWidget(), "no");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QCOMPARE(shown.names(), (QStringList{"after 2"}));
    writer->finish(Status::finished);
  }

  void rows_of_another_process_move_and_what_points_into_them_stays() {
    for (int i = 0; i < 60; ++i) m_project->finished("done " + std::to_string(i), 0.3, 0.9);
    auto writer = m_project->live("mover");
    ShownPage shown(*m_project);
    shown.select({"done 20"});
    QScrollBar* bar = shown.table().verticalScrollBar();
    QVERIFY(bar->value() > 0);
    const auto place = [&] { return shown.table().visualRect(shown.table().currentIndex()).top(); };
    const int before = place();
    recordSteps(*writer, 1, 250, 2, 1);
    writer->flush();
    QTRY_COMPARE(shown.column("Progress").value(0), QStringLiteral("25 %"));
    // A new run comes in above: the selected row stays where it is on the screen.
    m_project->finished("newer", 0.3, 0.9);
    QTRY_COMPARE(shown.names().value(0), QStringLiteral("newer"));
    QCOMPARE(place(), before);
    QCOMPARE(shown.table().currentIndex().siblingAtColumn(shown.columnAt("Name")).data().toString(), QStringLiteral("done 20"));
    QCOMPARE(shown.table().selectedRuns().size(), std::size_t{1});
    writer->finish(Status::stopped);
    QTRY_COMPARE(shown.column("Status").value(1), QStringLiteral("■ stopped"));
  }

  void pinned_columns_stay_while_the_others_scroll() {
    for (int i = 0; i < 40; ++i) m_project->finished("run " + std::to_string(i), 0.3, 0.9);
    ShownPage shown(*m_project);
    auto& pinned = shown.table().pinned();
    QScrollBar& across = *shown.table().horizontalScrollBar();
    QVERIFY(across.maximum() > 0);
    QVERIFY(!pinned.isVisible());
    across.setValue(across.maximum());
    QVERIFY(pinned.isVisible());
    const int name = shown.columnAt("Name");
    QCOMPARE(pinned.width(), shown.table().columnWidth(0) + shown.table().columnWidth(1) + shown.table().columnWidth(name));
    picture(shown.page(), "runs-pinned");
    // It is the same table: what is selected there is selected here, and nothing scrolls away.
    const QModelIndex cell = shown.table().model()->index(3, name);
    QTest::mouseClick(pinned.viewport(), Qt::LeftButton, {}, pinned.visualRect(cell).center());
    QCOMPARE(shown.table().currentIndex(), cell);
    QCOMPARE(shown.table().selectedRuns().size(), std::size_t{1});
    QCOMPARE(across.value(), across.maximum());
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&shown.table()));
    QTest::mouseClick(pinned.viewport(), Qt::LeftButton, {}, pinned.visualRect(cell.siblingAtColumn(0)).center());
    QCOMPARE(shown.page().checkedRuns().size(), 1);
    QSignalSpy opened(&shown.page(), &ui::Page::runOpened);
    QTest::mouseClick(pinned.viewport(), Qt::LeftButton, {}, pinned.visualRect(cell).center());
    QTest::mouseDClick(pinned.viewport(), Qt::LeftButton, {}, pinned.visualRect(cell).center());
    QCOMPARE(opened.count(), 1);
    QHeaderView* header = pinned.horizontalHeader();
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, {header->sectionViewportPosition(name) + 20, header->height() / 2});
    QCOMPARE(shown.names().value(1), QStringLiteral("run 1"));
    // It follows downwards, and a wheel on it moves the table.
    shown.table().verticalScrollBar()->setValue(200);
    QCOMPARE(pinned.verticalScrollBar()->value(), 200);
    // A name is edited at its own place.
    shown.table().selectOnly(10);
    across.setValue(across.maximum());
    shown.press(Qt::Key_F2);
    QCOMPARE(QApplication::focusWidget()->objectName(), QStringLiteral("renameEditor"));
    QVERIFY(!pinned.isVisible());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    // Walking left from under it brings each cell into view.
    across.setValue(across.maximum());
    shown.table().setCurrentIndex(shown.table().model()->index(10, shown.columnAt("Started")));
    for (int i = 0; i < 9; ++i) {
      shown.press(Qt::Key_Left);
      QVERIFY(!pinned.isVisible() || shown.table().visualRect(shown.table().currentIndex()).left() >= pinned.width());
    }
    // Other columns, and none.
    shown.table().setCurrentIndex(shown.table().model()->index(10, 1));
    shown.press(Qt::Key_I, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(pinned.count(), 2);
    shown.press(Qt::Key_I, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(pinned.count(), 0);
    across.setValue(across.maximum());
    QVERIFY(!pinned.isVisible());
  }

  void columns_and_state_survive() {
    const std::string a = m_project->finished("a", 0.3, 0.9), b = m_project->finished("b", 0.2, 0.8);
    QTemporaryDir folder;
    QSettings settings(folder.filePath("state.ini"), QSettings::IniFormat);
    QStringList titles;
    const auto shownTitles = [](ui::RunTableView& table) {
      QStringList out;
      for (int place = 0; place < table.horizontalHeader()->count(); ++place) {
        const int at = table.horizontalHeader()->logicalIndex(place);
        if (!table.isColumnHidden(at)) out << table.model()->headerData(at, Qt::Horizontal).toString();
      }
      return out;
    };
    {
      ShownPage shown(*m_project);
      QTRY_COMPARE(shown.column("Model").value(0), QStringLiteral("Linear"));
      shown.press(Qt::Key_L, Qt::ControlModifier);
      auto* menu = shown.page().findChild<QMenu*>("columnsMenu");
      QVERIFY(menu != nullptr && menu->isVisible());
      picture(*menu, "runs-columns");
      menu->findChild<QAction*>("device")->trigger();
      menu->findChild<QAction*>("tags")->trigger();
      menu->findChild<QAction*>("metric:val/accuracy")->trigger();
      menu->findChild<QAction*>("config:optimizer.learning_rate")->trigger();
      menu->close();
      QCOMPARE(shown.column("val/accuracy"), (QStringList{"0.8", "0.9"}));
      QCOMPARE(shown.column("optimizer.learning_rate"), (QStringList{"0.003", "0.003"}));
      shown.table().setFocus();
      shown.table().setCurrentIndex(shown.table().model()->index(0, shown.columnAt("Seed")));
      shown.press(Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
      shown.press(Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
      shown.table().setColumnWidth(shown.columnAt("Name"), 321);
      shown.table().sortByColumn(shown.columnAt("val/accuracy"), Qt::DescendingOrder);
      shown.select({"a"});
      shown.press(Qt::Key_Space);
      shown.action("details").setChecked(true);
      shown.filter().setText("loss < 1");
      titles = shownTitles(shown.table());
      QVERIFY(titles.indexOf("Seed") < titles.indexOf("Commit"));
      QVERIFY(!titles.contains("Device") && titles.contains("Tags") && titles.contains("val/accuracy"));
      shown.page().saveState(settings);
    }
    ShownPage again(*m_project);
    again.page().restoreState(settings);
    QCOMPARE(shownTitles(again.table()), titles);
    QCOMPARE(again.table().columnWidth(again.columnAt("Name")), 321);
    QCOMPARE(again.filter().text(), QStringLiteral("loss < 1"));
    QCOMPARE(again.names(), (QStringList{"a", "b"}));  // by accuracy, downwards
    QCOMPARE(again.page().checkedRuns(), (QStringList{QString::fromStdString(a)}));
    QCOMPARE(again.table().selectedRuns(), (std::vector<std::string>{a}));
    QVERIFY(again.page().findChild<QWidget*>("runDetails")->isVisible());
    // What is the same for both goes; as at first brings all back.
    again.press(Qt::Key_L, Qt::ControlModifier);
    auto* menu = again.page().findChild<QMenu*>("columnsMenu");
    menu->findChild<QAction*>("hideSame")->trigger();
    QStringList left = shownTitles(again.table());
    QVERIFY(!left.contains("Seed") && !left.contains("Commit") && !left.contains("optimizer.learning_rate"));
    QVERIFY(left.contains("Name") && left.contains("Loss") && left.contains("val/accuracy"));
    menu->findChild<QAction*>("defaultColumns")->trigger();
    left = shownTitles(again.table());
    QVERIFY(left.contains("Seed") && left.contains("Device") && !left.contains("val/accuracy") && !left.contains("Tags"));
  }

  void the_selection_is_drawn_and_moves_while_it_trains() {
    for (int i = 0; i < 8; ++i) m_project->finished("done " + std::to_string(i), 0.3, 0.9);
    auto writer = m_project->live("mover");
    recordSteps(*writer, 1, 50, 2, 1);
    writer->flush();
    ShownPage shown(*m_project);
    auto& preview = *shown.page().findChild<ui::RunPreview*>();
    auto& loss = *shown.page().findChild<ui::CurveChart*>("previewLoss");
    shown.select({"mover", "done 3"});
    QTRY_COMPARE(loss.curves().size(), std::size_t{2});
    QCOMPARE(shown.page().findChild<ui::CurveChart*>("previewValidation")->title(), QStringLiteral("val/accuracy"));
    const auto points = [&] {
      std::size_t size = 0;
      for (const ui::Curve& curve : loss.curves()) {
        if (curve.name == QLatin1String("mover")) ui::readCurve(curve, ui::XAxis::step, [&](const ui::LiveSeries& series, const ui::XScale&) { size = series.size(); });
      }
      return size;
    };
    QTRY_COMPARE(points(), std::size_t{50});
    recordSteps(*writer, 51, 400, 1, 0.5);
    writer->flush();
    QTRY_COMPARE(points(), std::size_t{400});
    QTRY_VERIFY(loss.view().right() > 300);
    // No more than can be told from each other; nothing is read for a preview that is not shown.
    shown.table().selectAll();
    QTRY_COMPARE(loss.curves().size(), std::size_t{6});
    QVERIFY(shown.page().findChild<QLabel*>("previewHint")->text().startsWith("3 more"));
    shown.action("preview").trigger();
    QVERIFY(!loss.isVisible());
    shown.select({"done 1"});
    QTest::qWait(300);
    QCOMPARE(preview.drawnRuns().size(), 6);
    shown.action("preview").trigger();
    QTRY_COMPARE(preview.drawnRuns().size(), 1);
  }

  void pictures() {
    ShownPage empty(*m_project);
    picture(empty.page(), "runs-empty");
    auto writers = m_project->fill();
    ShownPage shown(*m_project);
    QTRY_COMPARE(shown.column("Model").value(4), QStringLiteral("Linear"));
    shown.select({"cnn-deep", "cnn-wide/9", "lr-1e-1"});
    for (const ui::Theme theme : {ui::Theme::light, ui::Theme::dark}) {
      ui::applyTheme(*qApp, theme);
      auto& loss = *shown.page().findChild<ui::CurveChart*>("previewLoss");
      QTRY_VERIFY(loss.curves().size() == 3 && loss.isRefined());
      picture(shown.page(), theme == ui::Theme::light ? "runs-light" : "runs-dark");
    }
    shown.page().resize(1440, 720);
    picture(shown.page(), "runs-wide-dark");
    ui::applyTheme(*qApp, ui::Theme::light);
    QVERIFY(shown.table().isVisible());
  }
};

QTEST_MAIN(TestRunsPage)
#include "tst_runs_page.moc"
