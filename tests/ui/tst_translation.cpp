// The window in Chinese: no text of the sources is left untranslated, every translation keeps what is filled in, and what
// is in the program is found where it looks.
#include <QApplication>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>
#include <set>

#include "engine/config/catalog/catalog.h"
#include "engine/config/schema_table.h"
#include "engine/core/error.h"
#include "ui/Preferences.h"
#include "ui/widgets/Text.h"

using namespace lockstep;
namespace config = engine::config;

namespace {

const QString sources = QStringLiteral(LOCKSTEP_SOURCE_DIR);
const QString translations = sources + QStringLiteral("/resources/translations/lockstep_zh_CN.ts");

/// What stands in an interface as it is in every language.
const std::set<std::string_view> unchanged{"MiB"};

struct Entry {
  QString context;
  QString source;
  QStringList translations;  ///< one a plural form, of which Chinese has one
  bool isFinished = true;

  [[nodiscard]] QString name() const { return context + QStringLiteral(": ") + source; }
};

QStringList readForms(QXmlStreamReader& xml) {
  QStringList forms;
  QString text;
  while (xml.readNext() != QXmlStreamReader::Invalid && !(xml.isEndElement() && xml.name() == u"translation")) {
    if (xml.isStartElement() && xml.name() == u"numerusform") forms << xml.readElementText();
    else if (xml.isCharacters()) text += xml.text();
  }
  return forms.isEmpty() ? QStringList{text} : forms;
}

QList<Entry> readEntries(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) qFatal("%s can't be read", qPrintable(path));
  QXmlStreamReader xml(&file);
  QList<Entry> entries;
  QString context;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    if (xml.name() == u"name") {
      context = xml.readElementText();
    } else if (xml.name() == u"message") {
      entries.push_back({context, {}, {}, true});
    } else if (xml.name() == u"source") {
      entries.back().source = xml.readElementText();
    } else if (xml.name() == u"translation") {
      entries.back().isFinished = !xml.attributes().hasAttribute(QStringLiteral("type"));
      entries.back().translations = readForms(xml);
    }
  }
  if (xml.hasError()) qFatal("%s: %s", qPrintable(path), qPrintable(xml.errorString()));
  return entries;
}

/// {field}, %1, %L1, %n and tags, as often as they occur.
QStringList placeholders(const QString& text) {
  static const QRegularExpression any(QStringLiteral(R"(\{[A-Za-z_]+\}|%L?\d+|%n|</?[A-Za-z][^>]*>)"));
  QStringList found;
  for (auto it = any.globalMatch(text); it.hasNext();) found << it.next().captured();
  found.sort();
  return found;
}

/// QtTest cuts a long failure short, so each line is said by itself.
bool isNone(const QStringList& lines) {
  for (const QString& line : lines) qWarning("%s", qPrintable(line));
  return lines.isEmpty();
}

/// A text of the schema and where it is from, unless it is said in other words than the English ones.
void expectTranslated(QStringList& missing, const std::string& where, const std::string& english) {
  if (english.empty() || unchanged.contains(english)) return;
  const QString shown = ui::schemaText(english);
  if (shown.isEmpty() || shown == QString::fromStdString(english)) missing << QString::fromStdString(where + ": " + english);
}

void expectTranslated(QStringList& missing, const std::string& where, const engine::schema::Field& field) {
  const std::string key = where + "." + std::string(field.name);
  expectTranslated(missing, key, ui::fieldWords(field.name));
  expectTranslated(missing, key, std::string(field.help));
  expectTranslated(missing, key, std::string(field.unit));
}

}  // namespace

class TestTranslation : public QObject {
  Q_OBJECT

