// What the pages are made of: work in the background, messages, actions and their list, numbers as people read them.
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <limits>

#include "ui/widgets/Actions.h"
#include "ui/widgets/Background.h"
#include "ui/widgets/CommandPalette.h"
#include "ui/widgets/Format.h"
#include "ui/widgets/MessageBar.h"
#include "ui/widgets/Text.h"
#include "ui/widgets/Theme.h"

using namespace lockstep;

namespace {

/// Relative luminance and contrast as WCAG 2.1 defines them.
double luminance(const QColor& colour) {
  const auto part = [](double value) { return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4); };
  return 0.2126 * part(colour.redF()) + 0.7152 * part(colour.greenF()) + 0.0722 * part(colour.blueF());
}
double contrast(const QColor& a, const QColor& b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

}  // namespace

class TestWidgets : public QObject {
  Q_OBJECT

 private slots:
  void only_the_newest_work_is_delivered() {
    ui::Background<int> background;
    std::atomic<bool> firstStopped = false;
    std::vector<int> results;
    const auto done = [&](ui::Background<int>::Outcome outcome) { results.push_back(*outcome.value); };
    background.start([&](const std::stop_token& stop) {
      while (!stop.stop_requested()) std::this_thread::yield();
      firstStopped = true;
      return 1;
    }, done);
    background.start([](const std::stop_token&) { return 2; }, done);
    QTRY_COMPARE(results.size(), std::size_t{1});
    QTRY_VERIFY(firstStopped);
    QCoreApplication::processEvents();
    QCOMPARE(results, std::vector<int>{2});
    QVERIFY(!background.isRunning());
  }

  void an_error_of_the_work_arrives_and_an_end_drops_results() {
    QString said;
    bool dropped = true;
    {
      ui::Background<int> background;
      background.start([](const std::stop_token&) -> int { throw engine::ValueError(engine::plain_message("test.fails", "no luck")); },
                       [&](ui::Background<int>::Outcome outcome) { said = ui::text(outcome.error); });
      QTRY_COMPARE(said, QStringLiteral("no luck"));
      background.start([](const std::stop_token&) { return 1; }, [&](ui::Background<int>::Outcome) { dropped = false; });
    }
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
    QVERIFY(dropped);
  }

  void a_message_acts_once_and_closes() {
    ui::MessageBar bar;
    QVERIFY(bar.isHidden());
    int acted = 0;
    bar.say(ui::Tone::bad, QStringLiteral("3 runs moved to trash"), QStringLiteral("Undo"), [&] { ++acted; });
    QVERIFY(!bar.isHidden());
    QTest::mouseClick(bar.findChild<QPushButton*>("messageAction"), Qt::LeftButton);
    QCOMPARE(acted, 1);
    QVERIFY(bar.isHidden());
    bar.say(ui::Tone::good, QStringLiteral("done"));
    QVERIFY(bar.findChild<QPushButton*>("messageAction")->isHidden());
  }

  void the_palette_finds_actions_and_does_them() {
    QWidget window;
    QStringList done;
    ui::addAction(window, "one", "Open a config…", Qt::CTRL | Qt::Key_O, [&] { done << "one"; });
    QAction* two = ui::addAction(window, "two", "Stop the run", Qt::CTRL | Qt::Key_Period, [&] { done << "two"; });
    ui::setEnabled(*ui::addAction(window, "three", "Stop everything", {}, [&] { done << "three"; }), false, "nothing runs");
    window.show();
    QPointer<ui::CommandPalette> palette = new ui::CommandPalette(ui::actionsOf({&window}), &window);
    palette->open();
    auto* list = palette->findChild<QListView*>("commandList");
    QCOMPARE(list->model()->rowCount(), 3);
    QTest::keyClicks(palette->findChild<QLineEdit*>("commandSearch"), "run st");
    QCOMPARE(list->model()->rowCount(), 1);
    QVERIFY(list->model()->index(0, 0).data().toString().contains(two->shortcut().toString(QKeySequence::NativeText)));
    QTest::keyClick(palette->findChild<QLineEdit*>("commandSearch"), Qt::Key_Return);
    QTRY_COMPARE(done, QStringList{"two"});
    QTRY_VERIFY(palette.isNull());
  }

  void a_button_follows_its_action() {
    QWidget window;
    int count = 0;
    QAction* action = ui::addAction(window, "pause", "Pause", Qt::CTRL | Qt::Key_P, [&] { ++count; });
    QPushButton* button = ui::buttonFor(*action, &window);
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(count, 1);
    QVERIFY(button->toolTip().contains("Ctrl+P"));
    ui::setEnabled(*action, false, "it is paused");
    QVERIFY(!button->isEnabled());
    QVERIFY(button->toolTip().endsWith("it is paused"));
  }

  void numbers_read_well() {
    QCOMPARE(ui::shortNumber(0.98765432), QStringLiteral("0.9877"));
    QCOMPARE(ui::shortNumber(std::nan("")), QStringLiteral("NaN"));
    QCOMPARE(ui::shortNumber(-std::numeric_limits<double>::infinity()), QStringLiteral("−∞"));
    QCOMPARE(ui::count(1234567), QStringLiteral("1,234,567"));
    QCOMPARE(ui::duration(48'000), QStringLiteral("0:48"));
    QCOMPARE(ui::duration(11'045'000), QStringLiteral("3:04:05"));
    QCOMPARE(ui::fieldWords("learning_rate"), std::string("Learning rate"));
  }

  void every_colour_of_words_can_be_read() {
    for (const ui::Theme theme : {ui::Theme::light, ui::Theme::dark}) {
      ui::applyTheme(*qApp, theme);
      const QPalette palette = QApplication::palette();
      for (const auto ground : {QPalette::Base, QPalette::AlternateBase, QPalette::Window}) {
        for (const auto tone : {ui::Tone::plain, ui::Tone::quiet, ui::Tone::good, ui::Tone::warning, ui::Tone::bad, ui::Tone::active})
          QVERIFY2(contrast(ui::toneColour(tone, palette), palette.color(ground)) >= 4.5,
                   qPrintable(QStringLiteral("tone %1 on %2: %3").arg(int(tone)).arg(int(ground)).arg(contrast(ui::toneColour(tone, palette), palette.color(ground)))));
      }
      for (const auto& [words, ground] : {std::pair{QPalette::ButtonText, QPalette::Button}, {QPalette::HighlightedText, QPalette::Highlight}, {QPalette::ToolTipText, QPalette::ToolTipBase}, {QPalette::Link, QPalette::Base}})
        QVERIFY2(contrast(palette.color(words), palette.color(ground)) >= 4.5, qPrintable(QStringLiteral("role %1").arg(int(words))));
      for (int i = 0; i < 6; ++i) QVERIFY(contrast(ui::curveColour(i, theme == ui::Theme::dark), palette.color(QPalette::Base)) >= 2);
    }
  }
};

QTEST_MAIN(TestWidgets)
#include "tst_widgets.moc"
