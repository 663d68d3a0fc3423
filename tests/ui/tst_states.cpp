// Every page in its states, in light and dark, English and Chinese: no text without its translation, none cut, accessible names
// everywhere. With LOCKSTEP_SCREENSHOTS=FOLDER each is saved as a picture at the ratios 1 and 2, to be looked at.
#include <QAbstractItemView>
#include <QComboBox>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>

#include "support_window.h"
#include "ui/Preferences.h"
#include "ui/charts/CurveChart.h"
#include "ui/pages/new_run/NewRunPage.h"
#include "ui/pages/run/RunPage.h"
#include "ui/widgets/Theme.h"

using namespace lockstep;
using test::Desk;
using tracking::Status;

namespace {

constexpr int patience = 20000;

bool has_chinese(const QString& text) {
  return std::any_of(text.begin(), text.end(), [](QChar c) { return c.unicode() >= 0x2E80; });
}

/// Words that are the same in every language: keys, names of types, paths, hashes, shortcuts, what a person or a run called something.
bool is_no_prose(QString text) {
  static const QRegularExpression markup(QStringLiteral("<[^>]*>"));
  text.remove(markup);
  static const QRegularExpression prose(QStringLiteral("[A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]{2,}"));  // three words in a row
  static const QRegularExpression word(QStringLiteral("^[A-Z][a-z]{2,}( [a-z]{2,})?…?$"));           // "Copy", "New run"
  static const QStringList names{"English", "Lockstep", "Linear", "Dropout", "Flatten", "Adam", "AdamW", "Constant", "Softmax", "Sigmoid", "Tanh", "Identity"};
  return !prose.match(text).hasMatch() && (!word.match(text).hasMatch() || names.contains(text));
}

void add(QStringList& out, const QWidget& widget, const QString& what, QString text) {
  text.remove(QLatin1Char('&'));
  if (text.isEmpty() || has_chinese(text) || is_no_prose(text)) return;
  out << QStringLiteral("%1 (%2) %3: %4").arg(QLatin1String(widget.metaObject()->className()), widget.objectName(), what, text);
}

/// Texts of visible widgets that read like English.
QStringList english_texts(const QWidget& window) {
  QStringList out;
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    if (!widget->isVisible()) continue;
    add(out, *widget, "tool tip", widget->toolTip());
    add(out, *widget, "accessible name", widget->accessibleName());
    if (const auto* label = qobject_cast<const QLabel*>(widget)) add(out, *widget, "text", label->text());
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) add(out, *widget, "text", button->text());
    if (const auto* line = qobject_cast<const QLineEdit*>(widget)) add(out, *widget, "placeholder", line->placeholderText());
    if (const auto* box = qobject_cast<const QGroupBox*>(widget)) add(out, *widget, "title", box->title());
    if (const auto* tabs = qobject_cast<const QTabWidget*>(widget))
      for (int i = 0; i < tabs->count(); ++i) add(out, *widget, "tab", tabs->tabText(i));
    if (const auto* view = qobject_cast<const QAbstractItemView*>(widget); view != nullptr && view->model() != nullptr)
      for (int i = 0; i < view->model()->columnCount(); ++i) add(out, *widget, "column", view->model()->headerData(i, Qt::Horizontal).toString());
  }
  for (const QAction* action : window.findChildren<QAction*>()) add(out, window, action->objectName(), action->text());
  return out;
}

/// Labels and buttons in which less room is than their text needs.
QStringList cut_texts(const QWidget& window) {
  QStringList out;
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    if (!widget->isVisible() || widget->visibleRegion().isEmpty()) continue;
    const auto* label = qobject_cast<const QLabel*>(widget);
    const auto* button = qobject_cast<const QPushButton*>(widget);
    if (label != nullptr && !label->wordWrap() && !label->text().isEmpty() && label->width() + 1 < label->sizeHint().width()) out << QStringLiteral("%1: %2").arg(widget->objectName(), label->text());
    if (label != nullptr && label->wordWrap() && label->heightForWidth(label->width()) > label->height() + 1) out << QStringLiteral("%1 (height): %2").arg(widget->objectName(), label->text());
    if (button != nullptr && !button->text().isEmpty() && button->width() + 1 < button->minimumSizeHint().width()) out << QStringLiteral("%1: %2").arg(widget->objectName(), button->text());
  }
  return out;
}

/// What takes the keyboard but tells a screen reader nothing.
QStringList nameless(const QWidget& window) {
  QStringList out;
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith(QLatin1String("qt_"))) continue;
    const bool input = qobject_cast<const QLineEdit*>(widget) != nullptr || qobject_cast<const QAbstractItemView*>(widget) != nullptr || qobject_cast<const QComboBox*>(widget) != nullptr ||
                       qobject_cast<const QPlainTextEdit*>(widget) != nullptr || qobject_cast<const ui::CurveChart*>(widget) != nullptr;
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    const bool named = !widget->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty());
    if ((input || button != nullptr) && !named && qobject_cast<const QHeaderView*>(widget) == nullptr) out << QStringLiteral("%1 (%2)").arg(QLatin1String(widget->metaObject()->className()), widget->objectName());
  }
  return out;
}

}  // namespace

class TestStates : public QObject {
  Q_OBJECT

  std::unique_ptr<Desk> m_desk;
  QString m_finished;
  QString m_failed;
  QString m_reproduction;

  static void shot(QWidget& window, const QString& name) {
    const QString folder = qEnvironmentVariable("LOCKSTEP_SCREENSHOTS");
    if (folder.isEmpty()) return;
    for (const int ratio : {1, 2}) {
      QPixmap picture(window.size() * ratio);
      picture.setDevicePixelRatio(ratio);
      window.render(&picture);
      QVERIFY(picture.save(QStringLiteral("%1/%2@%3.png").arg(folder, name).arg(ratio)));
    }
  }