 private slots:
  /// What update_translation would make of the sources as they are now.
  void initTestCase() {
    const QString generated = m_folder.filePath(QStringLiteral("translation_source.cpp"));
    const QString copy = m_folder.filePath(QStringLiteral("lockstep_zh_CN.ts"));
    QVERIFY(QFile::copy(translations, copy));
    QCOMPARE(QProcess::execute(QStringLiteral(LOCKSTEP_TRANSLATION_SOURCE), {generated, sources + QStringLiteral("/engine"), sources + QStringLiteral("/tracking")}), 0);
    QProcess lupdate;
    lupdate.setProcessChannelMode(QProcess::MergedChannels);
    lupdate.start(QStringLiteral(LOCKSTEP_LUPDATE), {QStringLiteral("-silent"), QStringLiteral("-no-obsolete"), QStringLiteral("-locations"), QStringLiteral("none"), QStringLiteral("-I"), sources,
                                                     sources + QStringLiteral("/ui"), generated, QStringLiteral("-ts"), copy});
    QVERIFY2(lupdate.waitForFinished(120'000), qPrintable(lupdate.errorString()));
    m_said = QString::fromUtf8(lupdate.readAll());
    QVERIFY2(lupdate.exitStatus() == QProcess::NormalExit && lupdate.exitCode() == 0, qPrintable(m_said));
    m_updated = readEntries(copy);
    QVERIFY(m_updated.size() > 1000);
  }

  void no_text_of_the_sources_is_untranslated() {
    QStringList untranslated;
    for (const Entry& entry : m_updated)
      if (!entry.isFinished || entry.translations.contains(QString())) untranslated << entry.name();
    QVERIFY(isNone(untranslated));
  }

  /// tr() looks under the class's full name; where lupdate doesn't understand a source it takes another one.
  void every_text_lies_under_its_class() {
    QVERIFY2(!m_said.contains(QLatin1String("lacks Q_OBJECT")) && !m_said.contains(QLatin1String("Qualifying with unknown")), qPrintable(m_said));
  }

  void every_translation_keeps_what_is_filled_in() {
    QStringList wrong;
    for (const Entry& entry : readEntries(translations))
      for (const QString& text : entry.translations)
        if (entry.isFinished && placeholders(text) != placeholders(entry.source)) wrong << entry.name() + QStringLiteral(" → ") + text;
    QVERIFY(isNone(wrong));
  }

  void every_setting_of_a_config_is_named_and_explained_in_chinese() {
    ui::applyLanguage(*qApp, QStringLiteral("zh_CN"));
    QStringList missing;
    const config::Catalog& catalog = config::catalog();
    for (const config::Section& section : config::sections()) {
      const std::string path(section.path);
      expectTranslated(missing, path, std::string(section.help));
      if (!path.empty()) expectTranslated(missing, path, ui::fieldWords(config::section_key(section)));
      for (const auto& field : section.fields) expectTranslated(missing, path, field);
      for (const auto& spec : config::type_specs(catalog, section.family)) {
        const std::string type = path + " " + std::string(spec.name);
        expectTranslated(missing, type, std::string(spec.help));
        for (const auto& field : spec.fields) expectTranslated(missing, type, field);
      }
    }
    for (const auto& dataset : catalog.datasets) expectTranslated(missing, std::string(dataset.name), std::string(dataset.help));
    expectTranslated(missing, "type", ui::fieldWords("type"));
    QVERIFY(isNone(missing));
  }

  void a_message_is_translated_and_its_fields_filled_in() {
    const engine::Message message{"file.open", "cannot open {path}: {reason}", {{"path", "a.toml"}, {"reason", "EACCES"}}};
    ui::applyLanguage(*qApp, QStringLiteral("zh_CN"));
    QCOMPARE(ui::text(message), QStringLiteral("无法打开 a.toml：EACCES"));
    ui::applyLanguage(*qApp, QStringLiteral("en"));
    QCOMPARE(ui::text(message), QStringLiteral("cannot open a.toml: EACCES"));
  }

 private:
  QTemporaryDir m_folder;
  QString m_said;  ///< what lupdate said
  QList<Entry> m_updated;
};

QTEST_MAIN(TestTranslation)
#include "tst_translation.moc"
