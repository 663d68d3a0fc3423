#include "ui/Preferences.h"

#include <QApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>
#include <QTranslator>
#include <memory>

#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {

constexpr qsizetype recentKept = 8;

}  // namespace

Preferences Preferences::load() {
  const QSettings settings;
  Preferences out;
  out.theme = settings.value(QStringLiteral("theme"), out.theme).toString();
  out.language = settings.value(QStringLiteral("language"), out.language).toString();
  out.recent = settings.value(QStringLiteral("recent")).toStringList();
  return out;
}

void Preferences::save() const {
  QSettings settings;
  settings.setValue(QStringLiteral("theme"), theme);
  settings.setValue(QStringLiteral("language"), language);
  settings.setValue(QStringLiteral("recent"), recent);
}

void Preferences::addRecent(const QString& project) {
  recent.removeAll(project);
  recent.prepend(project);
  while (recent.size() > recentKept) recent.removeLast();
}

void applyTheme(QApplication& application, const QString& theme) {
  static const bool systemIsDark = isDark(QApplication::palette());  // before ours takes its place
  const bool dark = theme == QLatin1String("dark") || (theme != QLatin1String("light") && systemIsDark);
  applyTheme(application, dark ? Theme::dark : Theme::light);
}

void applyLanguage(QApplication& application, const QString& language) {
  const QString ours = QStringLiteral("lockstep.translator");
  for (QTranslator* translator : application.findChildren<QTranslator*>(ours)) {
    QCoreApplication::removeTranslator(translator);
    delete translator;
  }
  const QLocale locale = language == QLatin1String("system") ? QLocale::system() : QLocale(language);
  const auto install = [&](const QLocale& wanted, const QString& name, const QString& folder) {
    auto translator = std::make_unique<QTranslator>(&application);
    translator->setObjectName(ours);
    if (!translator->load(wanted, name, QStringLiteral("_"), folder)) return false;
    QCoreApplication::installTranslator(translator.release());
    return true;
  };
  install(locale, QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
  // A language that we don't speak is answered in English, whose translation knows one run from two.
  if (!install(locale, QStringLiteral("lockstep"), QStringLiteral(":/i18n"))) install(QLocale(QLocale::English), QStringLiteral("lockstep"), QStringLiteral(":/i18n"));
}

}  // namespace lockstep::ui