  /// Trains what is in New run; returns its id.
  QString train(const QString& text) {
    const std::size_t before = m_desk->open_project().runs().size();
    m_desk->write_config(text, m_desk->file("mine.toml"));
    if (!QTest::qWaitFor([&] { return m_desk->find<QAction>("startRun")->isEnabled(); }, patience)) qFatal("can't start");
    m_desk->act("startRun");
    if (!QTest::qWaitFor([&] { return m_desk->open_project().runs().size() > before && tracking::is_terminal(m_desk->last_run().status); }, patience)) qFatal("did not end");
    QTest::qWait(300);  // a run of this window is over a moment after its record says so
    return QString::fromStdString(m_desk->last_run().id);
  }
  void look(const QString& name, const QString& language) {
    QCoreApplication::processEvents();
    QTest::qWait(120);
    ui::MainWindow& window = m_desk->window();
    shot(window, name);
    if (language == QLatin1String("zh_CN")) {
      const QStringList english = english_texts(window);
      QVERIFY2(english.isEmpty(), qPrintable(name + QStringLiteral(":\n") + english.join(QLatin1Char('\n'))));
    }
    const QStringList cut = cut_texts(window);
    QVERIFY2(cut.isEmpty(), qPrintable(name + QStringLiteral(" cuts:\n") + cut.join(QLatin1Char('\n'))));
    const QStringList silent = nameless(window);
    QVERIFY2(silent.isEmpty(), qPrintable(name + QStringLiteral(" has no accessible name for:\n") + silent.join(QLatin1Char('\n'))));
  }

 private slots:
  void initTestCase() {
    test::prepare_environment();
    m_desk = std::make_unique<Desk>();
    m_finished = train(test::digits_config(m_desk->folder(), 6));
    QString wild = test::digits_config(m_desk->folder(), 3);
    wild.replace(QStringLiteral("learning_rate = 0.001"), QStringLiteral("learning_rate = 1e30"));
    m_failed = train(wild + QStringLiteral("stop_on_nonfinite = true\n"));
    m_desk->window().openRun(m_finished);
    m_desk->click("runReproduce");
    QTRY_VERIFY_WITH_TIMEOUT(m_desk->last_run().verdict.has_value(), patience);
    m_reproduction = QString::fromStdString(m_desk->last_run().id);
  }
  void cleanupTestCase() { m_desk.reset(); }

  void pages_data() {
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QString>("language");
    for (const char* theme : {"light", "dark"})
      for (const char* language : {"en", "zh_CN"}) QTest::addRow("%s, %s", theme, language) << QString::fromLatin1(theme) << QString::fromLatin1(language);
  }
  void pages() {
    QFETCH(QString, theme);
    QFETCH(QString, language);
    ui::MainWindow& window = m_desk->window();
    window.findChild<QAction*>(QStringLiteral("language-") + language)->trigger();
    QCoreApplication::processEvents();
    window.findChild<QAction*>(QStringLiteral("theme-") + theme)->trigger();
    QCoreApplication::processEvents();
    const QString end = QStringLiteral("-%1-%2").arg(theme, language);

    window.showRuns();
    look(QStringLiteral("runs") + end, language);
    window.openRun(m_finished);
    m_desk->find<QTabWidget>("runTabs")->setCurrentIndex(0);
    QTRY_VERIFY(m_desk->find<ui::CurveChart>("chart-loss") != nullptr && m_desk->find<ui::CurveChart>("chart-loss")->isRefined());
    auto* tabs = m_desk->find<QTabWidget>("runTabs");
    for (int tab = 0; tab < tabs->count(); ++tab) {
      tabs->setCurrentIndex(tab);
      QTest::qWait(250);
      look(QStringLiteral("run-tab%1").arg(tab) + end, language);
    }
    tabs->setCurrentIndex(0);
    window.openRun(m_failed);
    look(QStringLiteral("run-failed") + end, language);
    window.openRun(m_reproduction);
    QTRY_VERIFY(m_desk->find<QLabel>("reproductionText") != nullptr && !m_desk->find<QLabel>("reproductionText")->text().isEmpty());
    look(QStringLiteral("run-reproduction") + end, language);

    m_desk->write_config(test::digits_config(m_desk->folder(), 2), m_desk->file("mine.toml"));
    const bool planned = QTest::qWaitFor([&] { return window.findChild<ui::NewRunPage*>()->isPlanned() && m_desk->find<QAction>("startRun")->isEnabled(); }, patience);
    if (!planned) shot(window, QStringLiteral("not-planned"));
    QVERIFY(planned);
    look(QStringLiteral("new-run") + end, language);
    m_desk->write_config(test::digits_config(m_desk->folder(), -2, QStringLiteral("nothing.csv")) + QStringLiteral("epoch = 3\n"), m_desk->file("mine.toml"));
    const bool refused = QTest::qWaitFor([&] { return !m_desk->find<QAction>("startRun")->isEnabled(); }, 5000);
    if (!refused) shot(window, QStringLiteral("not-refused"));
    QVERIFY(refused);
    look(QStringLiteral("new-run-mistakes") + end, language);

    window.showCompare();
    look(QStringLiteral("compare-empty") + end, language);
  }

  void start_page_data() { pages_data(); }
  void start_page() {
    QFETCH(QString, theme);
    QFETCH(QString, language);
    ui::applyLanguage(*qApp, language);
    ui::applyTheme(*qApp, theme);
    std::unique_ptr<Desk> kept = std::exchange(m_desk, std::make_unique<Desk>(false));
    look(QStringLiteral("start-%1-%2").arg(theme, language), language);
    m_desk = std::move(kept);
  }
};

QTEST_MAIN(TestStates)
#include "tst_states.moc"
