// The form and the text are one document: what is done on either side appears on the other, and nothing else changes.
#include "tests/ui/pages/new_run/support_page.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <algorithm>

#include "engine/config/catalog/catalog.h"
#include "engine/config/edit.h"
#include "engine/config/schema_table.h"
#include "engine/config/view.h"

using namespace lockstep;
using namespace lockstep::ui;
namespace config = lockstep::engine::config;
namespace schema = lockstep::engine::schema;

namespace {

const QString commented = QStringLiteral(
    "# 配置 für ü\n"
    "config_version = 1\n"
    "\n"
    "[data]   # what\n"
    "dataset = \"digits\"\n"
    "batch_size = 32 # samples\n"
    "\n"
    "[[model.layers]]  # first\n"
    "type = \"Flatten\"\n"
    "\n"
    "# the head\n"
    "[[model.layers]]\n"
    "type = \"Linear\"\n"
    "out_features = 10\n"
    "\n"
    "[optimizer]\n"
    "type = \"AdamW\"\n"
    "  learning_rate = 0.001 # usual\n"
    "[train]\n"
    "epochs = 2\n");

QString changed(const QString& from, const QString& to) {
  QString out = commented;
  if (out.count(from) != 1) qFatal("not once in the text");
  return out.replace(from, to);
}

/// Something else than the default that fits the field.
schema::Value otherValue(const config::FieldView& field) {
  if (!field.choices.empty()) return field.choices.back().name;
  const auto& range = field.field.range;
  switch (field.field.kind) {
    case schema::Kind::boolean: {
      const auto* standard = std::get_if<bool>(&field.field.default_value);
      return standard == nullptr || !*standard;
    }
    case schema::Kind::integer: return static_cast<std::int64_t>(std::max(1.0, range.minimum)) + (field.field.default_value == schema::Value(std::int64_t{1}) ? 1 : 0);
    case schema::Kind::real: return range.maximum < 1.5 ? 0.25 : 1.5;
    case schema::Kind::integers: return std::vector<std::int64_t>(std::max<std::size_t>(2, field.field.count), static_cast<std::int64_t>(std::max(1.0, range.minimum)) + 1);
    case schema::Kind::reals: return std::vector<double>(std::max<std::size_t>(2, field.field.count), 0.75);
    case schema::Kind::texts: return std::vector<std::string>{"a", "b c"};
    case schema::Kind::text:
    case schema::Kind::path: return std::string("some text");
  }
  return {};
}

QString typed(const schema::Value& value) {
  QString text = QString::fromStdString(schema::Value(value).index() == 4 ? std::get<std::string>(value) : std::string());
  if (const auto* x = std::get_if<std::int64_t>(&value)) text = QString::number(*x);
  if (const auto* x = std::get_if<double>(&value)) text = QString::number(*x);
  if (std::holds_alternative<std::vector<std::string>>(value)) text = QStringLiteral("a, b c");
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value)) {
    QStringList items;
    for (const auto x : *list) items << QString::number(x);
    text = items.join(QStringLiteral(", "));
  }
  if (const auto* list = std::get_if<std::vector<double>>(&value)) {
    QStringList items;
    for (const auto x : *list) items << QString::number(x);
    text = items.join(QStringLiteral(", "));
  }
  return text;
}

config::View viewOf(const QString& text) {
  const std::string plain = text.toStdString();
  const auto read = config::read_toml(plain);
  return config::view_of(std::get<config::Node>(read), plain, config::catalog());
}

const config::FieldView* fieldOf(const config::View& view, const std::string& key) {
  for (const auto& block : view.blocks) {
    for (const auto& field : block.fields) {
      if (field.key == key) return &field;
    }
  }
  return nullptr;
}

}  // namespace

class TestNewRunForm : public QObject {
  Q_OBJECT

  /// Sets the field as a person does, then resets it.
  void setAndReset(Desk& desk, const config::FieldView& field) {
    const QString before = desk.text();
    const schema::Value value = otherValue(field);
    QWidget* input = desk.find(field.key);
    QVERIFY2(input != nullptr && input->isVisible(), field.key.c_str());
    QVERIFY2(!input->accessibleName().isEmpty(), field.key.c_str());
    if (auto* list = qobject_cast<QComboBox*>(input)) desk.chooseIn(field.key, list->itemData(list->count() - 1).toString());
    else if (auto* box = qobject_cast<QCheckBox*>(input)) QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
    else desk.type(field.key, typed(value));
    desk.waitForCheck();
    const config::View view = viewOf(desk.text());
    const config::FieldView* written = fieldOf(view, field.key);
    QVERIFY2(written != nullptr && written->written, field.key.c_str());
    if (qobject_cast<QComboBox*>(input) == nullptr) QVERIFY2(written->value == value, (field.key + " " + written->text).c_str());
    auto* reset = desk.find<QToolButton>("reset:" + field.key);
    QTRY_VERIFY2(reset->isVisible(), field.key.c_str());
    QTest::mouseClick(reset, Qt::LeftButton);
    desk.waitForCheck();
    const config::View after = viewOf(desk.text());
    QVERIFY2(!fieldOf(after, field.key)->written, field.key.c_str());
    QTRY_VERIFY2(desk.find("reset:" + field.key) == nullptr || !desk.find("reset:" + field.key)->isVisible(), field.key.c_str());
    desk.document().begin(before, {});
    desk.waitForCheck();
  }

 private slots:
  void initTestCase() { prepareEnvironment(); }

  void everyFieldCanBeSetAndReset_data() {
    QTest::addColumn<QString>("section");
    QTest::addColumn<QString>("text");
    for (const config::Section& section : config::sections()) {
      if (section.form != config::Form::table) continue;
      const QString path = QString::fromUtf8(section.path.data(), static_cast<qsizetype>(section.path.size()));
      const char* name = section.path.empty() ? "document" : section.path.data();
      if (section.path == "data") {
        QTest::addRow("data of a table") << path << QStringLiteral("[data]\nkind = \"csv\"\n");
        QTest::addRow("data of images") << path << QStringLiteral("[data]\nkind = \"images\"\nimage_size = [4, 4]\n");
        QTest::addRow("data by name") << path << QString();
      } else {
        QTest::addRow("%s", name) << path << QString();
      }
    }
  }
  void everyFieldCanBeSetAndReset() {
    QFETCH(QString, section);
    QFETCH(QString, text);
    Desk desk;
    desk.setText(text);
    const config::View view = viewOf(desk.text());
    int fields = 0;
    for (const config::BlockView& block : view.blocks) {
      if (block.key != section.toStdString()) continue;
      for (const config::FieldView& field : block.fields) {
        if (!field.applies || field.written || field.is_type) continue;
        setAndReset(desk, field);
        if (QTest::currentTestFailed()) return;
        ++fields;
      }
    }
    QVERIFY(fields > 0 || section == QStringLiteral("loss") || section == QStringLiteral("schedule"));
  }

  void everyTypeShowsWhatItTakes() {
    Desk desk;
    for (const config::Section& section : config::sections()) {
      if (section.family == config::Family::none) continue;
      for (const schema::TypeSpec& spec : config::type_specs(config::catalog(), section.family)) {
        const bool list = section.form == config::Form::list;
        const std::string key = std::string(section.path) + (list ? ".0" : "");
        const QString header = QString::fromStdString(list ? "[[" + std::string(section.path) + "]]" : "[" + std::string(section.path) + "]");
        desk.setText(QStringLiteral("%1\ntype = \"%2\"\n").arg(header, QString::fromUtf8(spec.name.data(), static_cast<qsizetype>(spec.name.size()))));
        if (list && !desk.find<QToolButton>("open:" + key)->isChecked()) desk.click("open:" + key);
        for (const schema::Field* field : config::fields_of(section, &spec)) {
          const std::string name = key + "." + std::string(field->name);
          const config::View view = viewOf(desk.text());
          const bool applies = fieldOf(view, name)->applies;
          QVERIFY2((desk.find(name) != nullptr) == applies, (std::string(spec.name) + " " + name).c_str());
        }
      }
    }
  }

  void everyFieldOfALayerShowsItsError() {
    Desk desk;
    for (const schema::TypeSpec& spec : config::catalog().layers) {
      desk.setText(QStringLiteral("[[model.layers]]\ntype = \"%1\"\n").arg(QString::fromUtf8(spec.name.data(), static_cast<qsizetype>(spec.name.size()))));
      if (!desk.find<QToolButton>("open:model.layers.0")->isChecked()) desk.click("open:model.layers.0");
      for (const schema::Field& field : spec.fields) {
        const std::string key = "model.layers.0." + std::string(field.name);
        if (field.kind == schema::Kind::text || desk.find<QLineEdit>(key) == nullptr) continue;
        desk.type(key, QStringLiteral("many"));
        QVERIFY2(desk.errorOf(key).startsWith(QStringLiteral("✗ found \"many\"")), key.c_str());
        desk.type(key, {});
      }
    }
  }

  void editsKeepEverythingElse() {
    Desk desk;
    desk.setText(commented);
    desk.type("data.batch_size", QStringLiteral("64"));
    QCOMPARE(desk.text(), changed(QStringLiteral("batch_size = 32"), QStringLiteral("batch_size = 64")));
    desk.document().undo();
    desk.waitForCheck();
    QCOMPARE(desk.text(), commented);
    QCOMPARE(desk.find<QLineEdit>("data.batch_size")->text(), QStringLiteral("32"));
    desk.type("optimizer.weight_decay", QStringLiteral("1e-2"));
    QCOMPARE(desk.text(), changed(QStringLiteral(" # usual\n"), QStringLiteral(" # usual\n  weight_decay = 0.01\n")));
    QCOMPARE(desk.find<QLineEdit>("optimizer.weight_decay")->text(), QStringLiteral("1e-2"));  // what is typed stays
    desk.click("reset:optimizer.weight_decay");
    QCOMPARE(desk.text(), commented);
  }

  void typingInTheTextUpdatesTheForm() {
    Desk desk;
    desk.setText(commented);
    QTextCursor cursor = desk.editor()->document()->find(QStringLiteral("32"));
    desk.editor()->setTextCursor(cursor);
    desk.editor()->setFocus();
    QTest::keyClicks(desk.editor(), QStringLiteral("128"));
    QTRY_COMPARE(desk.find<QLineEdit>("data.batch_size")->text(), QStringLiteral("128"));
    QVERIFY(desk.find("reset:data.batch_size")->isVisible());
    QTest::keyClick(desk.editor(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(desk.find<QLineEdit>("data.batch_size")->text(), QStringLiteral("32"));
    QCOMPARE(desk.text(), commented);
  }

  void undoCoversBothSides() {
    Desk desk;
    desk.setText(commented);
    desk.type("data.batch_size", QStringLiteral("256"));
    QTextCursor cursor = desk.editor()->document()->find(QStringLiteral("epochs = 2"));
    cursor.setPosition(cursor.selectionEnd());
    desk.editor()->setTextCursor(cursor);
    desk.editor()->setFocus();
    QTest::keyClicks(desk.editor(), QStringLiteral("0"));
    desk.waitForCheck();
    desk.type("train.accumulate", QStringLiteral("4"));
    const QString all = desk.text();
    // The keyboard is in the form: one step back a field, however many keys it took.
    auto* line = desk.find<QLineEdit>("train.accumulate");
    QTest::keyClick(line, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(!desk.text().contains(QStringLiteral("accumulate")));
    QTest::keyClick(line, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(desk.text().contains(QStringLiteral("epochs = 2\n")));
    QTest::keyClick(line, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(desk.text(), commented);
    for (int i = 0; i < 3; ++i) QTest::keyClick(desk.editor(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(desk.text(), all);
  }

  void errorsStandUnderTheirFieldAndInTheText() {
    Desk desk;
    desk.setText(commented);
    desk.type("data.batch_size", QStringLiteral("0"));
    QVERIFY2(desk.errorOf("data.batch_size").contains(QStringLiteral("found 0; allowed is an integer from 1")), qPrintable(desk.errorOf("data.batch_size")));
    const auto waves = desk.editor()->extraSelections();
    QCOMPARE(waves.size(), 1);
    QCOMPARE(waves[0].cursor.selectedText(), QStringLiteral("0"));
    QAction* start = desk.page->findChild<QAction*>(QStringLiteral("startRun"));
    QVERIFY(!start->isEnabled());
    QVERIFY2(start->toolTip().contains(QStringLiteral("data.batch_size: found 0")), qPrintable(start->toolTip()));
    desk.picture(QStringLiteral("error"));
    desk.type("data.batch_size", QStringLiteral("8"));
    QCOMPARE(desk.errorOf("data.batch_size"), QString());
    QVERIFY(start->isEnabled());
    QVERIFY(desk.editor()->extraSelections().isEmpty());
  }

  void wavesCountCodePoints() {
    Desk desk;
    desk.setText(QStringLiteral("[run]\nname = \"😀ü\" # 中\nnotes = \"😀\"\n[data]\ndataset=\"digits\" # 😀\n\"größe😀\" = 3\n"));
    QStringList marked;
    for (const auto& wave : desk.editor()->extraSelections()) marked << wave.cursor.selectedText();
    QVERIFY2(marked.contains(QStringLiteral("\"größe😀\"")), qPrintable(marked.join(QLatin1Char('|'))));
  }

  void aWrongPathIsAnErrorAtOnceAndThenFixed() {
    Desk desk;
    QFile file(desk.folder.filePath(QStringLiteral("projekt ü/daten 中文.csv")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("größe,b,y\n1.5,2,x\n3.25,4,y\n5,6,x\n7,8,y\n");
    file.close();
    desk.setText(QStringLiteral("[data]\nkind = \"csv\"\n[[model.layers]]\ntype = \"Linear\"\n[optimizer]\ntype = \"SGD\"\n[train]\nepochs = 1\n"));
    QVERIFY(desk.errorOf("data.path").contains(QStringLiteral("required")));
    desk.type("data.path", QStringLiteral("datn 中文.csv"));
    QVERIFY2(desk.errorOf("data.path").contains(QStringLiteral("there is no file or folder")), qPrintable(desk.errorOf("data.path")));
    desk.type("data.path", QStringLiteral("daten 中文.csv"));
    QCOMPARE(desk.errorOf("data.path"), QString());
    desk.waitForPlan();
    QCOMPARE(desk.find<QLabel>("planParts")->text(), QStringLiteral("4 train"));
    QVERIFY(desk.find("planSamples")->isVisible());
    desk.picture(QStringLiteral("table"));
  }

  void unknownKeysAreShownWithASuggestion() {
    Desk desk;
    desk.setText(commented);
    desk.editor()->setPlainText(changed(QStringLiteral("batch_size"), QStringLiteral("batchsize")));
    desk.waitForCheck();
    QVERIFY2(desk.errorOf("data.batchsize").contains(QStringLiteral("did you mean \"batch_size\"?")), qPrintable(desk.errorOf("data.batchsize")));
    desk.click("reset:data.batchsize");
    QVERIFY(!desk.text().contains(QStringLiteral("batchsize")));
  }

  void whatIsNotTomlIsToldAboveTheForm() {
    Desk desk;
    desk.setText(commented + QStringLiteral("x = \n"));
    auto* top = desk.find<QLabel>("formMistakes");
    QVERIFY(top->isVisible());
    QVERIFY2(top->text().contains(QStringLiteral("line 21: not valid TOML")), qPrintable(top->text()));
    QVERIFY(!desk.find("data.batch_size")->isEnabled());
    emit top->linkActivated(QStringLiteral("0"));
    QCOMPARE(desk.editor()->textCursor().blockNumber() + 1, 21);
    desk.document().undo();
  }

  void layersAreAddedMovedCopiedAndRemoved() {
    Desk desk;
    desk.setText(commented);
    desk.click("down:model.layers.0");
    QVERIFY(desk.text().indexOf(QStringLiteral("# the head")) < desk.text().indexOf(QStringLiteral("\"Flatten\"")));
    QTRY_VERIFY(desk.find<QToolButton>("open:model.layers.0")->text().contains(QStringLiteral("Linear")));
    desk.click("up:model.layers.1");
    QCOMPARE(desk.text(), commented);
    desk.click("duplicate:model.layers.1");
    QCOMPARE(desk.text().count(QStringLiteral("# the head")), 2);
    QTRY_VERIFY(desk.find<QToolButton>("open:model.layers.2") != nullptr);
    QTRY_VERIFY(desk.find("model.layers.2.out_features") != nullptr && desk.find("model.layers.2.out_features")->isVisible());
    desk.type("model.layers.2.out_features", QStringLiteral("20"));
    QVERIFY(desk.text().contains(QStringLiteral("out_features = 10\n\n# the head\n[[model.layers]]\ntype = \"Linear\"\nout_features = 20\n")));
    QTRY_VERIFY(!desk.find("model.layers.2.out_features")->visibleRegion().isEmpty());  // in view
    desk.picture(QStringLiteral("layers"));
    desk.click("remove:model.layers.1");
    QCOMPARE(desk.text().count(QStringLiteral("# the head")), 1);
    QCOMPARE(desk.text(), changed(QStringLiteral("out_features = 10"), QStringLiteral("out_features = 20")));
  }

  void aLayerIsChosenFromAllOfThem() {
    Desk desk;
    desk.setText(commented);
    auto* add = desk.find<QPushButton>("add:model.layers");
    QTest::mouseClick(add, Qt::LeftButton);
    auto* list = qApp->activePopupWidget() == nullptr ? nullptr : qApp->activePopupWidget()->findChild<QListWidget*>(QStringLiteral("typeList"));
    QVERIFY(list != nullptr);
    QCOMPARE(list->count(), static_cast<int>(config::catalog().layers.size()));
    auto* search = qApp->activePopupWidget()->findChild<QLineEdit*>(QStringLiteral("typeSearch"));
    if (const QString to = qEnvironmentVariable("LOCKSTEP_SCREENSHOTS"); !to.isEmpty()) qApp->activePopupWidget()->grab().save(to + QStringLiteral("/chooser.png"));
    QTest::keyClicks(search, QStringLiteral("dropo"));
    QTest::keyClick(search, Qt::Key_Return);
    desk.waitForCheck();
    QVERIFY2(desk.text().contains(QStringLiteral("out_features = 10\n\n[[model.layers]]\ntype = \"Dropout\"\n\n[optimizer]")), qPrintable(desk.text()));
    QTRY_VERIFY(desk.find("model.layers.2.p") != nullptr);
    desk.document().undo();
    QCOMPARE(desk.text(), commented);
  }

  void anotherTypeDropsWhatItDoesNotTake() {
    Desk desk;
    desk.setText(QStringLiteral("[optimizer]\ntype = \"AdamW\" # kept\nbetas = [0.9, 0.99]\nlearning_rate = 0.1\n"));
    desk.chooseIn("optimizer.type", QStringLiteral("SGD"));
    QCOMPARE(desk.text(), QStringLiteral("[optimizer]\ntype = \"SGD\" # kept\nlearning_rate = 0.1\n"));
    QTRY_VERIFY(desk.find("optimizer.momentum") != nullptr && desk.find("optimizer.betas") == nullptr);
  }

  void columnTypesAreAPersonsOwn() {
    Desk desk;
    desk.setText(QStringLiteral("[data]\nkind = \"csv\"\n"));
    for (const QChar c : QStringLiteral("größe 1")) QTest::sendKeyEvent(QTest::Click, desk.find<QLineEdit>("newKey:data.column_types"), Qt::Key_unknown, QString(c), Qt::NoModifier);
    desk.click("add:data.column_types");
    QVERIFY2(desk.text().contains(QStringLiteral("[data.column_types]\n\"größe 1\" = \"integer\"")), qPrintable(desk.text()));
    QTRY_VERIFY(desk.find("data.column_types.\"größe 1\"") != nullptr);
    desk.chooseIn("data.column_types.\"größe 1\"", QStringLiteral("real"));
    QVERIFY(desk.text().contains(QStringLiteral("\"größe 1\" = \"real\"")));
  }

  void tabGoesFromTopToBottom() {
    Desk desk;
    desk.setText(commented);
    desk.find("run.name")->setFocus();
    QTest::keyClick(qApp->focusWidget(), Qt::Key_Tab);
    QCOMPARE(qApp->focusWidget()->objectName(), QStringLiteral("run.device"));
    QTest::keyClick(qApp->focusWidget(), Qt::Key_Tab);
    QCOMPARE(qApp->focusWidget()->objectName(), QStringLiteral("run.threads"));
    QTest::keyClick(qApp->focusWidget(), Qt::Key_Backtab, Qt::ShiftModifier);
    QCOMPARE(qApp->focusWidget()->objectName(), QStringLiteral("run.device"));
  }

  void aLongConfigStaysFluid() {
    Desk desk;
    QString text = QStringLiteral("[data]\ndataset = \"digits\"\nbatch_size = 32\n[optimizer]\ntype = \"SGD\"\n[train]\nepochs = 1\n\n[[model.layers]]\ntype = \"Flatten\"\n");
    while (text.count(QLatin1Char('\n')) < 500) text += QStringLiteral("\n[[model.layers]]\ntype = \"Linear\"\nout_features = 32 # ü\n");
    desk.setText(text);
    qint64 worst = 0;
    const auto key = [&worst](QWidget* to, char c) {
      QElapsedTimer timer;
      timer.start();
      QTest::keyClick(to, c);
      worst = std::max(worst, timer.nsecsElapsed());
    };
    auto* line = desk.find<QLineEdit>("data.batch_size");
    line->setFocus();
    for (const char c : {'1', '2', '8'}) key(line, c);
    const qint64 form = worst;
    worst = 0;
    desk.editor()->setFocus();
    desk.editor()->moveCursor(QTextCursor::End);
    for (const char c : std::string("# some words at the end")) key(desk.editor(), c);
    const qint64 editor = worst;
    // And what the check's result costs when it arrives.
    QElapsedTimer timer;
    qint64 shown = 0;
    timer.start();
    emit desk.document().checked();
    shown = timer.nsecsElapsed();
    qInfo("500 lines: a key in the form %.1f ms, in the text %.1f ms, a check shown %.1f ms", static_cast<double>(form) / 1e6, static_cast<double>(editor) / 1e6, static_cast<double>(shown) / 1e6);
    QVERIFY(form < 50'000'000 && editor < 50'000'000 && shown < 50'000'000);
  }
};

QTEST_MAIN(TestNewRunForm)
#include "tst_new_run_form.moc"
